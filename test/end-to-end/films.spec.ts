/** A film that the local service made plays in a real browser: to its end, with picture and sound, and can be sought in. */
import { expect } from '@playwright/test'
import { test, type Running } from './studio.ts'

const SECONDS = 2

test('plays to the end, in its length and size, with picture and sound', async ({ page, studio }) => {
  const service = await studio.startService()
  const film = await makeFilm(service)
  await page.goto(`${service.ready['baseUrl'] ?? ''}/ai/models`)
  const seen = await page.evaluate(playFilm, film.videoUrl)
  expect(seen).toMatchObject({ ended: true, width: 320, height: 180 })
  expect(Math.abs(seen.duration - SECONDS)).toBeLessThan(0.05)
  expect(Math.abs(seen.stoppedAt - SECONDS)).toBeLessThan(0.05)
  expect(seen.frames).toBeGreaterThanOrEqual(SECONDS * 24 - 2)
  expect(seen.soundBytes).toBeGreaterThan(1_000)
  for (const picture of [seen.atStart, seen.atEnd, seen.atMiddle]) {
    expect(picture.mean).toBeGreaterThan(20)
    expect(picture.spread).toBeGreaterThan(8)
  }
  expect(difference(seen.atStart.pixels, seen.atEnd.pixels)).toBeGreaterThan(1)
  expect(difference(seen.atMiddle.pixels, seen.atEnd.pixels)).toBeGreaterThan(0.3)
})

interface Picture {
  readonly pixels: readonly number[]
  readonly mean: number
  readonly spread: number
}

/** Runs in the page: plays the film once, then jumps back to its middle, and reads what is on the screen. */
async function playFilm(url: string) {
  const video = document.createElement('video')
  video.crossOrigin = 'anonymous'
  video.muted = true
  document.body.append(video)
  const happened = (name: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      video.addEventListener('error', () =>
        reject(new Error(video.error?.message ?? 'The film does not play.')),
      )
    })
  const look = (): Picture => {
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('The page has no canvas.')
    context.drawImage(video, 0, 0, 64, 36)
    const pixels = [...context.getImageData(0, 0, 64, 36).data].filter((_, at) => at % 4 === 1)
    const mean = pixels.reduce((sum, value) => sum + value, 0) / pixels.length
    const spread = Math.sqrt(pixels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels.length)
    return { pixels, mean, spread }
  }
  /** The next frame that is put on the screen. */
  const nextLook = (): Promise<Picture> =>
    new Promise((resolve) => void video.requestVideoFrameCallback(() => resolve(look())))
  const first = nextLook()
  const ready = happened('canplaythrough')
  video.src = url
  await ready
  const atStart = await first
  const ends = happened('ended')
  await video.play()
  await ends
  const atEnd = look()
  const { duration, ended, currentTime: stoppedAt, videoWidth: width, videoHeight: height } = video
  const counted = video as HTMLVideoElement & {
    readonly webkitAudioDecodedByteCount: number
    readonly webkitDecodedFrameCount: number
  }
  const soundBytes = counted.webkitAudioDecodedByteCount
  const frames = counted.webkitDecodedFrameCount
  const middle = nextLook()
  video.currentTime = duration / 2
  const atMiddle = await middle
  return { duration, ended, stoppedAt, width, height, soundBytes, frames, atStart, atEnd, atMiddle }
}

function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

async function makeFilm({ ready }: Running): Promise<{ readonly videoUrl: string }> {
  const headers = { Authorization: `Bearer ${ready['apiKey'] ?? ''}`, 'Content-Type': 'application/json' }
  const body = {
    provider: 'sample',
    mediaType: 'video',
    model: 'drifting-landscape',
    scene: 'text-to-video',
    prompt: 'a stormy sea at dusk with a red boat',
    options: { resolution: '320x180', duration: SECONDS, seed: 5 },
  }
  const base = `${ready['baseUrl'] ?? ''}/api/v1`
  const accepted = await fetch(`${base}/generate`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { data } = (await accepted.json()) as { data: { taskId: string } }
  let film: { readonly videoUrl: string } | undefined
  await expect
    .poll(
      async () => {
        const task = (await (await fetch(`${base}/task/${data.taskId}`, { headers })).json()) as TaskAnswer
        film = task.data.taskResult?.videos[0]
        return task.data.status
      },
      { timeout: 90_000, intervals: [250] },
    )
    .toBe('SUCCESS')
  if (film === undefined) throw new Error('The task has no film.')
  return film
}

interface TaskAnswer {
  readonly data: {
    readonly status: string
    readonly taskResult: { readonly videos: readonly { readonly videoUrl: string }[] } | null
  }
}
