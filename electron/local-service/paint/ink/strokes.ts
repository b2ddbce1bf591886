/**
 * Three ways to mark a sheet: black ink, other pigments, and paper left bare.
 */
import type { Outline, Pen } from '../pen.ts'
import type { InkSheet } from './sheet.ts'

/** What a pigment takes from red, green and blue, as optical density. */
export type Pigment = readonly [number, number, number]

/** Cinnabar. */
export const RED: Pigment = [0.18, 1.75, 2.1]

/** Black ink inside `outlines`; `amount` as in the sheet. */
export function ink(sheet: InkSheet, pen: Pen, outlines: readonly Outline[], amount: number): void {
  pen.cover(outlines, (x, y, coverage) => {
    const at = y * sheet.width + x
    sheet.density[at] = Math.max(sheet.density[at] as number, amount * coverage)
  })
}

/** Takes the black out again. */
export function lift(sheet: InkSheet, pen: Pen, ...outlines: readonly Outline[]): void {
  pen.cover(outlines, (x, y, coverage) => {
    const at = y * sheet.width + x
    sheet.density[at] = (sheet.density[at] as number) * (1 - coverage)
  })
}

/** Covers with `pigment`; `share` 0 to 1 is how completely. */
export function stain(
  sheet: InkSheet,
  pen: Pen,
  outlines: readonly Outline[],
  pigment: Pigment,
  share: number,
): void {
  pen.cover(outlines, (x, y, coverage) => {
    for (let part = 0; part < 3; part += 1) {
      const at = (y * sheet.width + x) * 3 + part
      const old = sheet.color.data[at] as number
      sheet.color.data[at] = old + ((pigment[part] as number) - old) * coverage * share
    }
  })
}
