/** Adds and removes tags of the selection. */
import '../../../locales/gallery.ts'
import { Plus, X } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Button as AriaButton, Group } from 'react-aria-components'
import parts from '#renderer/ui/parts.module.css'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { Dialog, DialogActions, Form } from '#renderer/ui/dialog.tsx'
import { TextField } from '#renderer/ui/field.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import type { Asset } from '#contract/library.ts'
import { compareNames } from '../../../locales/compare-names.ts'
import { useGallery, useListing } from '../gallery.ts'

/** Of a larger selection, the tags of this many assets are shown: one call reads no more. */
const MAX_READ = 500

export function TagDialog({ ids, onClose }: { readonly ids: readonly string[]; onClose(): void }) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [asked] = useState(() => ({ ids: ids.slice(0, MAX_READ) }))
  const assets = useQuery('library.getMany', asked).data?.items ?? []
  const known = useListing((state) => state.facets?.tags) ?? []
  const carried = countTags(assets).filter(({ tag }) => !removed.includes(tag))
  const suggestions = suggestTags(
    known.map(({ value }) => value),
    typed,
    [...added, ...carried.filter(({ count }) => count === assets.length).map(({ tag }) => tag)],
  )

  function take(): readonly string[] {
    const next = [...new Set([...added, ...splitTags(typed)])]
    setAdded(next)
    setTyped('')
    return next
  }
  function save(): void {
    const add = take()
    if (add.length > 0 || removed.length > 0) void changes.changeTags(ids, add, removed)
    onClose()
  }
  return (
    <Dialog title={text('gallery.tags.title', { count: ids.length })} isOpen onClose={onClose}>
      <Form onSubmit={typed.trim() === '' ? save : take}>
        <TextField
          label={text('gallery.tags.add')}
          hint={text('gallery.tags.hint')}
          value={typed}
          onChange={setTyped}
          takesFocus
        />
        <Suggestions
          tags={suggestions}
          onAdd={(tag) => {
            setAdded([...added, tag])
            setTyped('')
          }}
        />
        <Group className={classNames(parts.wrap)} aria-label={text('gallery.tags.carried')}>
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
        {ids.length > MAX_READ && (
          <p className={parts.quiet}>{text('gallery.tags.many', { count: MAX_READ })}</p>
        )}
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" onPress={save}>
            {text('action.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function Suggestions({ tags, onAdd }: { readonly tags: readonly string[]; onAdd(tag: string): void }) {
  const { text } = useFormatter()
  if (tags.length === 0) return null
  return (
    <Group className={classNames(parts.wrap)} aria-label={text('gallery.tags.suggested')}>
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
  const { text } = useFormatter()
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

/** Of a tag, in characters. */
const LONGEST = 100
const MAX_SUGGESTED = 12

/** The tags in what was typed: separated by commas, each once. */
export function splitTags(typed: string): readonly string[] {
  const tags = typed
    .split(',')
    .map((tag) => tag.trim().slice(0, LONGEST))
    .filter((tag) => tag !== '')
  return [...new Set(tags)]
}

/** Known tags that match the last word being typed, without `taken`. */
export function suggestTags(
  known: readonly string[],
  typed: string,
  taken: readonly string[],
): readonly string[] {
  const last = (typed.split(',').at(-1) ?? '').trim().toLocaleLowerCase()
  return known
    .filter((tag) => !taken.includes(tag) && tag.toLocaleLowerCase().includes(last))
    .slice(0, MAX_SUGGESTED)
}

/** Every tag of `assets` with the number that carry it, the most common first. */
export function countTags(
  assets: readonly Asset[],
): readonly { readonly tag: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags } of assets) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return Array.from(counts, ([tag, count]) => ({ tag, count })).toSorted(
    (a, b) => b.count - a.count || compareNames(a.tag, b.tag),
  )
}
