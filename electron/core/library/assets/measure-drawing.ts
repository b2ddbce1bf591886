/** Measures an SVG by its text, without anything being drawn. Source: SVG 2, 8.2 and 8.6. */
import { readFile, stat } from 'node:fs/promises'
import type { Dimensions } from './dimensions.ts'
import type { MediaFacts } from './measure.ts'
import { isSmallDrawing } from './svg-weight.ts'

/** Larger ones are kept and not shown. */
const LARGEST_BYTES = 16 * 1024 ** 2

/** The opening tag stands at the beginning, behind comments at most. */
const HEAD_CHARACTERS = 64 * 1024
const LARGEST_SIDE = 100_000

export interface MeasuredDrawing {
  readonly facts: MediaFacts
  /** It can be drawn in no time, as far as its text shows. */
  readonly isSmall: boolean
}

export async function measureDrawing(path: string): Promise<MeasuredDrawing> {
  if ((await stat(path)).size > LARGEST_BYTES) return { facts: {}, isSmall: false }
  const text = await readFile(path, 'utf8')
  return { facts: sizeInTag(text.slice(0, HEAD_CHARACTERS)) ?? {}, isSmall: isSmallDrawing(text) }
}

function sizeInTag(text: string): Dimensions | null {
  const start = text.search(/<svg[\s>]/i)
  const end = start < 0 ? -1 : text.indexOf('>', start)
  if (end < 0 || !/^\s*</.test(text)) return null
  const tag = text.slice(start, end)
  const [width, height] = [lengthOf(tag, 'width'), lengthOf(tag, 'height')]
  if (width !== null && height !== null) return { width, height }
  const [, wide, high] = /\sviewBox\s*=\s*["']\s*[-+.\d]{1,20}[\s,]+[-+.\d]{1,20}[\s,]+([.\d]{1,20})[\s,]+([.\d]{1,20})/i.exec(tag) ?? []
  const [across, down] = [side(Number(wide)), side(Number(high))]
  return across !== null && down !== null ? { width: across, height: down } : null
}

/** In pixels; null for one that is relative, or in a unit of paper. */
function lengthOf(tag: string, name: 'width' | 'height'): number | null {
  const [, number] = new RegExp(`\\s${name}\\s*=\\s*["']\\s*([.\\d]{1,20})(?:px)?\\s*["']`, 'i').exec(tag) ?? []
  return number === undefined ? null : side(Number(number))
}

function side(pixels: number): number | null {
  const whole = Math.round(pixels)
  return whole >= 1 && whole <= LARGEST_SIDE ? whole : null
}
