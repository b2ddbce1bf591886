import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { referenceColors } from '#local-service/character/reference-colors.ts'
import { decodePart, toOklab, type Rgb } from '#local-service/paint/color.ts'

async function stripes(...colors: readonly string[]): Promise<Buffer> {
  const each = 120 / colors.length
  const bars = colors.map(
    (color, index) => `<rect x="${index * each}" width="${each}" height="80" fill="${color}"/>`,
  )
  return await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80">${bars.join('')}</svg>`),
  )
    .png()
    .toBuffer()
}

function isNear(color: Rgb | undefined, hex: string): boolean {
  const [l, a, b] = toOklab(color ?? [0, 0, 0])
  const parts = [1, 3, 5].map((at) => decodePart(Number.parseInt(hex.slice(at, at + 2), 16)))
  const [wl, wa, wb] = toOklab([parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0])
  return Math.hypot(l - wl, a - wa, b - wb) < 0.06
}

describe('the colours of a picture', () => {
  it('are its strong ones, however grey the rest is', async () => {
    const picture = await stripes('#808080', '#808080', '#c01030', '#777777', '#1040b0')
    const [first, second] = await referenceColors(picture)
    const found = [
      isNear(first, '#c01030') || isNear(first, '#1040b0'),
      isNear(second, '#c01030') || isNear(second, '#1040b0'),
    ]
    expect(found).toEqual([true, true])
  })

  it('are one where there is only one', async () => {
    const found = await referenceColors(await stripes('#20a060'))
    expect(found.map((color) => isNear(color, '#20a060'))).toEqual([true])
  })
})
