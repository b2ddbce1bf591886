/** Groups of the same or similar files: one of each is kept, the others go to the trash. */
import '../../../locales/gallery.ts'
import { Copy } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import parts from '#renderer/ui/parts.module.css'
import type { EventMessage } from '#contract/events.ts'
import type { DuplicateGroup, Asset } from '#contract/library.ts'
import { Thumb } from '#renderer/bridge/thumb.tsx'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { useConfirm } from '#renderer/ui/dialog.tsx'
import { Broken, StateMessage } from '#renderer/ui/state-message.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import styles from './duplicates.module.css'
import { useGallery } from '../gallery.ts'
import { GridSkeleton } from '../grid/gallery-grid.tsx'
import u from '#renderer/ui/utilities.module.css'

/** Groups shown at first, and with each press for more. */
const STEP = 40

export function DuplicatesView({ onOpen }: { onOpen(assetId: string): void }) {
  const { text } = useFormatter()
  const { changes, details } = useGallery()
  const ask = useConfirm()
  const { data, error, reload } = useQuery('library.duplicates', {}, isOfLibrary)
  const [shown, setShown] = useState(STEP)
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  if (error !== null)
    return (
      <Broken title={text('gallery.duplicates.broken')} onRetry={reload}>
        {error.message}
      </Broken>
    )
  if (data === null) return <GridSkeleton />
  const groups = data.items
  if (groups.length === 0)
    return (
      <StateMessage icon={Copy} title={text('gallery.duplicates.none')}>
        {text('gallery.duplicates.none.text')}
      </StateMessage>
    )
  /** What is shown may be older than the library: the last one of a group is never trashed. */
  const trash = async (choices: readonly Choice[]): Promise<void> => {
    const found = await details.read(choices.map(([, keptId]) => keptId))
    if (!found.ok) return changes.fail(found.error)
    await changes.move('trash', othersOfAll(withLivingKept(choices, found.data)))
  }
  const choices = groups.map((group): Choice => [group, keptIn(group, chosen)])
  const all = othersOfAll(choices)
  const trashAll = {
    title: text('gallery.duplicates.trashAll.title', { count: all.length }),
    text: text('gallery.duplicates.trashAll.text'),
    confirm: text('gallery.duplicates.trashAll', { count: all.length }),
    refuse: text('action.keep', { count: all.length }),
    onConfirm: () => void trash(choices),
  }
  return (
    <div className={classNames(u.tall, u.scrollDown, styles.view)}>
      <div className={parts.ends}>
        <p className={parts.quiet}>{text('gallery.duplicates.text', { count: groups.length })}</p>
        <Button isDisabled={all.length === 0} onPress={() => ask(trashAll)}>
          {text('gallery.duplicates.trashAll', { count: all.length })}
        </Button>
      </div>
      <ul>
        {groups.slice(0, shown).map((group) => (
          <Group
            key={keyOf(group)}
            group={group}
            keptId={keptIn(group, chosen)}
            onKeep={(id) => setChosen([...chosen, { kind: group.kind, id }])}
            onTrashOthers={() => void trash([[group, keptIn(group, chosen)]])}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {groups.length > shown && (
        <Button onPress={() => setShown(shown + STEP)}>
          {text('gallery.duplicates.more', { count: groups.length - shown })}
        </Button>
      )}
    </div>
  )
}

function isOfLibrary({ name }: EventMessage): boolean {
  return name === 'library.changed' || name === 'asset.added'
}

function keyOf({ kind, assets }: DuplicateGroup): string {
  return `${kind}:${assets.map(({ id }) => id).join()}`
}

interface GroupProps {
  readonly group: DuplicateGroup
  readonly keptId: string
  onKeep(id: string): void
  onTrashOthers(): void
  onOpen(id: string): void
}

function Group({ group: { kind, assets }, keptId, onKeep, onTrashOthers, onOpen }: GroupProps) {
  const { text, bytes, dateTime } = useFormatter()
  return (
    <li className={styles.group}>
      <div className={parts.ends}>
        <h2>{text(`gallery.duplicates.${kind}`, { count: assets.length })}</h2>
        <Button kind="quiet" onPress={onTrashOthers}>
          {text('gallery.duplicates.trashOthers', { count: assets.length - 1 })}
        </Button>
      </div>
      <RadioGroup
        aria-label={text('gallery.duplicates.keep')}
        orientation="horizontal"
        value={keptId}
        onChange={onKeep}
        className={classNames(u.flex, u.wrap, u.gap16, styles.items)}
      >
        {assets.map(
          ({ id, kind: assetKind, title, prompt, width, height, mimeType, sizeBytes, createdAt, model }) => (
            <div key={id} className={styles.item}>
              <button
                type="button"
                className={classNames(u.centered, u.wide, u.pad0, u.unframed, u.well, styles.preview)}
                onClick={() => onOpen(id)}
              >
                <Thumb
                  id={id}
                  name={title || prompt || text('gallery.untitled')}
                  kind={assetKind}
                  className={styles.image}
                />
              </button>
              <Radio value={id} className={classNames(u.flex, u.gap8, u.corner, u.arrow, styles.radio)}>
                <span className={styles.dot} aria-hidden />
                <span className={classNames(u.column, u.narrows, u.quiet, u.breaks)}>
                  <span className={u.strong}>
                    {width === undefined ? mimeType : `${width} × ${height}`} · {bytes(sizeBytes)}
                  </span>
                  <span>{dateTime(createdAt)}</span>
                  <span>{model}</span>
                </span>
              </Radio>
            </div>
          ),
        )}
      </RadioGroup>
    </li>
  )
}

function othersThan({ assets }: DuplicateGroup, keptId: string): readonly string[] {
  return assets.map(({ id }) => id).filter((id) => id !== keptId)
}

/** An asset that the user wants to keep, of a kind of groups. */
export interface Chosen extends Pick<DuplicateGroup, 'kind'> {
  readonly id: string
}

/**
 * Which one of a group is kept: the one that was chosen last, else the best. A choice goes by the asset alone: others come to its group
 * and leave it while one chooses.
 */
export function keptIn({ kind, assets }: DuplicateGroup, chosen: readonly Chosen[]): string {
  const wanted = chosen.findLast((one) => one.kind === kind && assets.some(({ id }) => id === one.id))
  return wanted?.id ?? bestOf(assets)?.id ?? ''
}

/** One of the group's assets is kept. */
type Choice = readonly [group: DuplicateGroup, keptId: string]

/** Those whose kept one is in the library, not in its trash. */
export function withLivingKept(choices: readonly Choice[], kept: readonly Asset[]): readonly Choice[] {
  const living = new Set(kept.filter(({ trashedAt }) => trashedAt === undefined).map(({ id }) => id))
  return choices.filter(([, keptId]) => living.has(keptId))
}

/** An asset may be in two groups: what is kept in one of them stays. */
export function othersOfAll(groups: readonly Choice[]): readonly string[] {
  const kept = new Set(groups.map(([, keptId]) => keptId))
  const others = groups.flatMap(([group, keptId]) => othersThan(group, keptId))
  return [...new Set(others)].filter((id) => !kept.has(id))
}

/**
 * The one that the user cared for most: a favourite, then the highest rating, then tags or a title; among equals the one
 * with the most pixels, then the most bytes, then the oldest.
 */
export function bestOf(assets: readonly Asset[]): Asset | undefined {
  return assets.toSorted((a, b) => {
    const [one, other] = [worth(a), worth(b)]
    const at = one.findIndex((value, place) => value !== other[place])
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0)
  })[0]
}

function worth(asset: Asset): readonly number[] {
  const { favorite, rating, tags, title, width = 0, height = 0, sizeBytes, createdAt } = asset
  return [Number(favorite), rating, tags.length + (title ? 1 : 0), width * height, sizeBytes, -createdAt]
}
