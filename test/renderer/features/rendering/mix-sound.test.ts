/** Sound that cannot be decoded ends the work with its place, and is not left out. Node decodes PCM alone: here AAC is such a sound. */
import { createServer } from 'node:http'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  WavOutputFormat,
} from 'mediabunny'
import { afterEach, expect, test, vi } from 'vitest'
import type { RenderClip, RenderPlan } from '#contract/rendering.ts'
import { RenderProblem } from '#renderer/features/rendering/messages.ts'
import { openMix } from '#renderer/features/rendering/mix-sound.ts'
import { listen } from '#test/stand-ins/loopback.ts'

const SECOND = 48_000
/** AAC-LC, 48 kHz, two channels. */
const DESCRIPTION = Uint8Array.of(0x11, 0x90)

async function makeSound(codec: 'aac' | 'pcm-s16'): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({
    target,
    format: codec === 'aac' ? new Mp4OutputFormat() : new WavOutputFormat(),
  })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = {
    codec: codec === 'aac' ? 'mp4a.40.2' : 'pcm-s16',
    sampleRate: SECOND,
    numberOfChannels: 2,
    ...(codec === 'aac' && { description: DESCRIPTION }),
  }
  const bytes = new Uint8Array(SECOND * 4).fill(0x10)
  await source.add(new EncodedPacket(bytes, 'key', 0, 1), { decoderConfig })
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const close of closing.splice(0)) await close()
})

async function serveMedia(): Promise<void> {
  const files = { aac: await makeSound('aac'), pcm: await makeSound('pcm-s16'), torn: new Uint8Array(100) }
  const server = createServer(({ url, headers }, response) => {
    const file = files[url?.split('/').at(-1) as keyof typeof files]
    const [from = 0, to = file.length - 1] = (/(\d+)-(\d+)?/.exec(headers.range ?? '') ?? [])
      .slice(1)
      .filter((text) => text !== undefined)
      .map(Number)
    const end = Math.min(to, file.length - 1)
    response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${file.length}` })
    response.end(file.subarray(from, end + 1))
  })
  const { origin, close } = await listen(server)
  closing.push(close)
  vi.stubGlobal('location', new URL(origin))
}

const clip = (assetId: string, muted = false): RenderClip => ({
  shotId: assetId,
  number: 1,
  assetId,
  kind: 'video',
  inMs: 0,
  outMs: 1_000,
  muted,
  dropsFirstFrame: false,
})

const plan = (clips: readonly RenderClip[], sound: RenderPlan['sound'] = []): RenderPlan => ({
  name: 'Foxes',
  format: 'webm',
  width: 320,
  height: 240,
  frameRate: 24,
  clips,
  sound,
  normalise: false,
})

const track = (assetId: string, startMs = 0) => ({ assetId, startMs, levelDb: 0, fadeInMs: 0, fadeOutMs: 0 })

async function problemOf(wanted: RenderPlan): Promise<unknown> {
  const starts = [0, ...wanted.clips.map((_, index) => index + 1)]
  return openMix(wanted, starts).then(
    () => null,
    (error: unknown) => error instanceof RenderProblem && { reason: error.reason, clip: error.clip },
  )
}

test('names the clip or the track whose sound cannot be decoded', async () => {
  await serveMedia()
  expect(await problemOf(plan([clip('pcm'), clip('aac')]))).toEqual({ reason: 'noSoundDecoder', clip: 1 })
  const tracks = [track('pcm'), track('aac')]
  expect(await problemOf(plan([clip('pcm')], tracks))).toEqual({ reason: 'noTrackDecoder', clip: 1 })
  expect(await problemOf(plan([clip('pcm')], [track('torn')]))).toEqual({ reason: 'noTrackDecoder', clip: 0 })
})

test('asks nothing of sound that is not heard', async () => {
  await serveMedia()
  expect(await problemOf(plan([clip('pcm'), clip('aac', true)], [track('aac', 2_000)]))).toBeNull()
})

test('lays a sound under the clips at its place, level and fades, up to the end of the last one', async () => {
  await serveMedia()
  const music = { ...track('pcm', 500), levelDb: -6, fadeInMs: 400, fadeOutMs: 200 }
  // The clip itself is not heard; the sound is a constant, one second long, and is cut by the end.
  const made = await openMix(plan([clip('pcm', true)], [music]), [0, 1.25])
  const heard: number[] = []
  for await (const { sound } of made?.chunks() ?? []) heard.push(...sound[0])
  const full = 0x1010 / 0x8000
  const at = (seconds: number): number => (heard[Math.round(seconds * SECOND)] ?? Number.NaN) / full
  const level = 10 ** (-6 / 20)
  expect(heard).toHaveLength(1.25 * SECOND)
  const times = [0.25, 0.499, 0.7, 0.9, 1.05, 1.15]
  const wanted = [0, 0, level / 2, level, level, level / 2]
  expect(times.map((seconds) => Number(at(seconds).toFixed(3)))).toEqual(
    wanted.map((share) => Number(share.toFixed(3))),
  )
})
