/**
 * A worker that fetches thumbnails, decodes them and crops them to their cells, so that the page only has to
 * draw them, and holds only the pixels in sight. (Chromium keeps up to a thousand decoded images of <img>s that
 * are gone: SoftwareImageDecodeCache in cc/tiles.)
 */
import { coverOf, type WorkerRequest, type ThumbnailReady, type ThumbnailJob } from './messages.ts'

/** A browser has six connections to a host over HTTP/1.1; one of them carries the events. */
const MOST_AT_ONCE = 5

const waiting = new Map<number, ThumbnailJob>()
const underWay = new Map<number, AbortController>()

addEventListener('message', ({ data: { wanted, dropped } }: MessageEvent<WorkerRequest>) => {
  for (const key of dropped) {
    waiting.delete(key)
    underWay.get(key)?.abort()
  }
  for (const picture of wanted) waiting.set(picture.key, picture)
  startSome()
})

function startSome(): void {
  for (const [key, wanted] of waiting) {
    if (underWay.size >= MOST_AT_ONCE) return
    waiting.delete(key)
    void prepare(wanted)
  }
}

async function prepare(wanted: ThumbnailJob): Promise<void> {
  const { key } = wanted
  const leaving = new AbortController()
  underWay.set(key, leaving)
  const bitmap = await load(wanted, leaving.signal)
  underWay.delete(key)
  if (!leaving.signal.aborted) reply({ key, bitmap })
  startSome()
}

async function load(
  { address, width, height }: ThumbnailJob,
  signal: AbortSignal,
): Promise<ImageBitmap | null> {
  try {
    const response = await fetch(address, { signal })
    if (!response.ok) return null
    const whole = await createImageBitmap(await response.blob())
    const part = coverOf(whole, { width, height })
    const bitmap = await createImageBitmap(whole, part.x, part.y, part.width, part.height, {
      resizeWidth: part.targetWidth,
      resizeHeight: part.targetHeight,
      resizeQuality: 'medium',
    })
    whole.close()
    return bitmap
  } catch {
    return null
  }
}

function reply(ready: ThumbnailReady): void {
  postMessage(ready, { transfer: ready.bitmap === null ? [] : [ready.bitmap] })
}
