/** Chooses an asset of the library: the newest ones, or what a search finds. */
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { useQuery } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './panel.module.css'
import { Picture } from './picture.tsx'

const MAX_SHOWN = 60

interface AssetPickerProps {
  readonly kind: 'audio' | 'shots'
  onChoose(assetId: string): void
  onClose(): void
}

export function AssetPicker({ kind, onChoose, onClose }: AssetPickerProps) {
  const { text, duration } = useFormatter()
  const [search, setSearch] = useState('')
  const mediaTypes = kind === 'audio' ? (['music'] as const) : (['image', 'video', 'character'] as const)
  const { data, error } = useQuery('library.query', {
    mediaTypes: [...mediaTypes],
    limit: MAX_SHOWN,
    ...(search.trim() === '' ? {} : { text: search.trim() }),
  })
  return (
    <Dialog title={text(`sequence.pick.${kind}`)} isOpen onClose={onClose}>
      <TextField label={text('sequence.pick.search')} value={search} onChange={setSearch} takesFocus />
      <Problem message={error?.message} />
      <ListBox
        aria-label={text(`sequence.pick.${kind}`)}
        className={classNames(parts.list, styles.picker)}
        items={data?.items ?? []}
        onAction={(key) => {
          onChoose(String(key))
          onClose()
        }}
        renderEmptyState={() => data !== null && <p className={parts.none}>{text('sequence.pick.none')}</p>}
      >
        {(asset) => (
          <ListBoxItem
            id={asset.id}
            textValue={asset.title ?? asset.prompt ?? asset.id}
            className={classNames(parts.option, styles.picked)}
          >
            <Picture clip={{ assetId: asset.id, kind: asset.kind }} />
            <span className={parts.line}>
              {asset.title ?? asset.prompt ?? text('sequence.shot.untitled')}
            </span>
            <span className={parts.count}>
              {asset.durationMs !== undefined && duration(asset.durationMs)}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
      <DialogActions>
        <Button onPress={onClose}>{text('action.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}
