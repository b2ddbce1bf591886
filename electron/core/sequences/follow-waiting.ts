/** Goes on with waiting shots soon after something changed that they may wait for, and with what a task made: once for many changes. */
import type { Task } from '#contract/tasks.ts'
import { createBackgroundQueue } from '../library/background-queue.ts'
import { advance, endWaiting, type NeededFrame, type SendDeps, shareTakes } from './send-shots.ts'

export function createFollower(deps: SendDeps, log: (line: string) => void, signal: AbortSignal) {
  const queue = createBackgroundQueue(log)
  const reading = new Set<string>()
  const saved: Task[] = []
  let isMarked = false
  const goOn = async (): Promise<void> => {
    isMarked = false
    for (const task of saved.splice(0)) shareTakes(deps, task)
    for (const id of signal.aborted ? [] : deps.waiting.sequences()) {
      for (const frame of advance(deps, id)) queue.runBeside(() => readFrame(id, frame))
    }
  }
  const soon = (): void => {
    if (isMarked || signal.aborted) return
    isMarked = true
    queue.runLater(goOn)
  }
  /** Takes as long as nobody opens a page that can decode the video. */
  const readFrame = async (id: string, { shotId, asset }: NeededFrame): Promise<void> => {
    const key = `${id} ${shotId}`
    if (reading.has(key)) return
    reading.add(key)
    try {
      const frame = await deps.lastFrame(asset, signal)
      if (!frame.ok) endWaiting(deps, id, shotId, frame)
      soon()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      reading.delete(key)
    }
  }
  return {
    soon,
    /** What it made is shown by every shot that asked for it. */
    saved: (task: Task): void => {
      saved.push(task)
      soon()
    },
    close: queue.close,
  }
}
