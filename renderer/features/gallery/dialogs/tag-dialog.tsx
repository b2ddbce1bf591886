/** Adds and removes tags of the selection. */
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Group } from 'react-aria-components'
import { useAnswer } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { useWords } from '../../../ui/text.ts'
import { useGallery, useListing } from '../gallery.ts'
import { countTags, splitTags, suggestTags } from './tag-lists.ts'
import styles from './dialogs.module.css'

/** Of a larger selection, the tags of this many assets are shown: one call reads no more. */
const MOST_READ = 500

export function TagDialog({ ids, onClose }: { readonly ids: readonly string[]; onClose(): void }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const [words, setWords] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [asked] = useState(() => ({ ids: ids.slice(0, MOST_READ) }))
  const assets = useAnswer('library.getMany', asked).data?.items ?? []
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
    if (add.length > 0 || removed.length > 0) void changes.changeTags(ids, add, removed)
    onClose()
  }
  return (
    <Dialog title={text('gallery.tags.title', { count: ids.length })} isOpen onClose={onClose}>
      <DialogForm onSubmit={words.trim() === '' ? save : take}>
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
          <p className={parts.quiet}>{text('gallery.tags.many', { count: MOST_READ })}</p>
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

function Suggestions({ tags, onAdd }: { readonly tags: readonly string[]; onAdd(tag: string): void }) {
  const { text } = useWords()
  if (tags.length === 0) return null
  return (
    <Group className={classNames(styles.chips)} aria-label={text('gallery.tags.suggested')}>
      {tags.map((tag) => (
        <AriaButton key={tag} className={classNames(parts.chip)} onPress={() => onAdd(tag)}>
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
      className={classNames(parts.chip)}
      aria-label={text('gallery.tags.remove', { tag })}
      onPress={onRemove}
    >
      {tag}
      {some !== undefined && <span className={parts.quiet}>{some}</span>}
      <X size={13} aria-hidden />
    </AriaButton>
  )
}
