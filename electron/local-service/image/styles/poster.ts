/**
 * Geometric poster: flat shapes in few inks within a border of paper, like a travel poster from the middle of the last century.
 */
import { hexOf, mix, oklch, shift, toOklab, type Rgb } from '../color.ts'
import { drawFigure, figureOf } from '../figures.ts'
import { choosePalette } from '../palette.ts'
import { between } from '../random.ts'
import { outerBox, type Layer, type Scene, type SceneRequest } from '../scene.ts'
import { circle, createDefs, group, linesThrough, px, rectangle, shape, type Point } from '../svg.ts'

const PAPER = oklch(0.94, 0.025, 75)

interface Plan extends SceneRequest {
  readonly unit: number
  /** Inks from light to dark. */
  readonly inks: readonly [Rgb, Rgb, Rgb, Rgb]
  readonly sky: Rgb
  readonly ground: number
}

/** Draws the poster of a prompt. */
export function poster(request: SceneRequest): Scene {
  const { reading, random, width, height } = request
  const palette = choosePalette(reading, random)
  const [a = PAPER, b = a, c = b, d = c] = palette.inks.toSorted((x, y) => toOklab(y)[0] - toOklab(x)[0])
  const plan: Plan = {
    ...request,
    unit: Math.min(width, height),
    inks: [a, b, c, d],
    sky: palette.dark ? palette.ground : mix(palette.ground, a, 0.35),
    ground: height * between(random, 0.6, 0.68),
  }
  const hasWater =
    reading.lands.includes('sea') || reading.subjects.some((each) => figureOf(each)?.place === 'water')
  const defs = createDefs()
  return {
    layers: [
      heaven(plan),
      ...peaks(plan),
      ...(hasWater ? sea(plan) : fields(plan)),
      ...figures(plan, hasWater),
      border(plan),
    ],
    defs: defs.markup(),
    ground: plan.sky,
    finish: { grain: 11, vignette: 0 },
  }
}

/** The sky with rings around the sun or moon. */
function heaven({ sky, inks, unit, width, height, reading, random, ...size }: Plan): Layer {
  const box = outerBox({ ...size, width, height })
  const isNight = reading.time === 'night' || reading.subjects.some(({ kind }) => kind === 'moon')
  const center: Point = [width * between(random, 0.36, 0.64), height * (isNight ? 0.27 : 0.36)]
  const radius = unit * (isNight ? 0.11 : 0.19)
  const sun = isNight ? oklch(0.95, 0.03, 95) : (inks[2] ?? inks[0])
  const rings = [2.5, 2, 1.5].map((times, index) =>
    circle(center, radius * times, hexOf(mix(sky, isNight ? shift(sky, 0.1) : inks[0], 0.3 + 0.25 * index))),
  )
  const stars = isNight
    ? Array.from({ length: 30 }, () =>
        circle(
          [random() * width, random() * height * 0.5],
          unit * between(random, 0.0015, 0.004),
          hexOf(sun),
        ),
      )
    : []
  const svg = [
    rectangle([box.left, box.top], box.width, box.height, hexOf(sky)),
    ...(isNight ? stars : rings),
    circle(center, radius, hexOf(sun)),
  ].join('')
  return { svg, nearness: 0.05 }
}

function peaks({ inks, ground, width, height, random, reading, sky, ...size }: Plan): readonly Layer[] {
  const box = outerBox({ ...size, width, height })
  const isFlat =
    reading.lands.length > 0 && !reading.lands.some((land) => /mountain|desert|forest/u.test(land))
  const rows = isFlat
    ? [{ rise: 0.07, count: 2 }]
    : [
        { rise: 0.3, count: 2 },
        { rise: 0.18, count: 4 },
      ]
  return rows.map(({ rise, count }, row) => {
    const ink = mix(row === 0 ? inks[1] : inks[2], sky, row === 0 ? 0.35 : 0.12)
    const faces = Array.from({ length: count + 2 }, (_, index) => {
      const x = box.left + ((index + between(random, 0.2, 0.8)) * box.width) / (count + 2)
      const tall = height * rise * between(random, 0.7, 1.15)
      const wide = tall * between(random, 0.8, 1.15)
      const top: Point = [x, ground - tall]
      const light = shape(
        `${linesThrough([top, [x - wide, ground + 4], [x + wide, ground + 4]])}Z`,
        hexOf(ink),
      )
      const shade: Point[] = [
        top,
        [x + wide * 0.1, ground - tall * 0.55],
        [x - wide * 0.05, ground + 4],
        [x + wide, ground + 4],
      ]
      return light + shape(`${linesThrough(shade)}Z`, hexOf(shift(ink, -0.06)))
    })
    return { svg: faces.join(''), nearness: 0.15 + 0.15 * row }
  })
}

function sea({ inks, ground, width, height, unit, random, ...size }: Plan): readonly Layer[] {
  const box = outerBox({ ...size, width, height })
  const colors = [mix(inks[3], inks[1], 0.25), inks[3], shift(inks[3], -0.1)]
  return colors.map((color, band) => {
    const y = ground + ((height - ground) * band * 0.9) / 2.4
    const scallop = unit * 0.045
    let path = `M${px(box.left)} ${px(y)}`
    for (let x = box.left; x < box.left + box.width; x += scallop)
      path += `q${px(scallop / 2)} ${px(scallop * 0.34)} ${px(scallop)} 0`
    path += `V${px(box.top + box.height)}H${px(box.left)}Z`
    const dashes = Array.from({ length: 9 }, () => {
      const at: Point = [box.left + random() * box.width, y + between(random, 0.03, 0.12) * height]
      const long = unit * between(random, 0.03, 0.12)
      return rectangle(at, long, Math.max(1, unit * 0.003), hexOf(shift(color, 0.13)), 'rx="2"')
    })
    return { svg: shape(path, hexOf(color)) + dashes.join(''), nearness: 0.4 + 0.15 * band }
  })
}

function fields({ inks, ground, width, height, unit, random, reading, ...size }: Plan): readonly Layer[] {
  const box = outerBox({ ...size, width, height })
  const bottom = box.top + box.height
  const isWooded = reading.lands.includes('forest') || reading.subjects.some(({ kind }) => kind === 'tree')
  return [mix(inks[2], inks[3], 0.4), inks[3]].map((color, row) => {
    const y = ground + row * height * 0.13
    const rise = height * between(random, 0.03, 0.07) * (row === 0 ? 1 : -1)
    const middle = width * between(random, 0.3, 0.7)
    const hill = `M${px(box.left)} ${px(y)}Q${px(middle)} ${px(y - rise * 2)} ${px(box.left + box.width)} ${px(y)}V${px(bottom)}H${px(box.left)}Z`
    const trees = Array.from({ length: isWooded ? 9 : 3 }, () => {
      const x = box.left + random() * box.width
      const tall = unit * between(random, 0.07, 0.14)
      const foot = y + unit * 0.012
      const crown: Point[] = [
        [x, foot - tall],
        [x - tall * 0.24, foot - tall * 0.12],
        [x + tall * 0.24, foot - tall * 0.12],
      ]
      return (
        rectangle(
          [x - tall * 0.03, foot - tall * 0.14],
          tall * 0.06,
          tall * 0.16,
          hexOf(shift(inks[3], -0.16)),
        ) + shape(`${linesThrough(crown)}Z`, hexOf(shift(inks[3], -0.09 + row * 0.02)))
      )
    })
    return { svg: trees.join('') + shape(hill, hexOf(shift(color, -0.03 * row))), nearness: 0.4 + 0.2 * row }
  })
}

function figures({ reading, unit, width, height, ground }: Plan, hasWater: boolean): readonly Layer[] {
  return reading.subjects
    .map((subject) => ({ subject, figure: figureOf(subject) }))
    .flatMap(({ subject, figure }) => {
      if (figure === undefined) return []
      const count = Math.min(subject.kind === 'bird' ? 7 : 3, subject.count)
      const wide = figure.wide * 1.2
      const largest = subject.kind === 'bird' ? unit * 0.0008 : unit * 0.0024
      const scale = Math.min(largest, (width * 0.72) / (wide * count))
      const foot = { air: height * 0.3, water: ground + height * 0.13, ground: ground + height * 0.22 }
      const y = figure.place === 'ground' && hasWater ? height * 0.9 : foot[figure.place as keyof typeof foot]
      const svg = Array.from({ length: count }, (_, index) => {
        const x = width / 2 + (index - (count - 1) / 2) * wide * scale
        const lift = figure.place === 'air' ? unit * 0.035 * ((index % 3) - 1) : 0
        return drawFigure(subject, [x, y + lift], scale, index % 2 === 1)
      })
      return [{ svg: svg.join(''), nearness: 0.75 }]
    })
}

/** The unprinted margin; it stands still in front of everything. */
function border({ width, height, unit, ...size }: Plan): Layer {
  const box = outerBox({ ...size, width, height })
  const edge = unit * 0.045
  const frame = `M${box.left} ${box.top}h${box.width}v${box.height}h${-box.width}ZM${px(edge)} ${px(edge)}V${px(height - edge)}H${px(width - edge)}V${px(edge)}Z`
  return { svg: group([shape(frame, hexOf(PAPER))], 'fill-rule="evenodd"'), nearness: 0 }
}
