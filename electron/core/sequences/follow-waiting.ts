/** Goes on with waiting shots soon after something changed that they may wait for: once for many changes. */
import { createBackgroundQueue } from '../library/background-queue.ts'
import { advance, endWaiting, type NeededFrame, type SendDeps } from './send-shots.ts'

export function createFollower(deps: SendDeps, log: (line: string) => void, signal: AbortSignal) {
  const queue = createBackgroundQueue(log)
  const reading = new Set<string>()
  let isMarked = false
  const goOn = async (): Promise<void> => {
    isMarked = false
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
  return { soon, close: queue.close }
}
