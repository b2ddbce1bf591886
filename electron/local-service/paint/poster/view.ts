/**
 * A travel poster: sun or moon with rings, flat ridges or waves or a skyline, and the prompt's subject.
 */
import { mix, oklch, shift, toOklab, type Rgb } from '../color.ts'
import { placeEmblem } from '../emblem.ts'
import type { Palette } from '../palette.ts'
import { ellipse } from '../pen.ts'
import type { Frame, Press } from './press.ts'
import { between, type Random } from '../random.ts'
import type { Reading } from '../read-prompt.ts'

/** Draws the view into `frame`. */
export function drawPosterView(
  press: Press,
  frame: Frame,
  palette: Palette,
  reading: Reading,
  random: Random,
): void {
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const inks = palette.inks.toSorted((a, b) => toOklab(b)[0] - toOklab(a)[0])
  const ink = (share: number): Rgb =>
    inks[Math.min(inks.length - 1, Math.floor(share * inks.length))] ?? palette.inks[0]
  const night = palette.dark || reading.time === 'night'
  const sky = night ? shift(palette.ground, 0.05) : mix(ink(0.1), palette.ground, 0.35)
  const box = [
    frame.left,
    frame.top,
    frame.right,
    frame.top,
    frame.right,
    frame.bottom,
    frame.left,
    frame.bottom,
  ]
  press.print([box], sky, {
    x0: 0,
    y0: frame.top + height * 0.75,
    x1: 0,
    y1: frame.top - height * 0.1,
    color: shift(sky, -0.1),
  })

  const emblem = placeEmblem(reading, width, height, 0.86)
  const [cx, cy] = [
    frame.left + width * (emblem === null ? between(random, 0.36, 0.64) : 0.5),
    frame.top + height * 0.36,
  ]
  const radius = Math.min(width, height) * 0.23
  const disc = night ? oklch(0.93, 0.04, 95) : warmest(palette)
  for (const ring of [3, 2, 1]) {
    const color = mix(sky, disc, 0.42 - ring * 0.1)
    press.print([ellipse(cx, cy, radius * (1 + ring * 0.34), radius * (1 + ring * 0.34))], color)
  }
  press.print([ellipse(cx, cy, radius, radius)], disc, {
    x0: cx - radius,
    y0: cy - radius,
    x1: cx + radius,
    y1: cy + radius * 1.2,
    color: shift(disc, -0.12, 1.05, -14),
  })
  if (night) drawStars(press, frame, disc, random)

  const steps = 4
  for (let step = 0; step < steps; step += 1) {
    const near = (step + 1) / steps
    const usual = night
      ? mix(ink(0.35 + 0.6 * near), palette.ground, 0.35 + near * 0.3)
      : mix(ink(0.25 + 0.72 * near), sky, 0.4 * (1 - near))
    const color = namedBand(palette, step, steps) ?? usual
    const base = frame.top + height * (0.5 + 0.13 * step)
    drawBand(press, frame, { base, height, color, near }, reading, random)
  }
  for (const { color, outlines } of emblem ?? []) {
    const moved = outlines.map((outline) =>
      outline.map((value, at) => value + (at % 2 === 0 ? frame.left : frame.top)),
    )
    const top = frame.top + height * 0.4
    press.print(moved, color, {
      x0: 0,
      y0: top,
      x1: 0,
      y1: frame.top + height * 0.98,
      color: shift(color, -0.12),
    })
  }
  if (reading.weather === 'snow' || reading.season === 'winter') drawFlakes(press, frame, random)
}

/**
 * The colour of a band that the prompt names: of several each has a band, the lightest the farthest; one has the second, among
 * others in its shades. Null where the band is free.
 */
function namedBand({ named }: Palette, step: number, steps: number): Rgb | null {
  if (named.length < 2) return step === 1 ? (named[0] ?? null) : null
  const lightFirst = named.toSorted((a, b) => toOklab(b)[0] - toOklab(a)[0])
  const at = (place: number): number => Math.floor((place * lightFirst.length) / steps)
  const color = lightFirst[at(step)] ?? null
  const isRepeated = step > 0 && at(step) === at(step - 1)
  return color !== null && isRepeated ? shift(color, -0.08) : color
}

interface Band {
  readonly base: number
  /** The frame's height in pixels. */
  readonly height: number
  readonly color: Rgb
  readonly near: number
}

function drawBand(press: Press, frame: Frame, band: Band, reading: Reading, random: Random): void {
  const { base, height, color, near } = band
  const has = (land: Reading['lands'][number]): boolean => reading.lands.includes(land)
  const outline = [frame.right, frame.bottom, frame.left, frame.bottom]
  const width = frame.right - frame.left
  const shade = {
    x0: 0,
    y0: base - height * 0.06,
    x1: 0,
    y1: base + height * 0.3,
    color: shift(color, -0.13),
  }
  if (has('city') && near < 0.9) {
    let x = frame.left - width * 0.02
    while (x < frame.right) {
      const wide = width * between(random, 0.05, 0.12)
      const top = base - height * between(random, 0.04, 0.3) * (1.15 - near * 0.7)
      press.print([[x, top, x + wide, top, x + wide, frame.bottom, x, frame.bottom]], color, {
        ...shade,
        y0: top,
        x0: x,
        x1: x + wide * 0.4,
        y1: base + height * 0.2,
      })
      const pane = wide * 0.09
      for (let wy = top + pane * 2; wy < base + height * 0.1; wy += pane * 3) {
        for (let wx = x + pane * 1.4; wx < x + wide - pane * 1.6; wx += pane * 2.4) {
          if (random() < 0.42)
            press.print(
              [[wx, wy, wx + pane, wy, wx + pane, wy + pane * 1.5, wx, wy + pane * 1.5]],
              oklch(0.87, 0.13, 85),
            )
        }
      }
      x += wide * between(random, 0.85, 1.15)
    }
    return
  }
  const sea = (has('sea') || reading.subjects.some(({ kind }) => kind === 'boat')) && near > 0.4
  const peaks = !sea && (has('mountain') || (near < 0.6 && !has('desert')))
  const count = peaks ? 2 + Math.floor(random() * 2) : 40
  const phase = random() * 10
  for (let step = 0; step <= count; step += 1) {
    const t = step / count
    const x = frame.left + width * t
    if (peaks) {
      const rise = height * between(random, 0.12, 0.26)
      outline.push(
        x - width / count / 2,
        base + height * 0.06,
        x + width * between(random, -0.05, 0.05),
        base - rise,
      )
    } else {
      const wave = sea
        ? Math.abs(Math.sin(t * 9 * Math.PI + phase)) * height * 0.018
        : Math.sin(t * 4 + phase) * height * 0.05
      outline.push(x, base - wave)
    }
  }
  if (peaks) outline.push(frame.right, base + height * 0.06)
  press.print([outline], color, shade)
  if (sea) {
    for (let line = 0; line < 7; line += 1) {
      const [x, y] = [frame.left + width * random(), base + height * between(random, 0.03, 0.14)]
      press.print([ellipse(x, y, width * between(random, 0.03, 0.1), height * 0.0028)], shift(color, 0.13))
    }
  }
  if (has('forest') || (near > 0.7 && !has('desert') && !sea && random() < 0.6)) {
    const trees = has('forest') ? 16 : 6
    for (let tree = 0; tree < trees; tree += 1) {
      const [x, size] = [
        frame.left + width * random(),
        height * between(random, 0.06, 0.13) * (0.5 + near * 0.6),
      ]
      const foot = base + height * 0.05
      for (const tier of [0, 1, 2]) {
        const low = foot - size * tier * 0.28
        const half = size * (0.26 - tier * 0.06)
        press.print([[x - half, low, x + half, low, x, low - size * 0.5]], shift(color, -0.09), {
          ...shade,
          x0: x - half,
          x1: x + half,
          y0: low,
          y1: low,
          color: shift(color, -0.2),
        })
      }
    }
  }
}

function warmest({ inks, ground }: Palette): Rgb {
  return inks.toSorted((a, b) => warmth(b, ground) - warmth(a, ground))[0] ?? inks[0]
}

function warmth(color: Rgb, ground: Rgb): number {
  const [lightness, a, b] = toOklab(color)
  return a + b * 0.7 + Math.min(0.3, Math.abs(lightness - toOklab(ground)[0])) * 0.4
}

function drawStars(press: Press, frame: Frame, color: Rgb, random: Random): void {
  for (let star = 0; star < 46; star += 1) {
    const size = press.unit * between(random, 0.0014, 0.0042)
    const [x, y] = [
      between(random, frame.left, frame.right),
      between(random, frame.top, frame.top + (frame.bottom - frame.top) * 0.5),
    ]
    press.print([[x - size, y, x, y - size * 1.6, x + size, y, x, y + size * 1.6]], color)
  }
}

function drawFlakes(press: Press, frame: Frame, random: Random): void {
  for (let flake = 0; flake < 130; flake += 1) {
    const size = press.unit * between(random, 0.0018, 0.006)
    press.print(
      [
        ellipse(
          between(random, frame.left, frame.right),
          between(random, frame.top, frame.bottom),
          size,
          size,
        ),
      ],
      oklch(0.98, 0.005, 250),
    )
  }
}
