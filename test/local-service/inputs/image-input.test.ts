import { Buffer } from 'node:buffer'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
import { readHere } from '../support/makers.ts'

const { image } = readHere()
const read = (value: string): ReturnType<typeof image> => image('options.image_input', value)
const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#88aacc' } })

describe('an input image', () => {
  it.each(['data URI', 'plain base64'])('is read from a %s', async (spelling) => {
    const base64 = (await blank(40, 30).jpeg().toBuffer()).toString('base64')
    const { width, height } = await read(
      spelling === 'data URI' ? `data:image/jpeg;base64,${base64}` : base64,
    )
    expect([width, height]).toEqual([40, 30])
  })

  it('is turned upright and made no larger than 2048 px', async () => {
    const bytes = await blank(3000, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { width, height } = await read(bytes.toString('base64'))
    expect([width, height]).toEqual([68, 2048])
  })

  it('is kept without what the file says of itself', async () => {
    const labelled = blank(40, 30).withExif({ IFD0: { ImageDescription: 'a private note' } })
    for (const bytes of [await labelled.clone().png().toBuffer(), await labelled.clone().jpeg().toBuffer()]) {
      const kept = await read(bytes.toString('base64'))
      expect((await sharp(kept.bytes).metadata()).exif).toBeUndefined()
    }
  })

  it.each([
    ['an address elsewhere', 'http://127.0.0.2/image.png', /fetches from no other host/u],
    ['an address of the web', 'https://example.com/image.png', /fetches from no other host/u],
    ['text', 'hello, this is no image!', /must be a data URI/u],
    [
      'base64 of something else',
      Buffer.from('just some words').toString('base64'),
      /is not a readable image/u,
    ],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
      /is not a readable image/u,
    ],
  ])('is refused when it is %s', async (_case, value, message) => {
    await expect(read(value)).rejects.toThrow(message)
  })

  it('is refused when its data is cut off', async () => {
    const noise = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
    const bytes = await noise.png().toBuffer()
    await expect(read(bytes.subarray(0, bytes.length / 2).toString('base64'))).rejects.toThrow(
      /damaged or cut off/u,
    )
  })

  slow('is refused above 40 megapixels before it is decoded', async () => {
    const bytes = await blank(8000, 6000).png().toBuffer()
    await expect(read(bytes.toString('base64'))).rejects.toThrow(/48 megapixels/u)
  })
})
