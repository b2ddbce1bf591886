/** City night: a skyline after dark with lit windows, haze, wet ground that mirrors it, and lights out of focus. */
import { hexOf, mix, oklch, shift, type Rgb, namedColor } from '../color.ts'
import { between } from '../random.ts'
import { outerBox, type Layer, type Scene, type SceneRequest } from '../scene.ts'
import {
  circle,
  createDefs,
  group,
  linesThrough,
  px,
  rectangle,
  shape,
  type Defs,
  type Point,
} from '../svg.ts'
import { fallingMarks } from './nature.ts'

interface City extends SceneRequest {
  readonly defs: Defs
  readonly unit: number
  /** Where towers stand and the mirror begins. */
  readonly ground: number
  readonly sky: readonly [Rgb, Rgb]
  readonly lamp: Rgb
  readonly neon: readonly Rgb[]
}

/** Draws the city of a prompt. */
export function cityNight(request: SceneRequest): Scene {
  const { reading, random, width, height } = request
  const [first, second] = reading.colors
  const isDusk = reading.time === 'dusk' || reading.time === 'dawn'
  const hue = isDusk ? between(random, 300, 345) : between(random, 262, 290)
  const lamp = first === undefined ? oklch(0.84, 0.13, between(random, 68, 84)) : namedColor(first, 0.14)
  const city: City = {
    ...request,
    defs: createDefs(),
    unit: Math.min(width, height),
    ground: height * 0.7,
    sky: [
      oklch(isDusk ? 0.24 : 0.15, 0.05, hue),
      mix(oklch(isDusk ? 0.56 : 0.36, 0.09, hue + 30), lamp, 0.2),
    ],
    lamp,
    neon: second === undefined ? [oklch(0.7, 0.17, 235), oklch(0.68, 0.2, 350)] : [namedColor(second, 0.1)],
  }
  const rows = [skyline(city, 0), skyline(city, 1), skyline(city, 2)]
  return {
    layers: [
      heaven(city),
      ...rows.map((svg, index) => ({ svg, nearness: 0.12 + 0.16 * index })),
      mirror(city, rows),
      ...foreground(city),
    ],
    defs: city.defs.markup(),
    ground: city.sky[0],
    finish: { grain: 5, vignette: 0.5 },
  }
}

function heaven({ defs, sky, unit, width, ground, random, reading, ...size }: City): Layer {
  const box = outerBox({ ...size, width })
  const [top, low] = sky
  const fill = defs.linear(box.top, ground, top, mix(top, low, 0.35), low)
  const parts = [rectangle([box.left, box.top], box.width, box.height, fill)]
  const isHidden = reading.weather === 'rain' || reading.weather === 'fog' || reading.weather === 'cloudy'
  if (!isHidden) {
    const stars = Array.from({ length: 130 }, () => {
      const at: Point = [box.left + random() * box.width, box.top + random() * ground * 0.85]
      return circle(
        at,
        unit * between(random, 0.0006, 0.0017),
        '#fff',
        `fill-opacity="${random().toFixed(2)}"`,
      )
    })
    const at: Point = [width * between(random, 0.2, 0.8), ground * between(random, 0.18, 0.3)]
    const glow = defs.radial(
      at,
      unit * 0.34,
      [oklch(0.97, 0.02, 90), 0.55],
      [oklch(0.9, 0.03, 80), 0.14],
      [oklch(0.9, 0.03, 80), 0],
    )
    parts.push(...stars, circle(at, unit * 0.34, glow), circle(at, unit * 0.075, '#fdf9ee'))
  }
  return { svg: parts.join(''), nearness: 0.02 }
}

/** A row of towers, as SVG: it stands in a layer and again in the mirror. */
function skyline(city: City, row: number): string {
  const { random, unit, sky, ground } = city
  const box = outerBox(city)
  const color = mix(sky[1], shift(sky[0], -0.04), [0.35, 0.68, 1][row] ?? 1)
  const towers: string[] = []
  const glows: string[] = []
  for (let x = box.left; x < box.left + box.width;) {
    const wide = unit * between(random, 0.045, 0.1) * (0.8 + row * 0.22)
    const tall = unit * between(random, 0.1, 0.3) * ([1.75, 1.35, 0.8][row] ?? 1)
    const made = tower(city, [x, ground], wide, tall, color, row)
    towers.push(made.body)
    glows.push(made.lights)
    x += wide * between(random, 0.86, 1.12)
  }
  const haze = city.defs.linear(ground - unit * 0.3, ground, [sky[1], 0], [sky[1], 0.5 - row * 0.16])
  const fog = rectangle([box.left, ground - unit * 0.3], box.width, unit * 0.3, haze)
  return towers.join('') + glows.join('') + fog
}

function tower(city: City, [x, foot]: Point, wide: number, tall: number, color: Rgb, row: number) {
  const { random, unit, lamp, neon } = city
  const top = foot - tall
  const kind = random()
  const roof: Point[] =
    kind < 0.3
      ? [
          [x, top],
          [x + wide / 2, top - wide * between(random, 0.25, 0.55)],
          [x + wide, top],
        ]
      : kind < 0.6
        ? [
            [x, top],
            [x + wide * 0.22, top],
            [x + wide * 0.22, top - wide * 0.25],
            [x + wide * 0.78, top - wide * 0.25],
            [x + wide * 0.78, top],
            [x + wide, top],
          ]
        : [
            [x, top],
            [x + wide, top],
          ]
  const body = shape(`${linesThrough([[x, foot], ...roof, [x + wide, foot]])}Z`, hexOf(color))
  const lights: string[] = []
  const cell = unit * (0.011 + row * 0.0035)
  const lit = between(random, 0.2, 0.72)
  const tone = random() < 0.12 ? (neon[Math.floor(random() * neon.length)] ?? lamp) : lamp
  for (let down = top + cell; down < foot - cell; down += cell * 1.7) {
    for (let across = x + cell * 0.7; across < x + wide - cell; across += cell * 1.35) {
      if (random() > lit) continue
      const glow = shift(tone, between(random, -0.16, 0.06))
      const opacity = `fill-opacity="${between(random, 0.4, 0.95).toFixed(2)}"`
      lights.push(rectangle([across, down], cell * 0.6, cell * 0.85, hexOf(glow), opacity))
    }
  }
  if (tall > unit * 0.3)
    lights.push(
      circle([x + wide / 2, top - unit * 0.03], unit * 0.0032, '#ff4a3d'),
      rectangle([x + wide / 2 - 0.6, top - unit * 0.03], 1.2, unit * 0.03, hexOf(color)),
    )
  return { body, lights: lights.join('') }
}

/** Wet ground: the skyline upside down, blurred and dimmed. */
function mirror(city: City, rows: readonly string[]): Layer {
  const { defs, ground, unit, sky } = city
  const box = outerBox(city)
  const bottom = box.top + box.height
  const fill = defs.linear(ground, bottom, mix(sky[1], sky[0], 0.35), shift(sky[0], -0.06))
  const upside = group(rows, `transform="translate(0 ${px(ground * 2)}) scale(1 -1)"`)
  const dim = defs.linear(ground, ground + unit * 0.34, [sky[0], 0.25], [shift(sky[0], -0.05), 0.94])
  const svg =
    rectangle([box.left, ground], box.width, bottom - ground, fill) +
    group([upside], 'opacity="0.7"') +
    ripples(city) +
    rectangle([box.left, ground], box.width, bottom - ground, dim)
  return { svg, nearness: 0.45, motion: 'water' }
}

/** Dark strokes that break the mirrored lights, wider towards the viewer. */
function ripples({ random, sky, ground, unit, ...size }: City): string {
  const box = outerBox(size)
  const strokes = Array.from({ length: 420 }, () => {
    const down = random() ** 1.4
    const at: Point = [box.left + random() * box.width, ground + down * unit * 0.4]
    const long = unit * (0.02 + 0.07 * down) * between(random, 0.5, 1.3)
    return rectangle(at, long, unit * (0.002 + down * 0.003), hexOf(sky[0]), 'fill-opacity="0.55" rx="2"')
  })
  return strokes.join('')
}

function foreground(city: City): readonly Layer[] {
  const { random, width, height, unit, lamp, neon, reading, defs } = city
  const lights = Array.from({ length: 16 }, () => {
    const at: Point = [width * between(random, -0.08, 1.08), height * between(random, 0.74, 1.02)]
    const color = random() < 0.7 ? lamp : (neon[Math.floor(random() * neon.length)] ?? lamp)
    const radius = unit * between(random, 0.012, 0.04)
    return circle(at, radius, hexOf(color), `fill-opacity="${between(random, 0.12, 0.36).toFixed(2)}"`)
  })
  const soft = `filter="${defs.blur(unit * 0.0018)}"`
  const layers: Layer[] = [{ svg: group(lights, soft), nearness: 0.9, motion: 'glow' }]
  if (reading.weather === 'rain')
    layers.push({ svg: fallingMarks(random, 'rain', city), nearness: 1, isWeather: true })
  return layers
}
