/** Groups of the same or similar files: one of each is kept, the others go to the trash. */
import { CircleAlert, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DuplicateGroup } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/dialog.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { GridSkeleton } from '../grid/grid-skeleton.tsx'
import { useGallery } from '../use-gallery.ts'
import { bestOf } from './best-of.ts'
import { DuplicateGroupRow } from './duplicate-group.tsx'
import { createDuplicates, type Duplicates } from './duplicates.ts'
import styles from './duplicates.module.css'

/** Groups shown at first, and with each press for more. */
const STEP = 40

export function DuplicatesView({ onOpen }: { onOpen(assetId: string): void }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const { groups, error, load } = useDuplicates()
  const [shown, setShown] = useState(STEP)
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map())
  const [isAsking, setAsking] = useState(false)

  if (error !== null)
    return (
      <StateMessage
        icon={CircleAlert}
        tone="broken"
        title={text('gallery.duplicates.broken')}
        action={<Button onPress={() => void load()}>{text('action.retry')}</Button>}
      >
        {error.message}
      </StateMessage>
    )
  if (groups === null) return <GridSkeleton />
  if (groups.length === 0)
    return (
      <StateMessage icon={Copy} title={text('gallery.duplicates.none')}>
        {text('gallery.duplicates.none.text')}
      </StateMessage>
    )
  const keptIn = (group: DuplicateGroup): string => kept.get(keyOf(group)) ?? bestOf(group.assets)?.id ?? ''
  const othersOf = (group: DuplicateGroup): readonly string[] =>
    group.assets.map(({ id }) => id).filter((id) => id !== keptIn(group))
  const all = [...new Set(groups.flatMap(othersOf))]
  const trash = (ids: readonly string[]): void => void changes.getState().trash(ids).then(load)
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <p>{text('gallery.duplicates.text', { count: groups.length })}</p>
        <Button onPress={() => setAsking(true)}>
          {text('gallery.duplicates.trashAll', { count: all.length })}
        </Button>
      </div>
      <ul>
        {groups.slice(0, shown).map((group) => (
          <DuplicateGroupRow
            key={keyOf(group)}
            group={group}
            keptId={keptIn(group)}
            onKeep={(id) => setKept(new Map([...kept, [keyOf(group), id]]))}
            onTrashOthers={() => trash(othersOf(group))}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {groups.length > shown && (
        <Button onPress={() => setShown(shown + STEP)}>
          {text('gallery.duplicates.more', { count: groups.length - shown })}
        </Button>
      )}
      <Confirm
        isOpen={isAsking}
        title={text('gallery.duplicates.trashAll.title', { count: all.length })}
        text={text('gallery.duplicates.trashAll.text')}
        confirm={text('gallery.toTrash')}
        onConfirm={() => trash(all)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function keyOf({ kind, assets }: DuplicateGroup): string {
  return `${kind}:${assets.map(({ id }) => id).join()}`
}

/** The groups; loaded again after an undo. */
function useDuplicates(): Duplicates {
  const { bridge } = useHost()
  const { changes } = useGallery()
  const [duplicates] = useState(() => createDuplicates(bridge))
  const { load } = duplicates.getState()
  useEffect(() => void load(), [load])
  useEffect(
    () =>
      changes.subscribe((now, before) => {
        if (now.last !== before.last && now.last?.isUndone === true) void load()
      }),
    [changes, load],
  )
  return useStore(duplicates)
}
