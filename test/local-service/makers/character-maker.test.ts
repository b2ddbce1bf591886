import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { slow } from '#test/stand-ins/scale.ts'
import { download, imageResult, postGenerate, startService, submit, waitForEnd } from '../support/service.ts'

const profileSchema = z.object({
  name: z.string().min(1),
  role: z.string(),
  traits: z.array(z.string()).length(3),
  story: z.string().min(40),
  palette: z.array(z.object({ part: z.string(), hex: z.string().regex(/^#[0-9a-f]{6}$/u) })).min(4),
  seed: z.int(),
})
const characterResult = z.object({
  images: z.array(
    z.object({
      url: z.url(),
      role: z.string(),
      width: z.int(),
      height: z.int(),
      seed: z.int(),
      character: z.string(),
    }),
  ),
  files: z.array(z.object({ url: z.url(), role: z.literal('profile'), seed: z.int() })),
  profile: profileSchema,
  profiles: z.array(profileSchema).optional(),
  made_by: z.literal('Sample studio'),
  note: z.string(),
  ignored_options: z.array(z.string()),
})

const request = (
  options: Readonly<Record<string, unknown>> = {},
  prompt = 'a brave knight with a red cape',
) => ({
  provider: 'sample',
  mediaType: 'character',
  model: 'storybook-cast',
  scene: 'character-creation',
  prompt,
  options: { resolution: '160x160', seed: 3, ...options },
})

let service: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  service = await startService({ workers: 2 })
})
afterAll(() => service.stop())

async function make(body: unknown): Promise<z.infer<typeof characterResult>> {
  const { taskResult, errorMessage } = await waitForEnd(service, await submit(service, body))
  if (taskResult === null) throw new Error(`The character failed: ${errorMessage}`)
  return characterResult.parse(taskResult)
}

describe('a character over HTTP', () => {
  slow('comes as sheet, portrait and palette with its profile in the result and as a file', async () => {
    const result = await make(request())
    expect(result.images.map(({ role }) => role)).toEqual(['sheet', 'portrait', 'palette'])
    for (const { url, width, height } of result.images) {
      const bytes = await download(url)
      expect((await fileTypeFromBuffer(bytes))?.mime).toBe('image/png')
      const size = await sharp(bytes).metadata()
      expect([size.width, size.height]).toEqual([width, height])
    }
    expect(result.profile).toMatchObject({ role: 'knight', seed: 3 })
    const file: unknown = JSON.parse((await download(result.files[0]?.url)).toString())
    expect(profileSchema.parse(file)).toEqual(result.profile)
    expect(result.images.every(({ character }) => character === result.profile.name)).toBe(true)
    expect(result.note).toMatch(/^A procedural sample character.*No AI model was involved\.$/u)
  })

  slow(
    'comes in the views, the number and the style that were asked for, and says what was ignored',
    async () => {
      const options = { views: ['front', 'back'], count: 2, output_format: 'jpeg', pose: 'sitting' }
      const { images, profiles, ignored_options } = await make({ ...request(options), model: 'inked-cast' })
      expect(images.map(({ role, seed }) => [role, seed])).toEqual([
        ['front', 3],
        ['back', 3],
        ['front', 4],
        ['back', 4],
      ])
      expect(profiles?.map(({ seed }) => seed)).toEqual([3, 4])
      expect(ignored_options).toEqual(['pose'])
      expect((await fileTypeFromBuffer(await download(images[0]?.url)))?.mime).toBe('image/jpeg')
    },
  )

  slow('wears the colours of a reference image, even without words', async () => {
    const image = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#20a060' } })
      .png()
      .toBuffer()
    const image_input = `data:image/png;base64,${image.toString('base64')}`
    const { profile, note } = await make(request({ image_input, views: 'portrait' }, ''))
    expect(profile.palette).toContainEqual({ part: 'main', hex: '#20a060' })
    expect(note).toContain('the colours of the reference image')
  })

  slow('can be the input of an image', async () => {
    const { images } = await make(request({ views: ['portrait'] }))
    const body = {
      ...request({ resolution: '64x64', image_input: [images[0]?.url] }),
      mediaType: 'image',
      model: 'geometric-poster',
      scene: 'image-to-image',
    }
    const { taskResult } = await waitForEnd(service, await submit(service, body))
    expect(imageResult.parse(taskResult).images).toHaveLength(1)
  })
})

describe('a request that cannot be made', () => {
  it.each([
    [{ views: [] }, /options\.views must be a list of some of "sheet"/u],
    [{ views: ['sheet', 'top'] }, /options\.views/u],
    [{ style: 'oil' }, /options\.style must be one of "gouache"/u],
    [{ resolution: '64x64' }, /options\.resolution .*128 to 2048 a side/u],
    [{ image_input: 'data:image/png;base64,AAAA' }, /options\.image_input is not a readable image/u],
  ])('%j is refused with a message that names the field', async (options, message) => {
    const response = await postGenerate(service, request(options))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  })

  it('without words and without an image is refused', async () => {
    const response = await postGenerate(service, request({}, ''))
    expect(await response.json()).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^prompt is missing/u),
    })
  })
})
