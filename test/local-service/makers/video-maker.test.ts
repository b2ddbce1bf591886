import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { RequestToPlan } from '#local-service/makers/maker.ts'
import { videoMaker } from '#local-service/makers/video-maker.ts'
import { videoJobSchema } from '#local-service/video/make-video.ts'
import { makeFolder } from '../support/service.ts'
import { readHere, writeTinyVideo } from '../support/makers.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
let video: string
let longVideo: string
let image: string

const uri = (bytes: Uint8Array, type: string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

beforeAll(async () => {
  folder = await makeFolder()
  video = uri(await readFile(await writeTinyVideo(folder.path)), 'video/mp4')
  const slow = { framesPerSecond: 0.3, frames: 12, audio: false }
  longVideo = uri(await readFile(await writeTinyVideo(folder.path, slow)), 'video/mp4')
  const flat = sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
  image = uri(await flat.png().toBuffer(), 'image/png')
})
afterAll(() => folder.remove())

function plan(over: Partial<RequestToPlan> = {}) {
  const request = { model: 'drifting-landscape', scene: 'text-to-video', prompt: 'a lake', options: {} }
  return videoMaker.plan({ ...request, read: readHere(), ...over })
}

const jobsOf = async (over: Partial<RequestToPlan>) => videoJobSchema.array().parse((await plan(over)).job)

describe('planning a video', () => {
  it('settles everything, so that making it twice gives the same bytes', async () => {
    const options = {
      seed: 4_294_967_295,
      count: 2,
      duration: 3,
      resolution: '480p',
      audio: false,
      motion: 1,
    }
    const { job, credits, remarks } = await plan({ options: { ...options, camera: 'orbit' } })
    const settled = {
      model: 'drifting-landscape',
      prompt: 'a lake',
      from: 'words',
      style: 'painted-landscape',
      filter: 'painted',
      width: 854,
      height: 480,
      frames: 72,
      framesPerSecond: 24,
      camera: 'orbit',
      strength: 0.85,
      audio: false,
    }
    const videos = [4_294_967_295, 0].map((seed) => ({ ...settled, seed }))
    expect(job).toEqual(videos)
    expect(credits).toBe(2)
    expect(remarks).toMatchObject({ made_by: 'Sample studio', ignored_options: ['motion'] })
    expect(remarks['note']).toMatch(
      /^Procedural sample art, .* No AI model was involved\. Options not known here/u,
    )
  })

  it('takes the shape of the input image and keeps the image as it is', async () => {
    const options = { image_input: image, resolution: '360p' }
    const [job] = await jobsOf({ model: 'animated-image', scene: 'image-to-video', prompt: '', options })
    expect(job).toMatchObject({ from: 'image', filter: null, width: 540, height: 360 })
  })

  it.each([
    ['drifting-landscape', 'painted'],
    ['city-night-video', 'poster'],
  ])('redraws an image in the manner of %s', async (model, filter) => {
    const [job] = await jobsOf({ model, scene: 'image-to-video', options: { image_input: image } })
    expect(job).toMatchObject({ filter })
  })

  it('keeps size, length and audio of an input video', async () => {
    const { job, inputs, remarks } = await plan({
      scene: 'video-to-video',
      options: { video_input: video, duration: 9, fps: 12, seed: 1 },
    })
    const settled = { filter: 'painted', width: 96, height: 64, audio: true, strength: 0.85, seed: 1 }
    expect(job).toMatchObject([{ from: 'video', frames: 12, ...settled }])
    expect(inputs).toHaveLength(1)
    expect(remarks['note']).toContain('Ignored because a redrawn video keeps its own: duration, fps.')
  })

  it.each([
    ['as a pencil drawing', {}, 'ink'],
    ['as a pencil drawing', { style: 'poster' }, 'poster'],
    ['', {}, 'painted'],
  ])('chooses the filter of a video from %j and %j', async (prompt, style, filter) => {
    const options = { video_input: video, ...style }
    const [job] = await jobsOf({ model: 'restyle-video', scene: 'video-to-video', prompt, options })
    expect(job).toMatchObject({ filter })
  })

  it('says where a side was made even', async () => {
    const { remarks } = await plan({ options: { resolution: '321x180' } })
    expect(remarks['note']).toContain('Made 322x180: H.264 videos have even sides.')
  })

  it.each([
    ['no words', { prompt: '' }, /^prompt is missing/u],
    ['no image', { scene: 'image-to-video' }, /^options\.image_input is missing/u],
    ['no video', { scene: 'video-to-video' }, /^options\.video_input is missing/u],
    [
      'an image that is none',
      { scene: 'image-to-video', options: { image_input: 'data:image/png;base64,AAAA' } },
      /^options\.image_input is not a readable image/u,
    ],
  ])('refuses %s, naming the field', async (_case, over, message) => {
    await expect(plan(over)).rejects.toThrow(message)
  })

  it('refuses a video that is too long to be redrawn', async () => {
    const refused = plan({ scene: 'video-to-video', options: { video_input: longVideo } })
    await expect(refused).rejects.toThrow(/^options\.video_input is 40\.0 s long; videos of up to 30 s/u)
  })

  it('refuses a video that it cannot decode, and says what to send', async () => {
    // The profile is the second byte of the decoder configuration: 100 is High, which the bundled decoder does not know.
    const high = Buffer.from(video.slice(video.indexOf(',') + 1), 'base64')
    high[high.indexOf('avcC') + 5] = 100
    const refused = plan({ scene: 'video-to-video', options: { video_input: uri(high, 'video/mp4') } })
    await expect(refused).rejects.toThrow(
      /^options\.video_input holds .*, which this computer cannot decode\. Send MP4 with H\.264 of the baseline profile\.$/u,
    )
  })
})

describe('the listing', () => {
  it('has models for every scene, each with the options that it reads', () => {
    for (const scene of ['text-to-video', 'image-to-video', 'video-to-video'])
      expect(videoMaker.models.filter(({ scenes }) => scenes.includes(scene)).length).toBeGreaterThan(1)
    for (const { scenes, options } of videoMaker.models) {
      const names = Object.keys(options['properties'] as object)
      expect(names.includes('image_input')).toBe(scenes.includes('image-to-video'))
      expect(names.includes('video_input') || !scenes.includes('video-to-video')).toBe(true)
    }
  })
})
