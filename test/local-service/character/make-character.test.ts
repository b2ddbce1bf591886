import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { CharacterJob } from '#local-service/character/character-job.ts'
import { designCharacter } from '#local-service/character/design-character.ts'
import { hexOf } from '#local-service/character/hex.ts'
import { drawCharacter } from '#local-service/character/make-character.ts'
import { ARCHETYPES } from '#local-service/character/words/archetypes.ts'
import { decodePart, toOklab } from '#local-service/paint/color.ts'

const SIDE = 256

function job(over: Partial<CharacterJob> = {}): CharacterJob {
  const size = { width: SIDE, height: SIDE }
  const base = { picture: 'sheet', style: 'gouache', prompt: 'a knight with a red cape', seed: 5 } as const
  return { ...base, ...size, reference: [], format: 'png', ...over }
}

async function draw(over: Partial<CharacterJob> = {}): Promise<Buffer> {
  return Buffer.from((await drawCharacter(job(over))).bytes)
}

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The share of the area's pixels that look like `hex`. */
async function shareOf(picture: Buffer, hex: string, area: Area): Promise<number> {
  const { data, info } = await sharp(picture)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const wanted = toOklab(
    [1, 3, 5].map((at) => decodePart(Number.parseInt(hex.slice(at, at + 2), 16))) as [number, number, number],
  )
  let found = 0
  for (let at = 0; at < data.length; at += 3) {
    const lab = toOklab([
      decodePart(data[at] ?? 0),
      decodePart(data[at + 1] ?? 0),
      decodePart(data[at + 2] ?? 0),
    ])
    if (Math.hypot(lab[0] - wanted[0], lab[1] - wanted[1], lab[2] - wanted[2]) < 0.09) found += 1
  }
  return found / (info.width * info.height)
}

/** Where the three figures of a square sheet stand. */
const FIGURES = [0, 1, 2].map((column) => ({
  left: Math.round(SIDE * (0.05 + column * 0.303)),
  top: Math.round(SIDE * 0.13),
  width: Math.round(SIDE * 0.29),
  height: Math.round(SIDE * 0.5),
}))

describe('a sheet', () => {
  it('is the same for the same job, and another for another seed, prompt or style', async () => {
    const first = await draw()
    expect((await draw()).equals(first)).toBe(true)
    for (const over of [{ seed: 6 }, { prompt: 'a witch' }, { style: 'line' }, { style: 'pixel' }] as const) {
      expect((await draw(over)).equals(first)).toBe(false)
    }
  })

  it('shows the same hair and clothes from all three sides', async () => {
    const prompt = 'a woman with long red hair in a blue dress'
    const { colors } = designCharacter(prompt, 9).design
    const sheet = await draw({ prompt, seed: 9 })
    for (const area of FIGURES) {
      expect(await shareOf(sheet, hexOf(colors.hair), area)).toBeGreaterThan(0.012)
      expect(await shareOf(sheet, hexOf(colors.primary), area)).toBeGreaterThan(0.025)
    }
  })

  it('shows a face from the front and none from behind', async () => {
    const prompt = 'a bald man with blue eyes'
    const { colors } = designCharacter(prompt, 4).design
    const sheet = await draw({ prompt, seed: 4, width: 512, height: 512 })
    const [front, , back] = FIGURES.map(({ left, top, width, height }) => ({
      left: left * 2,
      top: top * 2,
      width: width * 2,
      height: height * 2,
    }))
    if (front === undefined || back === undefined) throw new Error('There are three.')
    const eyes = hexOf(colors.eyes)
    const heads = (area: Area): Area => ({ ...area, height: Math.round(area.height / 3) })
    expect(await shareOf(sheet, eyes, heads(front))).toBeGreaterThan(
      3 * (await shareOf(sheet, eyes, heads(back))),
    )
  })

  it('has four different faces', async () => {
    const sheet = await draw({ width: 512, height: 512 })
    const faces = await Promise.all(
      [0, 1, 2, 3].map((column) =>
        sharp(sheet)
          .extract({ left: 26 + column * 118, top: 345, width: 100, height: 100 })
          .raw()
          .toBuffer(),
      ),
    )
    for (const [index, face] of faces.entries()) {
      for (const other of faces.slice(index + 1)) {
        const changed =
          face.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 40).length / face.length
        expect(changed).toBeGreaterThan(0.005)
        expect(changed).toBeLessThan(0.3)
      }
    }
  })

  it('keeps every calling on its paper, with hat and spear', async () => {
    for (const [index, { words }] of ARCHETYPES.entries()) {
      const prompt = words.split(' ')[0] ?? ''
      const picture = await draw({
        prompt,
        seed: index,
        picture: 'front',
        width: 96,
        height: 128,
        style: 'line',
      })
      for (const edge of [
        { left: 0, top: 0, width: 96, height: 2 },
        { left: 0, top: 126, width: 96, height: 2 },
        { left: 0, top: 0, width: 1, height: 128 },
        { left: 95, top: 0, width: 1, height: 128 },
      ]) {
        // Statistics would be those of the whole picture, whatever is cut out of it.
        const part = await sharp(picture).extract(edge).removeAlpha().raw().toBuffer()
        expect(Math.min(...part), `${prompt} at ${JSON.stringify(edge)}`).toBeGreaterThan(150)
      }
    }
  })
})

describe('a style', () => {
  it('of pixels has few colours and no soft edges', async () => {
    const { data, info } = await sharp(await draw({ style: 'pixel' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number): string =>
      data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')
    const colors = new Set<string>()
    for (let y = 0; y < info.height; y += 4) {
      for (let x = 0; x < info.width; x += 4) {
        colors.add(at(x, y))
        expect(at(x + 3, y + 3)).toBe(at(x, y))
      }
    }
    expect(colors.size).toBeGreaterThan(8)
    expect(colors.size).toBeLessThanOrEqual(36)
  })
})

describe('a file', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('says who made it, as %s of the asked size', async (format) => {
    const file = await draw({ format, picture: 'portrait', width: 128, height: 160 })
    const { width, height, exif, ...found } = await sharp(file).metadata()
    expect([found.format, width, height]).toEqual([format, 128, 160])
    expect(exif?.includes('Made by Sample studio, procedural art')).toBe(true)
  })

  it.each(['portrait', 'palette', 'front', 'three-quarter', 'back'] as const)(
    'of the %s is no empty paper',
    async (picture) => {
      const { channels } = await sharp(await draw({ picture, width: 160, height: 160 })).stats()
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(15)
    },
  )
})
