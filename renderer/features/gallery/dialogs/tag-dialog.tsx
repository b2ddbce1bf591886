/** Adds and removes tags of the selection. */
import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button as AriaButton, Group } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { countTags, splitTags, suggestTags } from './tag-lists.ts'
import styles from './dialogs.module.css'

/** Of a larger selection, the tags of this many assets are shown. */
const MOST_READ = 1_000

export function TagDialog({ ids, onClose }: { readonly ids: readonly string[]; onClose(): void }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const assets = useAssetsOnce(ids)
  const known = useListing((state) => state.facets?.tags ?? [])
  const carried = countTags(assets).filter(({ tag }) => !removed.includes(tag))
  const suggestions = suggestTags(
    known.map(({ value }) => value),
    words,
    [...added, ...carried.filter(({ count }) => count === assets.length).map(({ tag }) => tag)],
  )

  function take(): readonly string[] {
    const next = [...new Set([...added, ...splitTags(words)])]
    setAdded(next)
    setWords('')
    return next
  }
  function save(): void {
    const add = take()
    if (add.length > 0 || removed.length > 0) void changes.getState().changeTags(ids, add, removed)
    onClose()
  }
  return (
    <Dialog title={text('gallery.tags.title', { count: ids.length })} isOpen onClose={onClose}>
      <DialogForm
        onSubmit={() => {
          if (words.trim() === '') save()
          else take()
        }}
      >
        <TextField
          label={text('gallery.tags.add')}
          hint={text('gallery.tags.hint')}
          value={words}
          onChange={setWords}
          takesFocus
        />
        <Suggestions
          tags={suggestions}
          onAdd={(tag) => {
            setAdded([...added, tag])
            setWords('')
          }}
        />
        <Group className={classNames(styles.chips)} aria-label={text('gallery.tags.carried')}>
          {added.map((tag) => (
            <TagChip
              key={`+${tag}`}
              tag={tag}
              onRemove={() => setAdded(added.filter((one) => one !== tag))}
            />
          ))}
          {carried
            .filter(({ tag }) => !added.includes(tag))
            .map(({ tag, count }) => (
              <TagChip
                key={tag}
                tag={tag}
                some={count < assets.length ? text('gallery.tags.some', { count }) : undefined}
                onRemove={() => setRemoved([...removed, tag])}
              />
            ))}
        </Group>
        {ids.length > MOST_READ && (
          <p className={styles.quiet}>{text('gallery.tags.many', { count: MOST_READ })}</p>
        )}
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" onPress={save}>
            {text('action.save')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}

/** The assets as they are when the dialog opens; of many, the first. */
function useAssetsOnce(ids: readonly string[]): readonly Asset[] {
  const { details } = useGallery()
  const [assets, setAssets] = useState<readonly Asset[]>([])
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await details.read(ids.slice(0, MOST_READ))
      if (isCurrent && response.ok) setAssets(response.data)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [details, ids])
  return assets
}

function Suggestions({ tags, onAdd }: { readonly tags: readonly string[]; onAdd(tag: string): void }) {
  const { text } = useWords()
  if (tags.length === 0) return null
  return (
    <Group className={classNames(styles.chips)} aria-label={text('gallery.tags.suggested')}>
      {tags.map((tag) => (
        <AriaButton key={tag} className={classNames(styles.chip)} onPress={() => onAdd(tag)}>
          <Plus size={13} aria-hidden /> {tag}
        </AriaButton>
      ))}
    </Group>
  )
}

interface TagChipProps {
  readonly tag: string
  /** How many of the selection carry it, where not all do. */
  readonly some?: string | undefined
  onRemove(): void
}

function TagChip({ tag, some, onRemove }: TagChipProps) {
  const { text } = useWords()
  return (
    <AriaButton
      className={classNames(styles.chip)}
      aria-label={text('gallery.tags.remove', { tag })}
      onPress={onRemove}
    >
      {tag}
      {some !== undefined && <span className={styles.some}>{some}</span>}
      <X size={13} aria-hidden />
    </AriaButton>
  )
}
