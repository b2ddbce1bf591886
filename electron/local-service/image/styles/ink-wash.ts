/** Ink wash: ridges that fade into mist, pines and birds in brush ink on rough paper, and one seal of red. */
import { hexOf, mix, oklch, type Rgb, namedColor } from '../color.ts'
import { drawFigure, figuresIn } from '../figures.ts'
import { between, createWaves, pick } from '../random.ts'
import { type Layer, outerBox, type Scene, type SceneRequest } from '../scene.ts'
import { circle, group, linesThrough, type Point, polygon, px, rectangle, strokes } from '../svg.ts'
import { vignette } from './nature.ts'

const PAPER = oklch(0.945, 0.02, 88)
const MOON = oklch(0.98, 0.008, 88)
const INK = oklch(0.24, 0.015, 265)
const SEAL = oklch(0.55, 0.19, 30)

interface Wash extends SceneRequest {
  readonly box: ReturnType<typeof outerBox>
  readonly ink: Rgb
  readonly isSea: boolean
}

export function inkWash(request: SceneRequest): Scene {
  const { reading, defs, unit } = request
  const [named] = reading.colors
  const ink = named === undefined ? INK : mix(INK, namedColor(named, -0.12), 0.55)
  const isSea = reading.lands.includes('sea') && !reading.lands.includes('mountain')
  const wash: Wash = { ...request, box: outerBox(request), ink, isSea }
  const brush = `filter="${defs.fray(unit * 0.006, unit * 0.03)}"`
  const nearness = isSea ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]
  const layers = [
    sky(wash),
    ...nearness.map((near) => ridge(wash, near)),
    ...subjects(wash, brush),
    seal(wash, brush),
    vignette(defs, request, 0.25),
  ]
  return { layers, defs, ground: PAPER, grain: 7 }
}

function sky({ reading, random, width, height, defs, unit, box }: Wash): Layer {
  const isMoon = reading.time === 'night' || reading.subjects.some(({ kind }) => kind === 'moon')
  const at: Point = [width * between(random, 0.22, 0.78), height * between(random, 0.16, 0.28)]
  const soft = `filter="${defs.fray(unit * 0.012, unit * 0.05)}"`
  const disc = isMoon
    ? circle(at, unit * 0.09, hexOf(MOON), `${soft} stroke="${hexOf(mix(PAPER, INK, 0.2))}"`)
    : circle(at, unit * 0.1, hexOf(SEAL), `${soft} opacity="0.82"`)
  return { svg: rectangle([box.left, box.top], box.width, box.height, hexOf(PAPER)) + disc, nearness: 0.03 }
}

/** One ridge; `near` is 0 for the farthest and 1 for the nearest. */
function ridge(wash: Wash, near: number): Layer {
  const { random, height, reading, unit, box, defs, ink, isSea } = wash
  const waves = createWaves(random, 7, 0.56)
  const base = height * (isSea ? 0.6 + 0.3 * near : 0.36 + 0.5 * near)
  const rise = height * (isSea ? 0.02 : 0.17 * (1 - near * 0.45))
  const line = Array.from({ length: 221 }, (_, index): Point => {
    const x = box.left + (box.width * index) / 220
    return [x, base - rise * (0.4 + 0.9 * waves((x / unit) * 1.6))]
  })
  const strength = 0.16 + 0.6 * near * near
  const [top, bottom] = [Math.min(...line.map(([, y]) => y)), base + height * 0.2]
  const fill = defs.linear(top, base + height * 0.17, [ink, strength], [ink, strength * 0.45], [ink, 0])
  const edge = `stroke-opacity="${(strength * 0.75).toFixed(2)}"`
  const isBare = reading.lands.includes('desert') || isSea || near === 0
  const parts = [
    rectangle([box.left, top], box.width, bottom - top, hexOf(PAPER), 'fill-opacity="0.12"'),
    polygon([...line, [box.right, bottom], [box.left, bottom]], fill),
    strokes(linesThrough(line), hexOf(ink), unit * 0.0026, edge),
    ...(isBare ? [] : pines(wash, line, near)),
  ]
  return { svg: parts.join(''), nearness: 0.1 + 0.65 * near }
}

function pines({ random, unit, ink }: Wash, line: readonly Point[], near: number): string[] {
  return Array.from({ length: Math.round(9 + 10 * near) }, () => {
    const [x, y] = pick(random, line)
    const tall = unit * (0.03 + 0.085 * near) * between(random, 0.6, 1.2)
    const foot = y + tall * 0.2
    const boughs = [1, 2, 3, 4, 5, 6].map((tier) => {
      const wide = tall * 0.2 * (1 - tier / 7.5) * between(random, 0.7, 1.2)
      const at = foot - tall * (0.16 + tier * 0.13)
      const low = at + wide * 0.3
      return linesThrough([
        [x - wide, low],
        [x, at],
        [x + wide, low],
      ])
    })
    const path = `M${px(x)} ${px(foot)}V${px(foot - tall)}${boughs.join('')}`
    return strokes(path, hexOf(ink), Math.max(0.8, tall * 0.05), `opacity="${(0.3 + 0.6 * near).toFixed(2)}"`)
  })
}

function subjects({ reading, random, width, height, unit, ink }: Wash, brush: string): readonly Layer[] {
  return figuresIn(reading.subjects, 'air', 'water', 'ground').map((subject) => {
    const { wide, place } = subject.figure
    const count = Math.min(7, subject.count)
    const isAir = place === 'air'
    const largest = unit * (subject.kind === 'bird' ? (count > 1 ? 0.0006 : 0.0013) : 0.0019)
    const scale = Math.min(largest, (width * 0.8) / (wide * count))
    const figures = Array.from({ length: count }, (_, index) => {
      const x = width * (0.5 + between(random, -0.06, 0.06)) + (index - (count - 1) / 2) * wide * scale
      const y = height * (isAir ? between(random, 0.22, 0.36) : place === 'water' ? 0.76 : 0.9)
      const size = scale * between(random, 0.85, 1.1)
      return drawFigure(subject, [x, y], size, random() < 0.5, (color) => mix(color, ink, 0.62))
    })
    return { svg: group(figures, brush), nearness: isAir ? 0.4 : 0.8, ...(isAir ? { motion: 'drift' } : {}) }
  })
}

function seal({ random, width, height, unit }: Wash, brush: string): Layer {
  const side = unit * 0.045
  const [x, y] = [width - unit * 0.11, height - unit * 0.12]
  const signs = [0, 1, 2, 3].map((index) => {
    const at: Point = [x + side * (0.2 + (index % 2) * 0.34), y + side * (0.2 + Math.floor(index / 2) * 0.34)]
    const wide = side * between(random, 0.1, 0.26)
    return rectangle(at, wide, side * 0.28 - wide * 0.4, hexOf(PAPER))
  })
  const parts = [rectangle([x, y], side, side, hexOf(SEAL)), ...signs]
  return { svg: group(parts, `${brush} opacity="0.85"`), nearness: 0 }
}
