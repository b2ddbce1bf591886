/** What is done with the shots of the open sequence, from buttons, menus and keys. */
import { duplicated, type EditedShot, inserted, moved, patched, removed, split } from './edits.ts'
import { useOpenSequence } from './sequence-context.ts'
import { frameAt, type Segment, segmentAt, MIN_CLIP_MS } from './timeline.ts'
import { shownOf } from './use-clips.ts'

export const createId = (): string => window.crypto.randomUUID()

interface Head {
  readonly segment: Segment
  readonly shot: EditedShot
  readonly fromMs: number
  readonly toMs: number
}

export function useShotEdits() {
  const { session, playback, clips, chosen, uses, onGenerate } = useOpenSequence()
  const shown = (id: string): string | undefined => {
    const shot = clips.parts.find((one) => one.id === id)
    return shot && shownOf(shot, session.store.getState())
  }

  /** The video at the play head, and the frame that is shown of it, in ms of its file. */
  function head(): Head | null {
    const { timeMs } = playback.store.getState()
    const segment = clips.segments[segmentAt(clips.segments, timeMs)]
    const shot = clips.parts.find(({ id }) => id === segment?.shotId)
    if (segment?.kind !== 'video' || shot === undefined) return null
    const rate = segment.frameRate
    if (rate !== undefined) return { segment, shot, ...frameAt(segment, timeMs, rate) }
    const atMs = Math.round(segment.inMs + timeMs - segment.startMs)
    return { segment, shot, fromMs: atMs, toMs: atMs }
  }
  /** Begins or ends the shot with the frame that is shown. */
  function cut(side: 'in' | 'out'): boolean {
    const at = head()
    if (at === null) return false
    const { segment, shot, fromMs, toMs } = at
    const trim =
      side === 'in'
        ? { inMs: Math.min(fromMs, segment.outMs - MIN_CLIP_MS), outMs: segment.outMs }
        : {
            inMs: ownInMs(segment),
            outMs: Math.min(Math.max(toMs, segment.inMs + MIN_CLIP_MS), segment.outMs),
          }
    chosen.setState(shot.id, true)
    session.edit(patched(shot.id, { trim }))
    if (side === 'in') playback.seek(segment.startMs)
    return true
  }
  return {
    cut,
    /** In two, before the frame that is shown. */
    split(): boolean {
      const at = head()
      if (at === null) return false
      const { segment, shot, fromMs: atMs } = at
      session.edit(split(shot.id, { ...segment, inMs: ownInMs(segment) }, atMs, createId))
      return true
    },
    /** A new shot behind the chosen one, which asks for the same model. */
    async add(): Promise<void> {
      const after = clips.parts.find(({ id }) => id === chosen.getState()) ?? clips.parts.at(-1)
      const first = after ?? (await uses.firstModel('video'))
      if (first === null) return
      const { mediaType, provider, model } = first
      const options = after?.options
      const shot = { id: createId(), mediaType, provider, model, options, prompt: '' }
      session.edit(inserted([shot], after?.id ?? null))
      chosen.setState(shot.id, true)
    },
    duplicate(id: string): void {
      session.edit(duplicated(id, shown(id), createId))
    },
    remove(id: string): void {
      const at = clips.parts.findIndex((shot) => shot.id === id)
      session.edit(removed(id, shown(id)))
      chosen.setState((clips.parts[at + 1] ?? clips.parts[at - 1])?.id ?? null, true)
    },
    move(id: string, step: 1 | -1): void {
      const at = clips.parts.findIndex((shot) => shot.id === id)
      if (at + step < 0 || at + step >= clips.parts.length) return
      const before = step < 0 ? clips.parts[at - 1] : clips.parts[at + 2]
      session.edit(moved(id, before?.id ?? null))
    },
    moveBefore(id: string, before: string | null): void {
      session.edit(moved(id, before))
    },
    /** Asks before another take of the same request is sent. */
    newTake(shot: EditedShot): void {
      session.edit(patched(shot.id, { newTake: (shot.newTake ?? 0) + 1, take: undefined }))
      onGenerate([shot.id], () => session.undo())
    },
  }
}

/** Where the shot itself begins: a first frame that is left out is part of it, until the shot before shows something else. */
function ownInMs({ inMs, droppedMs }: Segment): number {
  return inMs - droppedMs
}
