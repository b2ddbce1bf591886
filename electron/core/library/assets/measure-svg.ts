/** Measures an SVG by its text, without anything being drawn. Source: SVG 2, 8.2 and 8.6. */
import { readFile, stat } from 'node:fs/promises'
import type { Dimensions } from '../../media/load-sharp.ts'
import type { MediaFacts } from './measure.ts'

/** Larger ones are kept and not shown. */
const MAX_BYTES = 16 * 1024 ** 2

/** The opening tag stands at the beginning, behind comments at most. */
const HEAD_CHARACTERS = 64 * 1024
const MAX_SIDE = 100_000

export interface MeasuredSvg {
  readonly facts: MediaFacts
  /** It can be drawn in no time, as far as its text shows. */
  readonly isSmall: boolean
}

export async function measureSvg(path: string): Promise<MeasuredSvg> {
  if ((await stat(path)).size > MAX_BYTES) return { facts: {}, isSmall: false }
  const text = await readFile(path, 'utf8')
  return { facts: sizeInTag(text.slice(0, HEAD_CHARACTERS)) ?? {}, isSmall: isSmallSvg(text) }
}

function sizeInTag(text: string): Dimensions | null {
  const start = text.search(/<svg[\s>]/i)
  const end = start < 0 ? -1 : text.indexOf('>', start)
  if (end < 0 || !/^\s*</.test(text)) return null
  const tag = text.slice(start, end)
  const [width, height] = [lengthOf(tag, 'width'), lengthOf(tag, 'height')]
  if (width !== null && height !== null) return { width, height }
  const [, wide, high] =
    /\sviewBox\s*=\s*["']\s*[-+.\d]{1,20}[\s,]+[-+.\d]{1,20}[\s,]+([.\d]{1,20})[\s,]+([.\d]{1,20})/i.exec(
      tag,
    ) ?? []
  const [across, down] = [side(Number(wide)), side(Number(high))]
  return across !== null && down !== null ? { width: across, height: down } : null
}

/** In pixels; null for one that is relative, or in a unit of paper. */
function lengthOf(tag: string, name: 'width' | 'height'): number | null {
  const [, number] =
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*([.\\d]{1,20})(?:px)?\\s*["']`, 'i').exec(tag) ?? []
  return number === undefined ? null : side(Number(number))
}

function side(pixels: number): number | null {
  const whole = Math.round(pixels)
  return whole >= 1 && whole <= MAX_SIDE ? whole : null
}

/**
 * How much there is to draw in an SVG, found in its text: every reference to another part of it counts as that part again.
 *
 * The page draws SVG itself, in the thread that also answers the user, and nothing can stop it there: 1 kB may ask for hundreds
 * of thousands of layers. Goes over the text once; what it does not understand it counts as too much.
 */

/** Elements, and those of them that need a layer of their own. Drawings of real tools stay far below. */
const MAX_ELEMENTS = 200_000
const MAX_LAYERS = 2_000
const MAX_DEPTH = 1_000

const TAG = /<(?:!--|!\[CDATA\[|[?!/]?[A-Za-z])/g
const LAYER = /\s(?:opacity|filter|mask|clip-path|style)\s*=/i
const REFERENCE = /\bhref\s*=\s*["']\s*#([^"']{1,200})["']|\burl\(\s*["']?#([^"')]{1,200})/gi
/** In a sheet a reference holds for any number of elements. Colours are only looked up. */
const STYLE_REFERENCE = /\b(?:mask|filter|clip-path|marker(?:-\w{3,5})?)\s*:\s*url\(/i
const ID = /\sid\s*=\s*["']([^"']{1,200})["']/i

interface Part {
  elements: number
  layers: number
  readonly children: Part[]
  readonly references: string[]
}

function isSmallSvg(text: string): boolean {
  // Entities repeat text, and a drawing inside a drawing is not looked into.
  if (/<!ENTITY|data:image\/svg/i.test(text)) return false
  const read = readParts(text)
  if (read === null || (/<style/i.test(text) && STYLE_REFERENCE.test(text))) return false
  try {
    return isWithin(read.root, read.byId)
  } catch {
    // References of references, too many to follow.
    return false
  }
}

function readParts(text: string): { readonly root: Part; readonly byId: ReadonlyMap<string, Part> } | null {
  const root = newPart()
  const open: Part[] = [root]
  const byId = new Map<string, Part>()
  let count = 0
  TAG.lastIndex = 0
  for (let found = TAG.exec(text); found; found = TAG.exec(text)) {
    const end = endOf(text, found.index, found[0])
    if (end < 0) return null
    TAG.lastIndex = end
    if (found[0].startsWith('</')) {
      if (open.length > 1) open.pop()
      continue
    }
    if (/^<[!?]/.test(found[0])) continue
    const tag = text.slice(found.index, end)
    const part = newPart(LAYER.test(tag) ? 1 : 0, tag)
    const [, id] = ID.exec(tag) ?? []
    if (id !== undefined && !byId.has(id)) byId.set(id, part)
    open.at(-1)?.children.push(part)
    if (!tag.endsWith('/>')) open.push(part)
    if (++count > MAX_ELEMENTS || open.length > MAX_DEPTH) return null
  }
  return { root, byId }
}

function newPart(layers = 0, tag = ''): Part {
  const references = [...tag.matchAll(REFERENCE)].map(([, href, url]) => href ?? url ?? '')
  return { elements: 1, layers, children: [], references }
}

/** Behind what begins at `start`; -1 where it does not end. */
function endOf(text: string, start: number, opening: string): number {
  const closing = opening === '<!--' ? '-->' : opening === '<![CDATA[' ? ']]>' : '>'
  const at = text.indexOf(closing, start)
  return at < 0 ? -1 : at + closing.length
}

/** Each part is added up once, so that this takes no longer than there are parts and references. */
function isWithin(root: Part, byId: ReadonlyMap<string, Part>): boolean {
  const sums = new Map<Part, { readonly elements: number; readonly layers: number }>()
  const underWay = new Set<Part>()
  const sum = (part: Part): { readonly elements: number; readonly layers: number } => {
    const known = sums.get(part)
    if (known) return known
    // What contains itself is not drawn.
    if (underWay.has(part)) return { elements: 0, layers: 0 }
    underWay.add(part)
    let { elements, layers } = part
    for (const inner of [...part.children, ...part.references.flatMap((id) => byId.get(id) ?? [])]) {
      const more = sum(inner)
      elements += more.elements
      layers += more.layers
    }
    underWay.delete(part)
    sums.set(part, { elements, layers })
    return { elements, layers }
  }
  const { elements, layers } = sum(root)
  return elements <= MAX_ELEMENTS && layers <= MAX_LAYERS
}
