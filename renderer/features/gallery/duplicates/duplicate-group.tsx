/** One group of duplicates, side by side with their differences. */
import { Radio, RadioGroup } from 'react-aria-components'
import type { DuplicateGroup } from '#contract/library.ts'
import { thumbUrl } from '../../../bridge/media.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './duplicates.module.css'

export interface DuplicateGroupRowProps {
  readonly group: DuplicateGroup
  readonly keptId: string
  onKeep(id: string): void
  onTrashOthers(): void
  onOpen(id: string): void
}

export function DuplicateGroupRow({ group, keptId, onKeep, onTrashOthers, onOpen }: DuplicateGroupRowProps) {
  const { text, bytes, dateTime } = useWords()
  const title = text(`gallery.duplicates.${group.kind}`, { count: group.assets.length })
  return (
    <li className={styles.group}>
      <div className={styles.groupHead}>
        <h2>{title}</h2>
        <Button kind="quiet" onPress={onTrashOthers}>
          {text('gallery.duplicates.trashOthers', { count: group.assets.length - 1 })}
        </Button>
      </div>
      <RadioGroup
        aria-label={text('gallery.duplicates.keep')}
        orientation="horizontal"
        value={keptId}
        onChange={onKeep}
        className={classNames(styles.items)}
      >
        {group.assets.map((asset) => (
          <div key={asset.id} className={styles.item}>
            <button type="button" className={styles.preview} onClick={() => onOpen(asset.id)}>
              <img
                src={thumbUrl(asset.id)}
                alt={asset.title || asset.prompt || text('gallery.untitled')}
                loading="lazy"
                decoding="async"
                className={styles.image}
              />
            </button>
            <Radio value={asset.id} className={classNames(styles.radio)}>
              <span className={styles.dot} aria-hidden />
              <span className={styles.facts}>
                <span className={styles.strong}>
                  {asset.width === undefined ? asset.mimeType : `${asset.width} × ${asset.height}`} ·{' '}
                  {bytes(asset.sizeBytes)}
                </span>
                <span>{dateTime(asset.createdAt)}</span>
                <span>{asset.model}</span>
              </span>
            </Radio>
          </div>
        ))}
      </RadioGroup>
    </li>
  )
}
