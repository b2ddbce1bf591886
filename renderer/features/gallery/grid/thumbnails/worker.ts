/**
 * A worker that fetches thumbnails, decodes them and crops them to their cells, so that the page only has to
 * draw them, and holds only the pixels in sight. (Chromium keeps up to a thousand decoded images of <img>s that
 * are gone: SoftwareImageDecodeCache in cc/tiles.)
 */
import { coverOf, type WorkerRequest, type ThumbnailReady, type ThumbnailJob } from './messages.ts'

const underWay = new Map<number, AbortController>()

addEventListener('message', ({ data: { wanted, dropped } }: MessageEvent<WorkerRequest>) => {
  for (const key of dropped) underWay.get(key)?.abort()
  for (const job of wanted) void prepare(job)
})

async function prepare(job: ThumbnailJob): Promise<void> {
  const { key } = job
  const leaving = new AbortController()
  underWay.set(key, leaving)
  const bitmap = await load(job, leaving.signal)
  underWay.delete(key)
  if (leaving.signal.aborted) bitmap?.close()
  else postMessage({ key, bitmap } satisfies ThumbnailReady, { transfer: bitmap === null ? [] : [bitmap] })
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
