/** What the local service makes plays in a real browser: to its end, as long as it was asked for, and can be sought in. */
import { expect } from '@playwright/test'
import { test, type Running } from './studio.ts'

const VIDEO_SECONDS = 2
const MUSIC_SECONDS = 5

test('a video plays to the end, in its length and size, with image and audio', async ({ page, studio }) => {
  const service = await studio.startService()
  const { videos } = await make(service, {
    mediaType: 'video',
    model: 'drifting-landscape',
    scene: 'text-to-video',
    prompt: 'a stormy sea at dusk with a red boat',
    options: { resolution: '320x180', duration: VIDEO_SECONDS, seed: 5 },
  })
  await page.goto(`${service.ready['baseUrl'] ?? ''}/ai/models`)
  const seen = await page.evaluate(playVideo, videos?.[0]?.videoUrl ?? '')
  expect(seen).toMatchObject({ ended: true, width: 320, height: 180 })
  expect(Math.abs(seen.duration - VIDEO_SECONDS)).toBeLessThan(0.05)
  expect(Math.abs(seen.stoppedAt - VIDEO_SECONDS)).toBeLessThan(0.05)
  expect(seen.frames).toBeGreaterThanOrEqual(VIDEO_SECONDS * 24 - 2)
  expect(seen.audioBytes).toBeGreaterThan(1_000)
  for (const frame of [seen.atStart, seen.atEnd, seen.atMiddle]) {
    expect(frame.mean).toBeGreaterThan(20)
    expect(frame.spread).toBeGreaterThan(8)
  }
  expect(difference(seen.atStart.pixels, seen.atEnd.pixels)).toBeGreaterThan(1)
  expect(difference(seen.atMiddle.pixels, seen.atEnd.pixels)).toBeGreaterThan(0.3)
})

test('music plays as MP3 and as WAV to its end, exactly as long as it was asked for', async ({
  page,
  studio,
}) => {
  const service = await studio.startService()
  const addresses = await Promise.all(
    ['mp3', 'wav'].map(async (output_format) => {
      const { audios } = await make(service, {
        mediaType: 'music',
        model: 'small-ensemble',
        scene: 'text-to-music',
        prompt: 'a calm waltz',
        options: { duration: MUSIC_SECONDS, output_format, seed: 4 },
      })
      return audios?.[0]?.audio_url ?? ''
    }),
  )
  await page.setContent('<button>Play</button>')
  // Browsers demand a click.
  await page.getByRole('button', { name: 'Play' }).click()
  for (const { error, duration, endedAt } of await page.evaluate(playAudio, addresses)) {
    expect(error).toBeNull()
    expect(duration).toBeCloseTo(MUSIC_SECONDS, 2)
    expect(endedAt).toBeCloseTo(duration, 1)
  }
})

/** Runs in the page: plays all of them at the same time. */
function playAudio(addresses: readonly string[]) {
  return Promise.all(
    addresses.map(async (address) => {
      const audio = new Audio(address)
      const over = new Promise<string | null>((resolve) => {
        audio.addEventListener('ended', () => resolve(null), { once: true })
        audio.addEventListener('error', () => resolve(audio.error?.message ?? 'unknown'), { once: true })
      })
      await audio.play()
      return { error: await over, duration: audio.duration, endedAt: audio.currentTime }
    }),
  )
}

interface Frame {
  readonly pixels: readonly number[]
  readonly mean: number
  readonly spread: number
}

/** Runs in the page: plays the video once, then jumps back to its middle, and reads what is on the screen. */
async function playVideo(url: string) {
  const video = document.createElement('video')
  video.crossOrigin = 'anonymous'
  video.muted = true
  document.body.append(video)
  const happened = (name: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      video.addEventListener('error', () =>
        reject(new Error(video.error?.message ?? 'The video does not play.')),
      )
    })
  const readFrame = (): Frame => {
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
  /** The next one that is put on the screen. */
  const nextFrame = (): Promise<Frame> =>
    new Promise((resolve) => void video.requestVideoFrameCallback(() => resolve(readFrame())))
  const first = nextFrame()
  const ready = happened('canplaythrough')
  video.src = url
  await ready
  const atStart = await first
  const ends = happened('ended')
  await video.play()
  await ends
  const atEnd = readFrame()
  const { duration, ended, currentTime: stoppedAt, videoWidth: width, videoHeight: height } = video
  const counted = video as HTMLVideoElement & {
    readonly webkitAudioDecodedByteCount: number
    readonly webkitDecodedFrameCount: number
  }
  const audioBytes = counted.webkitAudioDecodedByteCount
  const frames = counted.webkitDecodedFrameCount
  const middle = nextFrame()
  video.currentTime = duration / 2
  const atMiddle = await middle
  return { duration, ended, stoppedAt, width, height, audioBytes, frames, atStart, atEnd, atMiddle }
}

function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

interface Made {
  readonly videos?: readonly { readonly videoUrl: string }[]
  readonly audios?: readonly { readonly audio_url: string }[]
}

/** Resolves to the results of a finished task. */
async function make({ ready }: Running, request: object): Promise<Made> {
  const headers = { authorization: `Bearer ${ready['apiKey'] ?? ''}`, 'content-type': 'application/json' }
  const base = `${ready['baseUrl'] ?? ''}/api/v1`
  const body = JSON.stringify({ provider: 'sample', ...request })
  const accepted = await fetch(`${base}/generate`, { method: 'POST', headers, body })
  const { data } = (await accepted.json()) as { data: { taskId: string } }
  let made: Made = {}
  await expect
    .poll(
      async () => {
        const response = await fetch(`${base}/task/${data.taskId}`, { headers })
        const task = (await response.json()) as { data: { status: string; taskResult: Made | null } }
        made = task.data.taskResult ?? {}
        return task.data.status
      },
      { timeout: 90_000 },
    )
    .toBe('SUCCESS')
  return made
}
