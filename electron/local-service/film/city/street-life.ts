/**
 * What moves at street level: cars along the shore, rings where drops meet the water, lamps close to the lens.
 */
import { encodePart, oklch, type Rgb } from '../../paint/color.ts'
import { createPen, ellipse } from '../../paint/pen.ts'
import { between, pick, type Random } from '../../paint/random.ts'
import type { Frame } from '../frame.ts'
import type { Lens } from '../lens.ts'
import { dot, wrap, type Ink } from '../weather/particles.ts'
import type { CitySurvey } from './survey.ts'

export interface StreetLife {
  /** Before the water is drawn, so that it mirrors them. */
  drawCars(frame: Frame, lens: Lens, seconds: number): void
  /** After everything else. */
  drawNear(frame: Frame, lens: Lens, seconds: number): void
}

const CAR_DISTANCE = 2.9
const HEADLIGHT: Ink = [255, 238, 200]
const TAILLIGHT: Ink = [255, 52, 36]

/** The street life of `survey`. */
export function createStreetLife(survey: CitySurvey): StreetLife {
  const { width, height, shore, mood, reading, request } = survey
  const random = survey.randomFor('street')
  const unit = Math.min(request.width, request.height)
  const cars = Array.from({ length: Math.round((16 * width) / unit) }, () => {
    const toRight = random() < 0.5
    return {
      x: random() * width,
      y: shore - unit * (toRight ? 0.005 : 0.0085),
      speed: (toRight ? 1 : -1) * unit * between(random, 0.07, 0.15),
      ink: toRight ? HEADLIGHT : TAILLIGHT,
      size: unit * between(random, 0.0018, 0.0026),
    }
  })
  const lamps = Array.from({ length: 14 }, () => chooseLamp(random, mood.accents))
  const rings = reading.weather === 'rain' ? 60 : 0
  const tint = bytesOf(mood.glow).map((part) => part * 0.5 + 127) as unknown as Ink
  return {
    drawCars(frame, lens, seconds) {
      for (const { x, y, speed, ink, size } of cars) {
        const column = lens.columnAt(wrap(x + speed * seconds, width), CAR_DISTANCE)
        const row = lens.rowAt(y, CAR_DISTANCE)
        dot(frame, column, row, size * 5, ink, 0.3)
        for (const side of [-1, 1]) dot(frame, column + side * size * 1.3, row, size, ink, 1)
        /** The light on the road ahead of it, or behind. */
        dot(frame, column + Math.sign(speed) * size * 6, row + size, size * 3.4, ink, 0.16)
      }
    },
    drawNear(frame, lens, seconds) {
      const pen = createPen(frame)
      const edge = lens.rowAt(shore, CAR_DISTANCE)
      for (let ring = 0; ring < rings; ring += 1) drawRing(frame, pen, ring, edge, seconds, tint)
      for (const { x, y, size, color } of lamps) {
        const column = lens.columnAt(x * width, 1)
        const row = lens.rowAt(y * height, 1)
        const radius = size * unit
        const opacity = 0.13 * (0.85 + 0.15 * Math.sin(seconds * 1.3 + x * 40))
        pen.disc(column, row, radius, color, opacity)
        pen.disc(column, row, radius * 0.88, color, opacity)
      }
    },
  }
}

function chooseLamp(
  random: Random,
  accents: readonly [Rgb, ...Rgb[]],
): { readonly x: number; readonly y: number; readonly size: number; readonly color: Ink } {
  const side = random() < 0.5 ? between(random, -0.02, 0.24) : between(random, 0.76, 1.02)
  const color = random() < 0.5 ? oklch(0.82, 0.12, 75) : pick(random, accents)
  return {
    x: side,
    y: between(random, 0.78, 1.02),
    size: between(random, 0.014, 0.04),
    color: bytesOf(color),
  }
}

/** One ring that spreads and fades; it comes back somewhere else. */
function drawRing(
  { width, height }: Frame,
  pen: ReturnType<typeof createPen>,
  ring: number,
  edge: number,
  seconds: number,
  ink: Ink,
): void {
  const unit = Math.min(width, height)
  const way = seconds / 0.75 + ring * 0.618
  const share = wrap(way, 1)
  const turn = Math.floor(way)
  const depth = wrap(ring * 0.754_877 + turn * 0.569_84, 1)
  const x = wrap(ring * 0.618_034 + turn * 0.381_966, 1) * width
  const y = edge + unit * 0.02 + (height - edge) * depth
  const size = unit * (0.004 + 0.022 * depth) * Math.sqrt(share)
  const rim = ellipse(x, y, size * 0.84, size * 0.25)
  const backwards = rim.map((_, at) => rim[rim.length - 2 - at + 2 * (at % 2)] ?? 0)
  pen.draw([ellipse(x, y, size, size * 0.31), backwards], ink, 0.34 * (1 - share))
}

function bytesOf([r, g, b]: Rgb): Ink {
  return [encodePart(r), encodePart(g), encodePart(b)]
}
