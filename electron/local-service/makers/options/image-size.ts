/**
 * How large an image or a video is: the two fields that say so, and the size in pixels they lead to.
 */
import { show } from './fields.ts'
import type { Field, Reading } from './define-options.ts'

/** What a named resolution means: the side of a square of the same area ("1K"), or the shorter side ("720p"). */
type NamedSize = { readonly square: number } | { readonly shorter: number }

export type Resolution = NamedSize | { readonly width: number; readonly height: number }

interface SizeRules {
  readonly named: Readonly<Record<string, NamedSize>>
  /** A key of `named`. */
  readonly standard: string
  readonly minSide: number
  readonly maxSide: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Of a still image, in pixels. */
export const MAX_IMAGE_SIDE = 2048

const RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9']
/** Between these, width to height. */
const NARROWEST = 1 / 4
const WIDEST = 4

/** A named size or `<width>x<height>`. */
export function resolutionField({ named, standard, minSide, maxSide }: SizeRules): Field<Resolution> {
  const names = Object.keys(named)
  return {
    listed: {
      type: 'string',
      title: 'Resolution',
      description: `A named size, or <width>x<height> with ${minSide} to ${maxSide} a side.`,
      examples: names,
      pattern: `^(${names.join('|')}|\\d+x\\d+)$`,
      default: standard,
    },
    read(value = standard): Reading<Resolution> {
      if (typeof value !== 'string') {
        return { ok: false, fault: `must be a string, such as "${standard}", not ${show(value)}.` }
      }
      const text = value.trim()
      const name = names.find((entry) => entry.toLowerCase() === text.toLowerCase())
      const size = name === undefined ? readSides(text) : named[name]
      const fits = size !== undefined && (!('width' in size) || isWithin(size, minSide, maxSide))
      if (fits) return { ok: true, value: size }
      const advice = `use ${names.join(', ')}, or <width>x<height> with ${minSide} to ${maxSide} a side.`
      return { ok: false, fault: `${show(value)} is not possible; ${advice}` }
    },
  }
}

/** Of a still image: squares of 512 to 2048, or any sides between. */
export function imageResolutionField(minSide: number): Field<Resolution> {
  return resolutionField({
    named: {
      '512': { square: 512 },
      '768': { square: 768 },
      '1K': { square: 1024 },
      '2K': { square: MAX_IMAGE_SIDE },
    },
    standard: '1K',
    minSide,
    maxSide: MAX_IMAGE_SIDE,
  })
}

/** Width to height as a number, or null when the request names none or "auto". */
export function aspectRatioField(standard: string | null): Field<number | null> {
  return {
    listed: {
      type: 'string',
      title: 'Aspect ratio',
      description: 'Width to height. Any <width>:<height> between 1:4 and 4:1.',
      examples: RATIOS,
      pattern: '^(auto|\\d+(\\.\\d+)?:\\d+(\\.\\d+)?)$',
      ...(standard === null ? {} : { default: standard }),
    },
    read(value): Reading<number | null> {
      if (value === undefined) return { ok: true, value: null }
      if (typeof value !== 'string') {
        return { ok: false, fault: `must be a string of the form <width>:<height>, not ${show(value)}.` }
      }
      if (value.toLowerCase() === 'auto') return { ok: true, value: null }
      const ratio = readRatio(value)
      if (ratio >= NARROWEST && ratio <= WIDEST) return { ok: true, value: ratio }
      const advice = 'use <width>:<height> between 1:4 and 4:1, such as "16:9".'
      return { ok: false, fault: `${show(value)} is not possible; ${advice}` }
    },
  }
}

/**
 * The size in whole pixels, even unless the request names both sides, and at most `maxSide` a side.
 *
 * `ratio` is the shape where the resolution leaves it open.
 */
export function sizeOf(resolution: Resolution, ratio: number, maxSide: number): Size {
  if ('width' in resolution) return resolution
  const bounded = Math.min(WIDEST, Math.max(NARROWEST, ratio))
  const width =
    'square' in resolution
      ? resolution.square * Math.sqrt(bounded)
      : resolution.shorter * Math.max(1, bounded)
  const height = width / bounded
  const shrink = Math.min(1, maxSide / Math.max(width, height))
  return { width: toEven(width * shrink), height: toEven(height * shrink) }
}

const toEven = (pixels: number): number => 2 * Math.round(pixels / 2)

function isWithin({ width, height }: Size, minSide: number, maxSide: number): boolean {
  return Math.min(width, height) >= minSide && Math.max(width, height) <= maxSide
}

function readSides(text: string): Size | undefined {
  const [, width, height] = /^(\d{1,5})\s*[x×*]\s*(\d{1,5})$/iu.exec(text) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

function readRatio(text: string): number {
  const [, width, height] = /^\s*(\d+(?:\.\d+)?)\s*[:/x]\s*(\d+(?:\.\d+)?)\s*$/u.exec(text) ?? []
  return Number(width) / Number(height)
}
