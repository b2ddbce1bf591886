/**
 * A worker that fetches thumbnails, decodes them and crops them to their cells, so that the page only has to
 * draw them, and holds only the pixels in sight. (Chromium keeps up to a thousand decoded images of <img>s that
 * are gone: SoftwareImageDecodeCache in cc/tiles.)
 */
import { createThumbnailSplitter, thumbnailsUrl } from '#contract/rules/thumbnails.ts'
import { coverOf, type WorkerRequest, type ThumbnailReady, type ThumbnailJob } from './messages.ts'

/** Thumbnails of one request that are still needed and not ready. */
interface Batch {
  readonly open: Set<number>
  readonly leaving: AbortController
}

const batches = new Set<Batch>()

addEventListener('message', ({ data: { wanted, dropped } }: MessageEvent<WorkerRequest>) => {
  for (const { open, leaving } of batches) {
    for (const key of dropped) open.delete(key)
    if (open.size === 0) leaving.abort()
  }
  if (wanted.length > 0) void prepare(wanted)
})

async function prepare(jobs: readonly ThumbnailJob[]): Promise<void> {
  const batch: Batch = { open: new Set(jobs.map(({ key }) => key)), leaving: new AbortController() }
  const { open, leaving } = batch
  batches.add(batch)
  const decoding: Promise<void>[] = []
  const split = createThumbnailSplitter((place, image) => {
    const job = jobs[place]
    if (job !== undefined && open.has(job.key) && image.length > 0) decoding.push(decode(job, image, open))
  })
  try {
    const address = thumbnailsUrl(jobs.map(({ id }) => id))
    const response = await fetch(address, { signal: leaving.signal, cache: 'no-store' })
    const reader = response.ok ? response.body?.getReader() : undefined
    for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read())
      split(chunk.value)
  } catch {
    // Nobody needs them any more, or the host is away.
  }
  await Promise.all(decoding)
  batches.delete(batch)
  for (const key of open) postMessage({ key, bitmap: null } satisfies ThumbnailReady)
}

async function decode(
  { key, width, height }: ThumbnailJob,
  image: Uint8Array<ArrayBuffer>,
  open: Set<number>,
): Promise<void> {
  try {
    const whole = await createImageBitmap(new Blob([image]))
    const part = coverOf(whole, { width, height })
    const bitmap = await createImageBitmap(whole, part.x, part.y, part.width, part.height, {
      resizeWidth: part.targetWidth,
      resizeHeight: part.targetHeight,
      resizeQuality: 'medium',
    })
    whole.close()
    if (open.delete(key)) postMessage({ key, bitmap } satisfies ThumbnailReady, { transfer: [bitmap] })
    else bitmap.close()
  } catch {
    // No image that can be decoded: told with those that there are none of.
  }
}
