import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { designCharacter } from '#local-service/character/design-character.ts'
import { hexOf } from '#local-service/character/hex.ts'
import { drawCharacter } from '#local-service/character/make-character.ts'
import { PIXEL_SIDE } from '#local-service/character/pixels.ts'
import { pixelWidthOf, writePixels } from '#local-service/character/sheet/pixel-lettering.ts'
import { layOutPixelPalette } from '#local-service/character/sheet/pixel-palette.ts'
import { shownColors } from '#local-service/character/sheet/shown-colors.ts'
import { createCanvas } from '#local-service/paint/canvas.ts'

/** What is written, as rows of marks, the space around it cut off. */
function marksOf(text: string): readonly string[] {
  const canvas = createCanvas(pixelWidthOf(text), 5)
  writePixels(canvas, text, { left: 0, top: 0, scale: 1 }, [1, 1, 1])
  return Array.from({ length: 5 }, (_, y) =>
    Array.from({ length: canvas.width }, (_unused, x) =>
      canvas.data[(y * canvas.width + x) * 3] === 0 ? ' ' : '#',
    ).join(''),
  )
}

describe('letters of whole pixels', () => {
  it('are three by five, one apart', () => {
    expect(marksOf('a#7')).toEqual([
      ' #  # # ###',
      '# # ###   #',
      '### # #   #',
      '# # ###  # ',
      '# # # #  # ',
    ])
  })
  it('leave out what has no letter, and what lies outside of the picture', () => {
    const canvas = createCanvas(3, 3)
    writePixels(canvas, '?e', { left: -4, top: 1, scale: 1 }, [1, 1, 1])
    expect(canvas.data.filter((part) => part > 0)).toHaveLength(12)
  })
})

describe('a palette as pixel art', () => {
  it.each([
    [7, 275, 86],
    [8, 260, 80],
    [8, 131, 37],
    [8, 525, 160],
  ])('has room for %i colours on %i by %i pixels, with their names', (count, width, height) => {
    const { columns, cellWidth, cellHeight, scale } = layOutPixelPalette(count, width, height)
    expect(scale).toBeGreaterThan(0)
    expect(cellWidth).toBeGreaterThan(pixelWidthOf('#000000') * scale)
    expect(columns * cellWidth).toBeLessThanOrEqual(width)
    expect(Math.ceil(count / columns) * cellHeight).toBeLessThanOrEqual(height)
  })
  it('does without names where they would be smaller than letters can be', () => {
    expect(layOutPixelPalette(8, 34, 11)).toEqual({ columns: 8, cellWidth: 4, cellHeight: 11, scale: 0 })
  })
  it('says every colour by its name and its value, letter for letter', async () => {
    const [width, height] = [1_096, 344]
    const given = { prompt: 'a fox wizard in blue robes', seed: 4, reference: [] }
    const { bytes } = await drawCharacter({
      ...given,
      picture: 'palette',
      style: 'pixel',
      format: 'png',
      width,
      height,
    })
    const small = [width / PIXEL_SIDE, height / PIXEL_SIDE] as const
    const { data } = await sharp(bytes)
      .removeAlpha()
      .resize(...small, { kernel: 'nearest' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rows = Array.from({ length: small[1] }, (_, y) =>
      Array.from({ length: small[0] }, (_unused, x) =>
        data.subarray((y * small[0] + x) * 3, (y * small[0] + x) * 3 + 3).toString('hex'),
      ),
    )
    const { design } = designCharacter(given.prompt, given.seed, given.reference)
    for (const { label, color } of shownColors(design))
      for (const text of [label, hexOf(color)]) expect([text, isWritten(rows, text)]).toEqual([text, true])
  })
})

/** Whether a text stands somewhere in a picture, in one colour that is nowhere between its letters. */
function isWritten(rows: readonly (readonly string[])[], text: string): boolean {
  const marks = marksOf(text)
  const fits = (left: number, top: number): boolean => {
    const ink = rows[top + 2]?.[left + (marks[2] ?? '').indexOf('#')]
    return marks.every((line, y) =>
      Array.from(line).every((mark, x) => (rows[top + y]?.[left + x] === ink) === (mark === '#')),
    )
  }
  return rows.some((row, top) => row.some((_, left) => fits(left, top)))
}
