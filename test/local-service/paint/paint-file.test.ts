import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { paintFile } from '#local-service/paint/paint-file.ts'
import type { PaintJob } from '#local-service/paint/paint-job.ts'
import { STYLE_NAMES } from '#local-service/paint/styles.ts'

function job(over: Partial<PaintJob> = {}): PaintJob {
  const base = {
    style: 'painted-landscape',
    prompt: 'a red fox in snow',
    seed: 11,
    width: 128,
    height: 96,
  } as const
  return { ...base, format: 'png', strength: 0.7, ...over }
}

async function pixels(file: Uint8Array, width = 128, height = 96): Promise<Buffer> {
  return await sharp(file)
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

async function brightness(file: Uint8Array): Promise<number[]> {
  return [...(await sharp(file).resize(16, 12, { fit: 'fill' }).greyscale().raw().toBuffer())]
}

/** Pearson's correlation. */
function correlation(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [ml, mr] = [mean(left), mean(right)]
  let [both, l2, r2] = [0, 0, 0]
  for (const [index, value] of left.entries()) {
    const [dl, dr] = [value - ml, (right[index] ?? 0) - mr]
    both += dl * dr
    l2 += dl * dl
    r2 += dr * dr
  }
  return both / Math.sqrt(l2 * r2)
}

describe.each(STYLE_NAMES)('%s', (style) => {
  it('draws the same bytes for the same job, and others for another seed or prompt', async () => {
    const first = await paintFile(job({ style }), null)
    expect(Buffer.from(await paintFile(job({ style }), null)).equals(first)).toBe(true)
    for (const over of [{ seed: 12 }, { prompt: 'two boats at dawn' }]) {
      expect(Buffer.from(await paintFile(job({ style, ...over }), null)).equals(first)).toBe(false)
    }
  })

  it.each([
    'two boats at dawn',
    'autumn forest in fog',
    'city at night in the rain',
    'abstract blue and gold',
    '',
  ])('fills the whole picture with finite, varied colour for "%s"', async (prompt) => {
    const file = await paintFile(job({ style, prompt, width: 96, height: 160 }), null)
    const { channels } = await sharp(file).stats()
    const bottom = await sharp(file).extract({ left: 0, top: 150, width: 96, height: 10 }).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(6)
    expect(Math.max(...bottom.channels.map(({ max }) => max))).toBeGreaterThan(4)
  })

  it('keeps the composition of an input image but not its pixels', async () => {
    const input = await sunset()
    const painted = await paintFile(job({ style, strength: 0.6 }), input)
    expect(correlation(await brightness(input), await brightness(painted))).toBeGreaterThan(0.7)
    const [before, after] = [await pixels(input), await pixels(painted)]
    const difference =
      before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length
    expect(difference).toBeGreaterThan(4)
  })
})

describe('a painted file', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('says who made it, as %s of the asked size', async (format) => {
    const file = await paintFile(job({ format }), null)
    const { width, height, exif, ...found } = await sharp(file).metadata()
    expect([found.format, width, height]).toEqual([format, 128, 96])
    expect(exif?.includes('Made by Sample studio, procedural art')).toBe(true)
  })
})

describe('a red fox in snow', () => {
  let picture: Buffer
  beforeAll(async () => {
    picture = await pixels(await paintFile(job({ width: 256, height: 256 }), null), 256, 256)
  })

  it('shows a body of fox red before pale ground', () => {
    let [red, pale] = [0, 0]
    for (let at = 256 * 128 * 3; at < picture.length; at += 3) {
      const [r = 0, g = 0, b = 0] = picture.subarray(at, at + 3)
      if (r > 120 && r > g * 1.5 && r > b * 1.8) red += 1
      if (Math.min(r, g, b) > 130) pale += 1
    }
    expect(red / (256 * 128)).toBeGreaterThan(0.03)
    expect(pale / (256 * 128)).toBeGreaterThan(0.4)
  })
})

/** A bright disc over a dark sea under a light sky. */
async function sunset(): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="192">
    <rect width="256" height="192" fill="#f0c090"/><circle cx="80" cy="60" r="34" fill="#fff6d0"/>
    <path d="M150 120 L200 40 L256 120 Z" fill="#705060"/><rect y="118" width="256" height="74" fill="#203050"/></svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}
