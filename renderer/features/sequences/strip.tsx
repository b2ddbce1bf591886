/** The shots in their order, as large images with their length and state. */
import {
  Check,
  CircleAlert,
  Copy,
  type Icon,
  ImageUp,
  Plus,
  RefreshCw,
  Trash2,
  VolumeX,
} from '#renderer/icons.tsx'
import type { KeyboardEvent, MouseEvent } from 'react'
import { ListBox, ListBoxItem, useDragAndDrop } from 'react-aria-components'
import { useStore } from 'zustand'
import type { ShotState } from '#contract/sequences.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useContextMenu } from '../../ui/menu.tsx'
import parts from '../../ui/parts.module.css'
import { Progress } from '../../ui/progress.tsx'
import { rowKeyAt } from '../../ui/row-key.ts'
import { useFormatter } from '../../ui/text.ts'
import { type EditedShot, goesOnFrom, stillOf } from './edits.ts'
import { Clock, Link } from './icons.tsx'
import { Picture } from './picture.tsx'
import { useChosenShot, useOpenSequence, usePlanned, useSession } from './sequence-context.ts'
import styles from './strip.module.css'
import { shownPart } from './timeline.ts'
import { useShotEdits } from './use-shot-edits.ts'

/** Marks the page's own drag. */
const SHOT_TYPE = 'application/x-atelier-shot'

export const STATE_ICONS: Readonly<Record<ShotState, Icon>> = {
  made: Check,
  open: RefreshCw,
  stale: CircleAlert,
  new: Plus,
  waiting: Clock,
}

export function Strip() {
  const { text } = useFormatter()
  const { clips, chosen, playback } = useOpenSequence()
  const shot = useChosenShot()
  const edits = useShotEdits()
  const { menu, openAt } = useShotMenu()
  const { parts: shots } = clips
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => Array.from(keys, (key) => ({ [SHOT_TYPE]: String(key) })),
    onReorder({ keys, target }) {
      const [id] = Array.from(keys, String)
      if (id === undefined) return
      const others = shots.filter((one) => one.id !== id)
      const at = others.findIndex((one) => one.id === target.key)
      edits.moveBefore(id, others[target.dropPosition === 'before' ? at : at + 1]?.id ?? null)
    },
  })
  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (!event.altKey || step === null || shot === undefined) return
    event.preventDefault()
    event.stopPropagation()
    edits.move(shot.id, step)
  }
  return (
    <div className={styles.place}>
      <div role="presentation" className={styles.scroll} onKeyDownCapture={press} onContextMenu={openAt}>
        <ListBox
          aria-label={text('sequence.shots')}
          orientation="horizontal"
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          escapeKeyBehavior="none"
          selectedKeys={shot === undefined ? [] : [shot.id]}
          onSelectionChange={(keys) => {
            const [id] = keys === 'all' ? [] : Array.from(keys, String)
            if (id === undefined) return
            chosen.setState(id, true)
            playback.seekShot(id)
          }}
          dragAndDropHooks={dragAndDropHooks}
          items={shots.map((one, index) => ({ id: one.id, shot: one, index }))}
          dependencies={[clips]}
          data-strip
          className={classNames(styles.strip)}
        >
          {({ shot: one, index }) => <ShotCard shot={one} index={index} />}
        </ListBox>
        <Button kind="quiet" icon={Plus} className={styles.add} onPress={() => void edits.add()}>
          {text('sequence.shot.add')}
        </Button>
      </div>
      <ShotTools />
      {menu}
    </div>
  )
}

function ShotTools() {
  const { text } = useFormatter()
  const edits = useShotEdits()
  const shot = useChosenShot()
  if (shot === undefined) return null
  return (
    <div role="toolbar" aria-label={text('sequence.shot.tools')} className={styles.tools}>
      <IconButton
        icon={Copy}
        label={text('sequence.shot.duplicate')}
        onPress={() => edits.duplicate(shot.id)}
      />
      <IconButton
        icon={Trash2}
        label={text('sequence.shot.remove')}
        shortcut="Delete"
        onPress={() => edits.remove(shot.id)}
      />
    </div>
  )
}

export function useShotName(): (shot: EditedShot) => string {
  const { text } = useFormatter()
  return ({ title, prompt }) => title || prompt.trim() || text('sequence.shot.untitled')
}

function ShotCard({ shot, index }: { readonly shot: EditedShot; readonly index: number }) {
  const { text } = useFormatter()
  const { clips, playback } = useOpenSequence()
  const isInSight = useStore(playback.store, (state) => state.shotId === shot.id)
  const hasStill = useSession(({ value }) => stillOf(value, shot.id) !== undefined)
  const name = useShotName()(shot)
  const clip = clips.clipOf(shot)
  const picture = clips.pictureOf(shot)
  const part = clip && shownPart(shot, clip)
  return (
    // What is typed in the strip is a key, and no name begins with one.
    <ListBoxItem
      id={shot.id}
      textValue={`${index + 1} ${name}`}
      className={classNames(styles.card, isInSight && styles.inSight)}
    >
      <Picture clip={picture}>
        {picture === undefined && <ImageUp size={18} strokeWidth={1.75} aria-hidden />}
        <span className={styles.number}>{index + 1}</span>
        {part !== undefined && part.outMs > part.inMs && (
          <span className={parts.badge}>
            {shot.muted === true && <VolumeX size={12} aria-label={text('sequence.shot.muted')} />}
            {text('sequence.seconds', { seconds: (part.outMs - part.inMs) / 1000 })}
          </span>
        )}
        <ShotProgress shotId={shot.id} />
      </Picture>
      <span className={classNames(parts.line, styles.name)}>
        {(goesOnFrom(shot) !== undefined || hasStill) && (
          <Link size={12} aria-label={text(hasStill ? 'sequence.from.still' : 'sequence.from.shot.short')} />
        )}
        {name}
      </span>
      <ShotStateLine shotId={shot.id} />
    </ListBoxItem>
  )
}

/** As an icon and in words; empty until it is known. */
export function ShotStateLine({ shotId }: { readonly shotId: string }) {
  const { text } = useFormatter()
  const planned = usePlanned(shotId)
  const task = useSession((state) => state.tasks[shotId])
  if (planned === undefined) return <span className={styles.state} />
  const { state, reason, taskId } = planned
  const Icon = STATE_ICONS[state]
  const isTask = state === 'open' && task?.id === taskId && task !== undefined
  return (
    <span className={classNames(parts.line, styles.state, styles[state])} title={reason?.text}>
      <Icon size={14} aria-hidden />
      {text(isTask ? `task.state.${task.state}` : `sequence.state.${state}`)}
    </span>
  )
}

function ShotProgress({ shotId }: { readonly shotId: string }) {
  const { text } = useFormatter()
  const planned = usePlanned(shotId)
  const progress = useHostState('progress', (state) => state[planned?.taskId ?? ''])
  if (planned?.state !== 'open') return null
  return (
    <span className={styles.progress}>
      <Progress
        label={text('sequence.state.open')}
        done={progress?.fraction ?? 0}
        total={progress?.fraction === undefined ? null : 1}
      />
    </span>
  )
}

function useShotMenu() {
  const { text } = useFormatter()
  const { clips } = useOpenSequence()
  const edits = useShotEdits()
  const { menu, open } = useContextMenu<string>()
  return {
    menu,
    /** For the card that the event is in. */
    openAt(event: MouseEvent): void {
      const at = clips.parts.findIndex(({ id }) => id === rowKeyAt(event))
      const shot = clips.parts[at]
      if (shot === undefined) return
      const { id } = shot
      const items = [
        { id: 'take', label: text('sequence.take.new'), run: () => edits.newTake(shot) },
        { id: 'duplicate', label: text('sequence.shot.duplicate'), run: () => edits.duplicate(id) },
        {
          id: 'earlier',
          label: text('sequence.shot.earlier'),
          shortcut: 'Alt ←',
          isDisabled: at === 0,
          run: () => edits.move(id, -1),
        },
        {
          id: 'later',
          label: text('sequence.shot.later'),
          shortcut: 'Alt →',
          isDisabled: at === clips.parts.length - 1,
          run: () => edits.move(id, 1),
        },
        {
          id: 'remove',
          label: text('sequence.shot.remove'),
          shortcut: 'Delete',
          run: () => edits.remove(id),
        },
      ]
      open(event, {
        label: text('sequence.shot', { number: at + 1 }),
        items,
        onChoose: (choice) => items.find((item) => item.id === choice)?.run(),
      })
    },
  }
}
