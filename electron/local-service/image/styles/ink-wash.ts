/** Ink wash: ridges that fade into mist, pines and birds in brush ink on rough paper, and one seal of red. */
import { hexOf, mix, oklch, type Rgb, namedColor } from '../color.ts'
import { drawFigure, figureOf } from '../figures.ts'
import { between, createWaves, type Random } from '../random.ts'
import { type Layer, outerBox, type Scene, type SceneRequest } from '../scene.ts'
import {
  circle,
  createDefs,
  type Defs,
  group,
  linesThrough,
  type Point,
  px,
  rectangle,
  shape,
} from '../svg.ts'

const PAPER = oklch(0.945, 0.02, 88)
const INK = oklch(0.24, 0.015, 265)
const SEAL = oklch(0.55, 0.19, 30)

/** Draws the wash of a prompt. */
export function inkWash(request: SceneRequest): Scene {
  const { reading, random, width, height } = request
  const unit = Math.min(width, height)
  const defs = createDefs()
  const [named] = reading.colors
  const ink = named === undefined ? INK : mix(INK, namedColor(named, -0.12), 0.55)
  const isSea = reading.lands.includes('sea') && !reading.lands.includes('mountain')
  const count = isSea ? 3 : 5
  const ridges = Array.from({ length: count }, (_, index) =>
    ridge(request, defs, ink, index / (count - 1), isSea),
  )
  const brush = `filter="${defs.fray(unit * 0.006, unit * 0.03, 3)}"`
  return {
    layers: [
      sky(request, defs, unit),
      ...ridges,
      ...subjects(request, ink, unit, brush),
      seal(random, width, height, unit, brush),
    ],
    defs: defs.markup(),
    ground: PAPER,
    finish: { grain: 7, vignette: 0.25 },
  }
}

function sky({ reading, random, width, height }: SceneRequest, defs: Defs, unit: number): Layer {
  const box = outerBox({ width, height })
  const back = rectangle([box.left, box.top], box.width, box.height, hexOf(PAPER))
  const isMoon = reading.time === 'night' || reading.subjects.some(({ kind }) => kind === 'moon')
  const at: Point = [width * between(random, 0.22, 0.78), height * between(random, 0.16, 0.28)]
  const soft = `filter="${defs.fray(unit * 0.012, unit * 0.05, 7)}"`
  const disc = isMoon
    ? circle(
        at,
        unit * 0.09,
        hexOf(mix(PAPER, oklch(1, 0, 0), 0.7)),
        `${soft} stroke="${hexOf(mix(PAPER, INK, 0.2))}"`,
      )
    : circle(at, unit * 0.1, hexOf(SEAL), `${soft} opacity="0.82"`)
  return { svg: back + disc, nearness: 0.03 }
}

/** One ridge; `near` is 0 for the farthest and 1 for the nearest. */
function ridge(request: SceneRequest, defs: Defs, ink: Rgb, near: number, isSea: boolean): Layer {
  const { random, width, height, reading } = request
  const unit = Math.min(width, height)
  const box = outerBox({ width, height })
  const waves = createWaves(random, 7, 0.56)
  const base = height * (isSea ? 0.6 + 0.3 * near : 0.36 + 0.5 * near)
  const rise = height * (isSea ? 0.02 : 0.17 * (1 - near * 0.45))
  const line = Array.from({ length: 221 }, (_, index): Point => {
    const x = box.left + (box.width * index) / 220
    return [x, base - rise * (0.4 + 0.9 * waves((x / unit) * 1.6, near * 9))]
  })
  const strength = 0.16 + 0.6 * near * near
  const top = Math.min(...line.map(([, y]) => y))
  const fill = defs.linear(top, base + height * 0.17, [ink, strength], [ink, strength * 0.45], [ink, 0])
  const bottom = base + height * 0.2
  const path = `${linesThrough([...line, [box.left + box.width, bottom], [box.left, bottom]])}Z`
  const edge = `<path d="${linesThrough(line)}" fill="none" stroke="${hexOf(ink)}" stroke-width="${px(unit * 0.0026)}" stroke-opacity="${(strength * 0.75).toFixed(2)}"/>`
  const mist = rectangle([box.left, top], box.width, bottom - top, hexOf(PAPER), 'fill-opacity="0.12"')
  const isBare = reading.lands.includes('desert') || isSea
  const trees = isBare || near === 0 ? [] : pines(random, line, unit, near, ink)
  return {
    svg: mist + shape(path, fill) + edge + trees.join(''),
    nearness: 0.1 + 0.65 * near,
  }
}

function pines(random: Random, line: readonly Point[], unit: number, near: number, ink: Rgb): string[] {
  const count = Math.round(9 + 10 * near)
  const opacity = 0.3 + 0.6 * near
  return Array.from({ length: count }, () => {
    const [x, y] = line[Math.floor(random() * line.length)] ?? [0, 0]
    const tall = unit * (0.03 + 0.085 * near) * between(random, 0.6, 1.2)
    const foot = y + tall * 0.2
    const strokes = [`M${px(x)} ${px(foot)}V${px(foot - tall)}`]
    for (let tier = 1; tier <= 6; tier += 1) {
      const wide = tall * 0.2 * (1 - tier / 7.5) * between(random, 0.7, 1.2)
      const at = foot - tall * (0.16 + tier * 0.13)
      strokes.push(
        `M${px(x - wide)} ${px(at + wide * 0.3)}L${px(x)} ${px(at)}L${px(x + wide)} ${px(at + wide * 0.3)}`,
      )
    }
    const wide = px(Math.max(0.8, tall * 0.05))
    return `<path d="${strokes.join('')}" fill="none" stroke="${hexOf(ink)}" stroke-width="${wide}" opacity="${opacity.toFixed(2)}"/>`
  })
}

function subjects(request: SceneRequest, ink: Rgb, unit: number, brush: string): readonly Layer[] {
  const { reading, random, width, height } = request
  const toInk = (color: Rgb): Rgb => mix(color, ink, 0.62)
  return reading.subjects
    .map((subject) => ({ subject, figure: figureOf(subject) }))
    .flatMap(({ subject, figure }) => {
      if (figure === undefined) return []
      const count = Math.min(7, subject.count)
      const isAir = figure.place === 'air'
      const largest = unit * (subject.kind === 'bird' ? (count > 1 ? 0.0006 : 0.0013) : 0.0019)
      const scale = Math.min(largest, (width * 0.8) / (figure.wide * count))
      const svg = Array.from({ length: count }, (_, index) => {
        const x =
          width * (0.5 + between(random, -0.06, 0.06)) + (index - (count - 1) / 2) * figure.wide * scale
        const y = isAir
          ? height * between(random, 0.22, 0.36)
          : height * (figure.place === 'water' ? 0.76 : 0.9)
        return drawFigure(subject, [x, y], scale * between(random, 0.85, 1.1), random() < 0.5, toInk)
      })
      return [
        {
          svg: group(svg, brush),
          nearness: isAir ? 0.4 : 0.8,
          ...(isAir ? { motion: 'drift' as const } : {}),
        },
      ]
    })
}

function seal(random: Random, width: number, height: number, unit: number, brush: string): Layer {
  const side = unit * 0.045
  const [x, y] = [width - unit * 0.11, height - unit * 0.12]
  const signs = Array.from({ length: 4 }, (_, index) => {
    const at: Point = [x + side * (0.2 + (index % 2) * 0.34), y + side * (0.2 + Math.floor(index / 2) * 0.34)]
    const wide = side * between(random, 0.1, 0.26)
    return rectangle(at, wide, side * 0.28 - wide * 0.4, hexOf(PAPER))
  })
  return {
    svg: group([rectangle([x, y], side, side, hexOf(SEAL)), ...signs], `${brush} opacity="0.85"`),
    nearness: 0,
  }
}
