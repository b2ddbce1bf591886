/** Masks: sent as the service reads them, and results laid into the original so that nothing outside of the mask changes. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { photo, scene } from './images.ts'

/** The service's own images are of this shape, a quarter as large. */
const SIZE = { width: 64, height: 48 }

/** White on the left, black on the right; the columns between are blended. */
function mask(): Promise<Buffer> {
  const row = Array.from({ length: SIZE.width }, (_, x) => (x < 20 ? 255 : x < 24 ? 128 : 0))
  const grey = Buffer.from(Array.from({ length: SIZE.height }, () => row).flat())
  return sharp(grey, { raw: { ...SIZE, channels: 1 } })
    .png()
    .toBuffer()
}

async function add(app: TestApp, name: string, bytes: Uint8Array): Promise<string> {
  const added = await app.app.addInput(name, bytes)
  if (!added.ok) throw new Error(added.error.message)
  return added.data.id
}

async function openWith(original: Uint8Array, use: object) {
  const { service, app } = await openAtService()
  const image = await add(app, 'original.png', original)
  const masked = { inputId: await add(app, 'mask.png', await mask()), option: 'mask_url', mask: use }
  const request = {
    scene: 'image-to-image' as const,
    inputs: [masked, { inputId: image, option: 'image_url' }],
  }
  return { service, app, request }
}

async function pixelsOf(app: TestApp, assetId: string | undefined) {
  const file = await app.app.media.asset(assetId ?? '')
  return sharp(file?.path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

function optionsSentTo(service: Awaited<ReturnType<typeof openWith>>['service']): Record<string, string> {
  const [first] = service.generates()
  return (first?.body as { options: Record<string, string> } | undefined)?.options ?? {}
}

function columns(bytes: Buffer, from: number, to: number): Buffer {
  const rows = Array.from({ length: SIZE.height }, (_, y) =>
    bytes.subarray((y * SIZE.width + from) * 3, (y * SIZE.width + to) * 3),
  )
  return Buffer.concat(rows)
}

slow.each([
  ['PNG', () => scene(SIZE.width, SIZE.height).png().toBuffer()],
  ['JPEG', () => scene(SIZE.width, SIZE.height).jpeg({ quality: 90 }).toBuffer()],
  ['photo on its side', () => photo(SIZE.height, SIZE.width)],
])('keeps every pixel outside of the mask of a %s bit for bit, and the response beside', async (_, make) => {
  const original = await make()
  const { app, request } = await openWith(original, { keepsOutside: true })
  const { assetIds } = await app.submitAndSave(request)
  expect(assetIds).toHaveLength(2)
  const [kept, response] = [await pixelsOf(app, assetIds[0]), await pixelsOf(app, assetIds[1])]
  expect(kept.info).toMatchObject({ ...SIZE, format: 'raw' })
  expect(response.info).toMatchObject({ width: 16, height: 12 })
  const ground = await sharp(original).autoOrient().toColourspace('srgb').removeAlpha().raw().toBuffer()
  expect(columns(kept.data, 24, SIZE.width)).toEqual(columns(ground, 24, SIZE.width))
  const colour = response.data.subarray(0, 3)
  expect(columns(kept.data, 0, 20)).toEqual(Buffer.concat(Array(20 * SIZE.height).fill(colour)))
  const blended = [0, 1, 2].map((channel) => {
    const [was = 0, is = 0] = [columns(ground, 20, 21)[channel], colour[channel]]
    return Math.round(was * (1 - 128 / 255) + is * (128 / 255))
  })
  expect([...columns(kept.data, 20, 21).subarray(0, 3)]).toEqual(blended)
  const { madeFrom } = await app.ask('library.lineage', { id: assetIds[0] ?? '' })
  expect(madeFrom.map(({ id }) => id)).toEqual([assetIds[1]])
})

slow(
  'lays nothing into an original of another shape: the response stays, and the history says why',
  async () => {
    const { app, request } = await openWith(await scene(64, 64).png().toBuffer(), { keepsOutside: true })
    const task = await app.submitAndSave(request)
    expect(task.assetIds).toHaveLength(1)
    const said = task.history.find(({ kind }) => kind === 'file_differs')?.message
    expect(said?.text).toContain("its shape (16 × 12) differs from the original's (64 × 64)")
  },
)

slow('does not send a mask that is for the results alone', async () => {
  const { app, service, request } = await openWith(await scene(64, 48).png().toBuffer(), {
    keepsOutside: true,
  })
  await app.submitAndSave(request)
  expect(service.generates()[0]?.body).toMatchObject({ model: REQUEST.model })
  expect(Object.keys(optionsSentTo(service))).toEqual(['image_url'])
  const { items, bodyBytes } = await app.ask('inputs.measure', {
    provider: REQUEST.provider,
    model: REQUEST.model,
    references: request.inputs,
  })
  expect(items[0]?.bodyBytes).toBe(0)
  expect(bodyBytes).toBe(items[1]?.bodyBytes)
})

slow('a mask that was given by its address is converted like any other', async () => {
  const { service, app } = await openAtService()
  await app.submitAndSave(REQUEST)
  const { id } = await app.ask('inputs.add', { url: `${service.baseUrl}/files/1-0-1.png` })
  const image = await add(app, 'original.png', await scene(64, 48).png().toBuffer())
  const masked = { inputId: id, option: 'mask_url', mask: { paint: 'white' as const } }
  const references = [masked, { inputId: image, option: 'image_url' }]
  const { items } = await app.ask('inputs.measure', {
    provider: REQUEST.provider,
    model: REQUEST.model,
    references,
  })
  expect(items[0]).toMatchObject({ width: 64, height: 48, mimeType: 'image/png' })
  await app.submitAndSave({ scene: 'image-to-image', inputs: references })
  expect(service.generates().at(-1)?.body).toMatchObject({
    options: { mask_url: expect.stringMatching(/^data:image\/png;base64,/u) as string },
  })
})

slow.each([
  ['white', [255, 255, 255], [0, 0, 0]],
  ['black', [0, 0, 0], [255, 255, 255]],
  ['clear', [0, 0, 0, 0], [0, 0, 0, 255]],
] as const)(
  'sends a mask that paints %s in the size of the image beside it',
  async (paint, inside, outside) => {
    const { app, service, request } = await openWith(await scene(192, 144).png().toBuffer(), { paint })
    const [masked, image] = request.inputs
    const shape = { longSide: 96 }
    await app.submitAndSave({ ...request, inputs: [masked, { ...image, shape }] as never })
    const options = optionsSentTo(service)
    const sent = sharp(Buffer.from(options['mask_url']?.split(',')[1] ?? '', 'base64'))
    const { data, info } = await sent.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 96, height: 72 })
    const at = (x: number) => [...data.subarray(x * info.channels, (x + 1) * info.channels)]
    expect([at(2), at(90)]).toEqual([inside, outside])
  },
)
