/** What leaves this computer for an image: upright, bare of everything but its pixels, within its limits, and the original kept. */
import ExifReader, { type Tags } from 'exifreader'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { InputShape } from '#contract/inputs.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { PACKET, photo, scene } from './images.ts'

async function openStudio() {
  const { service, app } = await openAtService()
  const add = async (name: string, bytes: Uint8Array) => {
    const input = await app.app.addInput(name, bytes)
    if (!input.ok) throw new Error(input.error.message)
    return input.data
  }
  /** Sends a request with this one input, and answers what arrived at the service for it. */
  const send = async (inputId: string, shape?: InputShape) => {
    const reference = { inputId, option: 'image', ...(shape ? { shape } : {}) }
    const task = await app.submitOne({ inputs: [reference] })
    await app.untilTask(task.id, 'saved')
    const body = service.generates().at(-1)?.body as { options: { image: string } }
    const { image } = body.options
    const [, mimeType = '', base64 = image] = /^data:([^;]+);base64,(.*)$/s.exec(image) ?? []
    return {
      mimeType,
      isDataUri: image.startsWith('data:'),
      bytes: Buffer.from(base64, 'base64'),
      task,
      body,
    }
  }
  return { app, service, add, send }
}

slow(
  'sends a photo upright, in sRGB, without place, camera, packet or profile, and keeps the original',
  async () => {
    const { app, add, send } = await openStudio()
    const original = await photo(120, 80)
    const before = tagsOf(original)
    expect(before.GPSLatitude).toBeDefined()
    expect(before.Make?.description).toBe('CanaryCam')
    expect(original.includes('canary-packet')).toBe(true)

    const input = await add('photo.jpg', original)
    expect(input).toMatchObject({ width: 80, height: 120 })
    const { mimeType, bytes } = await send(input.id)

    expect(mimeType).toBe('image/jpeg')
    const { 'Color Components': _c, Subsampling: _s, ...told } = tagsOf(bytes)
    expect(
      Object.keys(told).filter((tag) =>
        /gps|make|model|orientation|icc|profile|xmp|source|copyright|description/i.test(tag),
      ),
    ).toEqual([])
    for (const trace of ['Canary', 'canary', 'Exif', 'ICC_PROFILE', 'http://ns.adobe.com']) {
      expect(bytes.includes(trace)).toBe(false)
    }
    const meta = await sharp(bytes).metadata()
    expect(meta).toMatchObject({ width: 80, height: 120, space: 'srgb', hasProfile: false })
    // What was the left half of the stored image is its upper half, the right way up.
    const { data } = await sharp(bytes)
      .resize(1, 2, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [upperRed = 0, , upperBlue = 0, lowerRed = 0, , lowerBlue = 0] = data
    expect([upperRed > upperBlue, lowerRed < lowerBlue]).toEqual([true, true])

    const kept = await app.app.media.input(input.id)
    expect(Buffer.compare(await readFile(kept?.path ?? ''), original)).toBe(0)
  },
)

slow.each<[string, () => Promise<Buffer>]>([
  ['PNG', () => scene(60, 40).png().toBuffer()],
  ['JPEG', () => scene(60, 40).jpeg().toBuffer()],
  ['WebP', () => scene(60, 40).webp().toBuffer()],
  ['GIF', () => scene(60, 40).gif().toBuffer()],
])('sends a bare %s that fits byte for byte', async (_, make) => {
  const { app, add, send } = await openStudio()
  const original = await make()
  const sent = await send((await add('image', original)).id, { longSide: 64, maxBytes: 100_000 })
  expect(Buffer.compare(sent.bytes, original)).toBe(0)
  expect(await readdir(join(app.dataDir, 'inputs', 'derived')).catch(() => [])).toEqual([])
})

const traces: [string, () => Promise<Buffer>][] = [
  [
    'a PNG with a recipe in a text',
    async () => withPngText(await scene(40, 30).png().toBuffer(), 'parameters\0canary'),
  ],
  [
    'a PNG with EXIF',
    () =>
      scene(40, 30)
        .png()
        .withExif({ IFD0: { Make: 'canary' } })
        .toBuffer(),
  ],
  [
    'a WebP with EXIF',
    () =>
      scene(40, 30)
        .webp()
        .withExif({ IFD0: { Make: 'canary' } })
        .toBuffer(),
  ],
  ['a JPEG with a comment', async () => withJpegComment(await scene(40, 30).jpeg().toBuffer(), 'canary')],
  [
    'a JPEG with a video behind it',
    async () => Buffer.concat([await scene(40, 30).jpeg().toBuffer(), Buffer.from('canary')]),
  ],
  [
    'a PNG with something behind it',
    async () => Buffer.concat([await scene(40, 30).png().toBuffer(), Buffer.from('canary')]),
  ],
  [
    'a WebP with something behind it',
    async () => Buffer.concat([await scene(40, 30).webp().toBuffer(), Buffer.from('canary')]),
  ],
  ['a GIF with a comment', async () => withGifComment(await scene(40, 30).gif().toBuffer(), 'canary')],
  ['a TIFF with a packet', () => scene(40, 30).tiff().withXmp(PACKET).toBuffer()],
  [
    'an AVIF with EXIF',
    () =>
      scene(40, 30)
        .avif()
        .withExif({ IFD0: { Make: 'canary' } })
        .toBuffer(),
  ],
]
slow.each(traces)('takes everything but the pixels out of %s', async (_, make) => {
  const { add, send } = await openStudio()
  const original = await make()
  expect(original.includes('canary')).toBe(true)
  const { bytes } = await send((await add('image', original)).id)
  expect(bytes.includes('canary')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 })
})

slow.each<[string, () => Promise<Buffer>, InputShape, object]>([
  [
    'a longer side',
    () => scene(400, 200).png().toBuffer(),
    { longSide: 100 },
    { width: 100, height: 50, format: 'png' },
  ],
  [
    'a longer side, turned',
    () => photo(400, 200),
    { longSide: 100 },
    { width: 50, height: 100, format: 'jpeg' },
  ],
  [
    'an asked format',
    () => scene(40, 20).png().toBuffer(),
    { format: 'webp' },
    { width: 40, height: 20, format: 'webp' },
  ],
  [
    'a format models do not take',
    () => scene(40, 20).tiff().toBuffer(),
    {},
    { width: 40, height: 20, format: 'jpeg' },
  ],
  [
    'alpha in such a format',
    () => scene(40, 20).ensureAlpha(0.5).tiff({ compression: 'lzw' }).toBuffer(),
    {},
    { format: 'png', hasAlpha: true },
  ],
  [
    'alpha where JPEG is asked',
    () => scene(40, 20).ensureAlpha(0.5).png().toBuffer(),
    { format: 'jpeg' },
    { format: 'jpeg', hasAlpha: false },
  ],
  [
    'colours of print',
    () => scene(40, 20).toColourspace('cmyk').jpeg().toBuffer(),
    {},
    { format: 'jpeg', space: 'srgb' },
  ],
  [
    'a smaller image, which stays',
    () => scene(40, 20).png().toBuffer(),
    { longSide: 100 },
    { width: 40, height: 20 },
  ],
])('brings %s into the shape', async (_, make, shape, expected) => {
  const { add, send } = await openStudio()
  const { bytes } = await send((await add('image', await make())).id, shape)
  expect(await sharp(bytes).metadata()).toMatchObject(expected)
})

slow.each<[string, InputShape]>([
  ['a PNG, which becomes a JPEG', {}],
  ['a PNG that has to stay one', { format: 'png' }],
  ['a WebP', { format: 'webp' }],
])('brings %s under the bytes', async (_, shape) => {
  const { add, send } = await openStudio()
  const original = await scene(500, 400).png().toBuffer()
  expect(original.length).toBeGreaterThan(100_000)
  const { bytes } = await send((await add('big.png', original)).id, { ...shape, maxBytes: 20_000 })
  expect(bytes.length).toBeLessThanOrEqual(20_000)
  expect((await sharp(bytes).metadata()).format).toBe(shape.format ?? 'jpeg')
})

slow('sends plain base64 where that is asked, and videos and audio as they are', async () => {
  const { app, add, send } = await openStudio()
  const video = Buffer.from(await tinyVideo({ width: 64, height: 32, frames: 12, fps: 12 }))
  const audio = Buffer.from(tinyAudio(2))
  const inputs = [await add('video.mp4', video), await add('audio.wav', audio)]
  expect(inputs).toMatchObject([
    { kind: 'video', width: 64, height: 32, durationMs: 1_000 },
    { kind: 'audio', durationMs: 2_000 },
  ])
  for (const [index, original] of [video, audio].entries()) {
    const sent = await send(inputs[index]?.id ?? '', { form: 'base64', maxBytes: 10_000 })
    expect(sent.isDataUri).toBe(false)
    expect(Buffer.compare(sent.bytes, original)).toBe(0)
  }
  expect((await app.ask('inputs.get', { id: inputs[0]?.id ?? '' })).durationMs).toBe(1_000)
})

test('refuses a video whose index is cut off', async () => {
  const { app } = await openStudio()
  const video = await tinyVideo({ width: 64, height: 32, frames: 12, fps: 12 })
  const result = await app.app.addInput('video.mp4', video.subarray(0, 600))
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'inputs' } })
})

slow('makes the ready file once, and again when it was deleted', async () => {
  const { app, add, send } = await openStudio()
  const input = await add('photo.jpg', await photo(120, 80))
  const first = await send(input.id)
  const folder = join(app.dataDir, 'inputs', 'derived')
  const [name = '', ...others] = await readdir(folder)
  expect([name.startsWith(`${input.sha256}-`), name.endsWith('.jpg'), others]).toEqual([true, true, []])
  await rm(folder, { recursive: true })
  const second = await send(input.id)
  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  expect(await readdir(folder)).toEqual([name])
})

test('sends nothing of how the request came about', async () => {
  const { app, service } = await openStudio()
  await app.submitAndSave({ provenance: { template: 'a {red|blue} fox' } })
  expect(JSON.stringify(service.generates()[0]?.body)).not.toContain('{red|blue}')
})

slow('refuses an image that cannot be brought under the bytes, and nothing is paid', async () => {
  const { app, service, add } = await openStudio()
  const { id: inputId } = await add('dance.gif', await scene(20, 20, 900).gif().toBuffer())
  const shape = { maxBytes: 10_000 }
  const { items } = await app.ask('inputs.measure', {
    provider: 'p',
    model: 'm',
    references: [{ inputId, option: 'image', shape }],
  })
  expect(items[0]?.warning).toMatchObject({
    id: 'inputs.cannotShrink',
    values: { name: 'dance.gif', kilobytes: 10 },
  })
  const { id } = await app.submitOne({ inputs: [{ inputId, option: 'image', shape }] })
  expect((await app.untilTask(id, 'rejected')).error).toMatchObject({ code: 'invalid_input', charged: 'no' })
  expect(service.generates()).toEqual([])
})

function tagsOf(image: Buffer): Tags {
  // oxlint-disable-next-line import/no-named-as-default-member -- Node finds no named export in this package
  return ExifReader.load(new Uint8Array(image).buffer)
}

function withPngText(png: Buffer, text: string): Buffer {
  const end = png.length - 12
  const chunk = Buffer.alloc(12 + text.length)
  chunk.writeUInt32BE(text.length, 0)
  chunk.write(`tEXt${text}`, 4, 'latin1')
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)])
}

function withJpegComment(jpeg: Buffer, text: string): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), Buffer.from(text)])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

function withGifComment(gif: Buffer, text: string): Buffer {
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), Buffer.from(text), Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, -1), block, Buffer.from([0x3b])])
}
