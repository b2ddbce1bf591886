import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { RequestToPlan } from '#local-service/makers/maker.ts'
import { LISTED_VIDEO_MODELS } from '#local-service/makers/video-models.ts'
import { filmPlanSchema, planFilm } from '#local-service/makers/video-plan.ts'
import { makeFolder } from '../support/service.ts'
import { writeTinyFilm } from '../support/tiny-film.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
let film: string
let longFilm: string
let picture: string

beforeAll(async () => {
  folder = await makeFolder()
  const uri = (bytes: Uint8Array, type: string): string =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  film = uri(await readFile(await writeTinyFilm(folder.path)), 'video/mp4')
  const slow = { framesPerSecond: 0.3, frames: 12, sound: false }
  longFilm = uri(await readFile(await writeTinyFilm(folder.path, slow)), 'video/mp4')
  const flat = sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
  picture = uri(await flat.png().toBuffer(), 'image/png')
})
afterAll(() => folder.remove())

function plan(over: Partial<RequestToPlan> = {}, canDecode = true) {
  const request = { model: 'drifting-landscape', scene: 'text-to-video', prompt: 'a lake', options: {} }
  const readOwnFile = () => Promise.resolve(null)
  return planFilm({ ...request, readOwnFile, ...over }, () => Promise.resolve(canDecode))
}

const jobOf = async (over: Partial<RequestToPlan>) => filmPlanSchema.parse((await plan(over)).job)

describe('planning a film', () => {
  it('settles everything, so that making it twice gives the same bytes', async () => {
    const { job, credits, remarks } = await plan({
      options: {
        seed: 4_294_967_295,
        count: 2,
        duration: 3,
        resolution: '480p',
        sound: false,
        camera: 'orbit',
        motion: 1,
      },
    })
    const common = { model: 'drifting-landscape', production: 'landscape', prompt: 'a lake' }
    const settled = {
      width: 854,
      height: 480,
      duration: 3,
      framesPerSecond: 24,
      camera: 'orbit',
      style: null,
      strength: 0.85,
      sound: false,
    }
    expect(job).toEqual({
      kind: 'film',
      films: [
        { ...common, ...settled, seed: 4_294_967_295 },
        { ...common, ...settled, seed: 0 },
      ],
    })
    expect(credits).toBe(2)
    expect(remarks).toMatchObject({ made_by: 'Sample studio', ignored_options: ['motion'] })
    expect(remarks['note']).toMatch(
      /^Procedural sample art, .* No AI model was involved\. Options not known here/u,
    )
  })

  it('takes the shape of the given picture', async () => {
    const job = await jobOf({
      model: 'living-picture',
      scene: 'image-to-video',
      prompt: '',
      options: { image_input: picture, resolution: '360p' },
    })
    expect(job.films[0]).toMatchObject({ production: 'picture', style: null, width: 540, height: 360 })
  })

  it.each([
    ['drifting-landscape', 'picture', 'painted-landscape'],
    ['ink-mist-film', 'ink', 'ink-wash'],
    ['stained-glass-film', 'glass', 'stained-glass'],
  ])('redraws a picture in the style of %s', async (model, production, style) => {
    const job = await jobOf({ model, scene: 'image-to-video', options: { image_input: picture } })
    expect(job.films[0]).toMatchObject({ production, style })
  })

  it('keeps size, length and sound of a given film', async () => {
    const { job, inputs, remarks } = await plan({
      model: 'drifting-landscape',
      scene: 'video-to-video',
      options: { video_input: film, duration: 9, fps: 12, seed: 1 },
    })
    const settled = {
      look: 'painted',
      width: 96,
      height: 64,
      sound: true,
      container: 'mov',
      strength: 0.85,
      seed: 1,
    }
    expect(job).toMatchObject({ kind: 'restyle', films: [settled] })
    expect(inputs).toHaveLength(1)
    expect(remarks['note']).toContain('Ignored because a redrawn film keeps its own: duration, fps.')
  })

  it.each([
    ['as a pencil drawing', {}, 'pencil'],
    ['as a pencil drawing', { style: 'poster' }, 'poster'],
    ['', {}, 'painted'],
  ])('chooses the look of a film from %j and %j', async (prompt, style, look) => {
    const options = { video_input: film, ...style }
    const job = await jobOf({ model: 'restyled-film', scene: 'video-to-video', prompt, options })
    expect(job.films[0]).toMatchObject({ look })
  })

  it('says where a side was made even', async () => {
    const { remarks } = await plan({ options: { resolution: '321x180' } })
    expect(remarks['note']).toContain('Made 322x180: H.264 films have even sides.')
  })

  it.each([
    ['no words', { prompt: '' }, /^prompt is missing/u],
    ['no picture', { scene: 'image-to-video' }, /^options\.image_input is missing/u],
    ['no film', { scene: 'video-to-video' }, /^options\.video_input is missing/u],
    [
      'a picture that is none',
      { scene: 'image-to-video', options: { image_input: 'data:image/png;base64,AAAA' } },
      /^options\.image_input is not a readable image/u,
    ],
    [
      'a film that is none',
      { scene: 'video-to-video', options: { video_input: 'data:video/mp4;base64,AAAA' } },
      /^options\.video_input is not a readable film/u,
    ],
    [
      'a film elsewhere',
      { scene: 'video-to-video', options: { video_input: 'https://example.com/film.mp4' } },
      /^options\.video_input is an address this service does not serve/u,
    ],
  ])('refuses %s', async (_, over, message) => {
    await expect(plan(over)).rejects.toThrow(message)
  })

  it('refuses a film that would take too long', async () => {
    const options = { video_input: longFilm }
    await expect(plan({ scene: 'video-to-video', options })).rejects.toThrow(
      'options.video_input is 40.0 s long; films of up to 30 s are redrawn.',
    )
  })

  it('says what is missing where no film can be decoded', async () => {
    const over = { scene: 'video-to-video', options: { video_input: film } }
    await expect(plan(over, false)).rejects.toMatchObject({
      status: 400,
      message:
        'video-to-video needs a decoder for films, and this machine has none: install ffmpeg, or the npm package node-av, and start the service again.',
    })
  })
})

describe('the listing', () => {
  it('has a model for every scene, each with the options that it reads', () => {
    for (const scene of ['text-to-video', 'image-to-video', 'video-to-video'])
      expect(
        LISTED_VIDEO_MODELS.filter(({ scenes }) => scenes.includes(scene)).length,
      ).toBeGreaterThanOrEqual(3)
    for (const { scenes, options } of LISTED_VIDEO_MODELS) {
      const names = Object.keys(options['properties'] as object)
      expect(names.includes('image_input')).toBe(scenes.includes('image-to-video'))
      expect(names.includes('video_input') || !scenes.includes('video-to-video')).toBe(true)
    }
  })
})
