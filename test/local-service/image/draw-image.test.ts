import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawImage } from '#local-service/image/draw-image.ts'
import type { ImageJob } from '#local-service/image/styles.ts'
import { STYLE_NAMES } from '#local-service/image/styles.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const SIDE = 160

async function draw(
  over: Partial<ImageJob> = {},
  inputPath: string | null = null,
  maskPath?: string,
): Promise<Buffer> {
  const base = { style: 'painted-landscape', prompt: 'a calm lake at dawn', seed: 5, strength: 0.7 } as const
  const job: ImageJob = { ...base, width: SIDE, height: SIDE, format: 'png', ...over }
  return Buffer.from((await drawImage({ ...job, inputPath, maskPath })).bytes)
}

/** Mean and spread of red, green and blue, 0 to 255. */
async function colorsOf(image: Buffer) {
  const { channels } = await sharp(image).removeAlpha().stats()
  return { means: channels.map(({ mean }) => mean), spreads: channels.map(({ stdev }) => stdev) }
}

describe.each(STYLE_NAMES)('%s', (style) => {
  it('is the same for the same job, and another for another seed or prompt', async () => {
    const [one, same, seed, prompt] = await Promise.all([
      draw({ style }),
      draw({ style }),
      draw({ style, seed: 6 }),
      draw({ style, prompt: 'a night in autumn with three boats' }),
    ])
    expect(one.equals(same)).toBe(true)
    expect(one.equals(seed)).toBe(false)
    expect(one.equals(prompt)).toBe(false)
  })

  slow('shows something from edge to edge in every shape', async () => {
    for (const [width, height] of [
      [240, 60],
      [60, 240],
      [97, 131],
    ] as const) {
      const image = await draw({ style, width, height })
      const metadata = await sharp(image).metadata()
      expect([metadata.width, metadata.height]).toEqual([width, height])
      expect(Math.max(...(await colorsOf(image)).spreads)).toBeGreaterThan(8)
    }
  })

  it('redraws an input: more of it stays with less strength', async () => {
    const folder = await makeTempDir()
    const path = join(folder, 'input.png')
    const half = { create: { width: SIDE, height: SIDE / 2, channels: 3, background: '#c03020' } } as const
    const background = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#2060b0' } })
    const top = await sharp(half).png().toBuffer()
    await background
      .composite([{ input: top, left: 0, top: 0 }])
      .png()
      .toFile(path)
    const input = await sharp(path).removeAlpha().raw().toBuffer()
    const away = async (strength: number): Promise<number> => {
      const made = await sharp(await draw({ style, strength }, path))
        .removeAlpha()
        .raw()
        .toBuffer()
      return made.reduce((sum, value, at) => sum + Math.abs(value - (input[at] ?? 0)), 0) / made.length
    }
    const [little, much] = [await away(0), await away(1)]
    expect(little).toBeGreaterThan(0.5)
    expect(much).toBeGreaterThan(little)
  })
})

slow('follows the words: night is darker than day, and named colours show', async () => {
  const light = async (prompt: string): Promise<number> => {
    const { means } = await colorsOf(await draw({ prompt, width: 200 }))
    return means.reduce((sum, mean) => sum + mean, 0)
  }
  expect(await light('hills at night')).toBeLessThan(0.6 * (await light('hills at noon')))
  const { means } = await colorsOf(await draw({ style: 'geometric-poster', prompt: 'red and orange' }))
  expect((means[0] ?? 0) - (means[2] ?? 0)).toBeGreaterThan(15)
})

it('draws anew what is white in the mask, and leaves the rest', async () => {
  const folder = await makeTempDir()
  const paths = [join(folder, 'input.png'), join(folder, 'mask.png')] as const
  const side = { width: SIDE, height: SIDE, channels: 3 } as const
  await sharp({ create: { ...side, background: '#2060b0' } }).toFile(paths[0])
  const left = { create: { ...side, width: SIDE / 2, background: 'white' } }
  await sharp({ create: { ...side, background: 'black' } })
    .composite([{ input: left, gravity: 'west' }])
    .toFile(paths[1])
  const made = await sharp(await draw({}, ...paths))
    .removeAlpha()
    .raw()
    .toBuffer()
  const row = Array.from({ length: SIDE }, (_, x) => [...made.subarray(x * 3, x * 3 + 3)])
  const isOld = row.map((pixel) => pixel.join() === '32,96,176')
  expect(isOld.slice(SIDE / 2)).not.toContain(false)
  expect(isOld.slice(0, SIDE / 2)).not.toContain(true)
})

it.each(['png', 'jpeg', 'webp'] as const)('is labelled as what it is, as %s', async (format) => {
  const { format: found, exif } = await sharp(await draw({ format })).metadata()
  expect(found).toBe(format)
  expect(exif?.toString('latin1')).toContain('Made by Sample studio, procedural art')
})

it('draws a prompt of any length and any signs', async () => {
  for (const prompt of ['', '<svg onload="x">&amp;', 'a fox '.repeat(2_000), '雪の山と月'])
    expect((await sharp(await draw({ prompt, width: 64, height: 64 })).metadata()).width).toBe(64)
})
