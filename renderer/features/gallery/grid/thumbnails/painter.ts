/**
 * Draws thumbnails on the canvases of the grid. Requests them from the worker a few at a time, those in sight first, and
 * drops those that leave the page.
 */
import type { WorkerRequest, ThumbnailReady } from './messages.ts'

export interface ThumbnailRequest {
  /** Of the asset. */
  readonly id: string
  /** The cell's size in device pixels. */
  readonly width: number
  readonly height: number
  /** The cell's place in the order: it decides which thumbnail is next. */
  readonly index: number
}

/** What is in sight, as places in the order. */
export interface VisibleRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Where the reader is heading; null while the grid rests. */
  readonly heading: 'up' | 'down' | null
}

/** The worker that prepares thumbnails. */
export interface ThumbnailThread {
  send(request: WorkerRequest): void
  onReady(listener: (ready: ThumbnailReady) => void): void
}

/** Thumbnails that the worker has at once. More are asked for when half of them are there, in one request. */
const MAX_ASKED = 12

interface Waiting {
  readonly canvas: HTMLCanvasElement
  readonly request: ThumbnailRequest
  onMissing(): void
}

/** The worker starts with the first thumbnail, or with `prepare`. */
export function createThumbnailPainter(startThread: () => ThumbnailThread = startWorker) {
  /** Not requested yet, by key. */
  const waiting = new Map<number, Waiting>()
  const asked = new Map<number, Waiting>()
  let dropped: number[] = []
  let thread: ThumbnailThread | null = null
  let visible: VisibleRange = { from: 0, to: 0, heading: null }
  let lastKey = 0
  let isScheduled = false

  function start(): ThumbnailThread {
    const started = startThread()
    started.onReady(({ key, bitmap }) => {
      const found = asked.get(key)
      asked.delete(key)
      if (bitmap === null) found?.onMissing()
      else {
        if (found !== undefined) draw(found.canvas, bitmap)
        bitmap.close()
      }
      sendSoon()
    })
    return started
  }
  /** Gathers what is wanted and dropped at once, such as a row that comes and one that leaves. */
  function sendSoon(): void {
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(send)
  }
  function send(): void {
    isScheduled = false
    const wanted = []
    const most = asked.size > MAX_ASKED / 2 ? 0 : MAX_ASKED
    while (waiting.size > 0 && asked.size < most) {
      const key = nextKey()
      const next = waiting.get(key)
      if (next === undefined) break
      waiting.delete(key)
      asked.set(key, next)
      const { id, width, height } = next.request
      wanted.push({ key, id, width, height })
    }
    if (wanted.length === 0 && dropped.length === 0) return
    thread ??= start()
    thread.send({ wanted, dropped })
    dropped = []
  }
  function nextKey(): number {
    let [best, bestRank] = [-1, Infinity]
    for (const [key, { request }] of waiting) {
      const rank = rankOf(request.index, visible)
      if (rank < bestRank) [best, bestRank] = [key, rank]
    }
    return best
  }
  return {
    /** Draws when the thumbnail is ready, or calls `onMissing` where there is none. The returned function cancels. */
    paint(canvas: HTMLCanvasElement, request: ThumbnailRequest, onMissing: () => void): () => void {
      const key = ++lastKey
      waiting.set(key, { canvas, request, onMissing })
      sendSoon()
      return () => {
        waiting.delete(key)
        if (!asked.delete(key)) return
        dropped.push(key)
        sendSoon()
      }
    },
    /** Lets the worker start while what it will have to do is not known yet. */
    prepare(): void {
      thread ??= start()
    },
    setVisible(next: VisibleRange): void {
      visible = next
    },
  }
}

/** The lowest rank is next: what is in sight before what is near, and of these what stays in sight longest. */
export function rankOf(index: number, { from, to, heading }: VisibleRange): number {
  const isInSight = index >= from && index < to
  if (isInSight) return heading === 'down' ? to - index : index - from
  const isAhead = heading === 'up' ? index < from : index >= to
  const distance = index < from ? from - index : index - to + 1
  return to - from + distance * (isAhead ? 1 : 4)
}

function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  // In main memory: on the graphics card each of hundreds of canvases would be a layer.
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(bitmap, 0, 0)
  canvas.dataset['painted'] = ''
}

function startWorker(): ThumbnailThread {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' })
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    send: (request) => worker.postMessage(request),
    onReady: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<ThumbnailReady>) => listener(data)),
  }
}
