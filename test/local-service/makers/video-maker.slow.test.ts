/**
 * Videos over HTTP, read back by another program.
 *
 * @slow Sample service: videos from words, images and videos, byte for byte.
 */
import { readFile } from 'node:fs/promises'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { until } from '#test/stand-ins/until.ts'
import {
  getTask,
  makeFolder,
  postGenerate,
  startService,
  submit,
  taskResponse,
  type TaskData,
} from '../support/service.ts'
import { writeTinyVideo } from '../support/makers.ts'

const videoResult = z.object({
  videos: z.array(
    z.object({
      videoUrl: z.url(),
      thumbnailUrl: z.url(),
      width: z.int(),
      height: z.int(),
      duration: z.number(),
      fps: z.number(),
      has_audio: z.boolean(),
      seed: z.int(),
      content_type: z.literal('video/mp4'),
    }),
  ),
  made_by: z.literal('Sample studio'),
  note: z.string(),
})

let service: Awaited<ReturnType<typeof startService>>
let folder: Awaited<ReturnType<typeof makeFolder>>

beforeAll(async () => {
  service = await startService({ workers: 2 })
  folder = await makeFolder()
})
afterAll(async () => {
  await service.stop()
  await folder.remove()
})

/** Several videos are made one after the other in one test, on whatever else the machine does. */
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 3 * PATIENCE_MS })

const SMALL = { resolution: '160x90', duration: 1, fps: 12, seed: 7 }

function request(over: Readonly<Record<string, unknown>>, options: Readonly<Record<string, unknown>> = {}) {
  const base = { provider: 'sample', mediaType: 'video', model: 'drifting-landscape', scene: 'text-to-video' }
  return { ...base, prompt: 'a lake at dawn with birds', ...over, options: { ...SMALL, ...options } }
}

async function make(body: unknown): Promise<z.infer<typeof videoResult>> {
  const { taskResult, errorMessage } = await ended(await submit(service, body))
  if (taskResult === null) throw new Error(`The video failed: ${errorMessage}`)
  return videoResult.parse(taskResult)
}

/** The task when it has ended. Videos take their time on a busy machine; the test's own limit counts. */
async function ended(id: string): Promise<TaskData['data']> {
  const ask = async (): Promise<TaskData['data'] | null> => {
    const { data } = taskResponse.parse(await (await getTask(service, id)).json())
    return data.status === 'PENDING' || data.status === 'PROCESSING' ? null : data
  }
  return await until(ask, { what: 'a video', patienceMs: PATIENCE_MS })
}

async function download(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer())
}

/** What another program than the one that wrote the video finds in it. */
async function readBack(bytes: Uint8Array) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const text = Buffer.from(bytes).toString('latin1')
  return {
    size: [track?.codedWidth, track?.codedHeight],
    frames: (await track?.computePacketStats())?.packetCount,
    duration: Math.round((await input.computeDuration()) * 1000) / 1000,
    audio: audio?.codec ?? null,
    fastStart: text.indexOf('moov') < text.indexOf('mdat'),
    comment: (await input.getMetadataTags()).comment,
  }
}

const dataUri = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe('a video from words', () => {
  it('is what the result says it is, with a poster beside it', async () => {
    const { videos } = await make(request({}))
    const [video] = videos
    expect(video).toMatchObject({ width: 160, height: 90, duration: 1, fps: 12, has_audio: true, seed: 7 })
    expect(await readBack(await download(video?.videoUrl ?? ''))).toEqual({
      size: [160, 90],
      frames: 12,
      duration: 1,
      audio: 'mp3',
      fastStart: true,
      comment: 'Made by Sample studio, procedural art (drifting-landscape, seed 7)',
    })
    const poster = await sharp(await download(video?.thumbnailUrl ?? '')).metadata()
    expect([poster.format, poster.width, poster.height]).toEqual(['jpeg', 160, 90])
  })

  it('is the same to the byte for the same request, and another one for another seed', async () => {
    const bytesOf = async (seed: number): Promise<Uint8Array> => {
      const { videos } = await make(
        request({ model: 'city-night-video', prompt: 'neon city in rain' }, { seed, duration: 3 }),
      )
      return await download(videos[0]?.videoUrl ?? '')
    }
    const [first, again, other] = [await bytesOf(3), await bytesOf(3), await bytesOf(4)]
    expect(Buffer.compare(first, again)).toBe(0)
    expect(Buffer.compare(first, other)).not.toBe(0)
  })

  it('is silent on request, and comes as often as asked', async () => {
    const { videos } = await make(request({ model: 'city-night-video' }, { audio: false, count: 2 }))
    expect(videos.map(({ seed, has_audio }) => [seed, has_audio])).toEqual([
      [7, false],
      [8, false],
    ])
    expect((await readBack(await download(videos[1]?.videoUrl ?? ''))).audio).toBeNull()
  })

  it('has even sides where odd ones were asked for', async () => {
    const { videos, note } = await make(request({ model: 'city-night-video' }, { resolution: '121x67' }))
    expect([videos[0]?.width, videos[0]?.height]).toEqual([122, 68])
    expect(note).toContain('Made 122x68: H.264 videos have even sides.')
  })
})

describe('a video from an image', () => {
  it('keeps the image’s shape', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="100" fill="#69c"/></svg>'
    const image = await sharp(Buffer.from(svg)).flatten({ background: '#353' }).png().toBuffer()
    const options = { resolution: '240p', image_input: dataUri(image, 'image/png') }
    const { videos } = await make(
      request({ model: 'animated-image', scene: 'image-to-video', prompt: 'snow' }, options),
    )
    expect([videos[0]?.width, videos[0]?.height]).toEqual([360, 240])
    expect((await readBack(await download(videos[0]?.videoUrl ?? ''))).frames).toBe(12)
  })
})

describe('a video from a video', () => {
  it('has the same size, length, rate and audio, and every frame redrawn', async () => {
    const input = await readFile(await writeTinyVideo(folder.path))
    const options = { video_input: dataUri(input, 'video/mp4') }
    const body = request(
      { model: 'restyle-video', scene: 'video-to-video', prompt: 'as an ink drawing' },
      options,
    )
    const { videos } = await make(body)
    expect(videos[0]).toMatchObject({ width: 96, height: 64, duration: 1, fps: 12, has_audio: true })
    const made = await download(videos[0]?.videoUrl ?? '')
    expect(await readBack(made)).toMatchObject({
      size: [96, 64],
      frames: 12,
      duration: 1,
      audio: 'mp3',
      fastStart: true,
    })
    /** The input's ground is blue; ink on paper is not. */
    const { data } = await sharp(await download(videos[0]?.thumbnailUrl ?? ''))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect((data[2] as number) - (data[0] as number)).toBeLessThan(75)
  })

  it('takes a video of this service by its address', async () => {
    const { videos } = await make(request({}))
    const options = { video_input: videos[0]?.videoUrl }
    const redrawn = await make(request({ model: 'restyle-video', scene: 'video-to-video' }, options))
    expect(redrawn.videos[0]).toMatchObject({ width: 160, height: 90, duration: 1, has_audio: true })
  })

  it('fails with a reason where the video cannot be decoded', async () => {
    const input = Buffer.from(await readFile(await writeTinyVideo(folder.path, { audio: false })))
    const at = input.indexOf('mdat')
    input.fill(0, at + 4)
    const options = { video_input: dataUri(input, 'video/mp4') }
    const id = await submit(service, request({ model: 'restyle-video', scene: 'video-to-video' }, options))
    const { status, errorMessage } = await ended(id)
    expect([status, errorMessage]).toEqual([
      'FAILED',
      expect.stringContaining('The video holds no frame that can be decoded'),
    ])
  })
})

describe('a video that is not wanted any more', () => {
  it('does not keep the service from ending', async () => {
    const busy = await startService({ workers: 2 })
    const id = await submit(busy, request({}, { resolution: '720p', duration: 20 }))
    const statusOf = async () => taskResponse.parse(await (await getTask(busy, id)).json()).data.status
    await until(async () => (await statusOf()) === 'PROCESSING')
    await busy.stop()
    await expect(postGenerate(busy, request({}))).rejects.toThrow('fetch failed')
  })
})
