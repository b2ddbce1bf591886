/** What is done to an image in the editor: the part of it that is sent, and the mask over it. All places are in its own pixels. */
import type { Size } from '../../../../ui/use-element-size.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point, Size {}

/** Parts of a mask, each drawn over those before it. */
export type MaskPart =
  | { readonly kind: 'stroke'; readonly isErased: boolean; readonly points: readonly StrokePoint[] }
  | { readonly kind: 'box'; readonly isErased: boolean; readonly box: Box }
  | { readonly kind: 'invert' | 'clear' }

export interface StrokePoint extends Point {
  readonly radius: number
}

export interface Edit {
  /** What is sent: smaller than the image where it is cropped, larger where something is to be made beside it. */
  readonly frame: Box
  readonly parts: readonly MaskPart[]
  /** Pixels over which the border of the mask is blended. */
  readonly feather: number
}

/** The image whole, and nothing masked. */
export function freshEdit({ width, height }: Size): Edit {
  return { frame: { x: 0, y: 0, width, height }, parts: [], feather: 0 }
}

export interface History {
  readonly past: readonly Edit[]
  readonly now: Edit
  readonly future: readonly Edit[]
}

export type HistoryStep = { readonly kind: 'undo' | 'redo' } | { readonly kind: 'edit'; readonly edit: Edit }

export function step({ past, now, future }: History, action: HistoryStep): History {
  if (action.kind === 'edit') {
    const { parts, frame } = action.edit
    // A slider that is moved is not a step for each of its places.
    const isStep = parts !== now.parts || frame !== now.frame
    return isStep
      ? { past: [...past, now], now: action.edit, future: [] }
      : { past, now: action.edit, future }
  }
  const next = action.kind === 'undo' ? past.at(-1) : future[0]
  if (next === undefined) return { past, now, future }
  return action.kind === 'undo'
    ? { past: past.slice(0, -1), now: next, future: [now, ...future] }
    : { past: [...past, now], now: next, future: future.slice(1) }
}

/** Canvases of browsers end there, and services earlier. */
const MAX_SIDE = 8192
const MIN_SIDE = 16

/** The middle of the image in a ratio: all that fits into it, or the image with what is missing around it. */
export function frameFor({ width, height }: Size, ratio: number, how: 'crop' | 'extend'): Box {
  const isWide = width / height > ratio
  const keepsHeight = isWide === (how === 'crop')
  return between({
    width: keepsHeight ? height * ratio : width,
    height: keepsHeight ? height : width / ratio,
    image: { width, height },
  })
}

function between({ image, ...size }: Size & { readonly image: Size }): Box {
  const [width, height] = [bounded(size.width), bounded(size.height)]
  return {
    x: Math.round((image.width - width) / 2),
    y: Math.round((image.height - height) / 2),
    width,
    height,
  }
}

function bounded(side: number): number {
  return Math.min(MAX_SIDE, Math.max(MIN_SIDE, Math.round(side)))
}

export const SIDES = ['left', 'top', 'right', 'bottom'] as const
export type Margins = Readonly<Record<(typeof SIDES)[number], number>>

/** How far the frame reaches beyond the image; less than nothing where it is cropped. Never -0, which a field would show. */
export function marginsOf({ x, y, width, height }: Box, image: Size): Margins {
  return { left: 0 - x, top: 0 - y, right: x + width - image.width, bottom: y + height - image.height }
}

/** The other way around; what would be left of it has at least `MIN_SIDE` pixels a side. */
export function frameOf({ left, top, right, bottom }: Margins, image: Size): Box {
  return {
    x: 0 - left,
    y: 0 - top,
    width: bounded(image.width + left + right),
    height: bounded(image.height + top + bottom),
  }
}

export function isWhole({ x, y, width, height }: Box, image: Size): boolean {
  return x === 0 && y === 0 && width === image.width && height === image.height
}

export function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}

/** The box between two corners. Where it touches the frame it goes on beyond it, so that its border is not blended there. */
export function boxBetween(one: Point, other: Point, frame: Box): Box {
  const beyond = frame.width + frame.height
  const [left, right] = reach([one.x, other.x], [frame.x, frame.x + frame.width], beyond)
  const [top, bottom] = reach([one.y, other.y], [frame.y, frame.y + frame.height], beyond)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

type Range = readonly [from: number, to: number]

function reach(range: Range, [from, to]: Range, beyond: number): Range {
  const [least, most] = [Math.min(...range), Math.max(...range)]
  return [least <= from ? from - beyond : least, most >= to ? to + beyond : most]
}
