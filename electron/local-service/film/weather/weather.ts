/**
 * What falls or floats in the air of a scene, and its lightning.
 */
import { between, type Random } from '../../paint/random.ts'
import type { Season, Time, Weather as Kind } from '../../paint/vocabulary.ts'
import type { Frame } from '../frame.ts'
import { dot, wrap, type Ink } from './particles.ts'
import { createRain } from './rain.ts'
import { createSnow } from './snow.ts'

export interface Air {
  readonly width: number
  readonly height: number
  readonly kind: Kind
  readonly season: Season
  readonly time: Time
  readonly stormy: boolean
  /** 1 is a breeze to the right. */
  readonly wind: number
  /** The colour of drops, 0 to 255. */
  readonly bright: Ink
  /** How bright the scene is, 0 to 1. */
  readonly level: number
  /** 0 (none) to 1 (a forest). */
  readonly trees: number
}

export interface Weather {
  /** `aside` is the camera's, in shares of the shorter side. */
  draw(frame: Frame, aside: number, seconds: number): void
  /** How strongly lightning lights the scene, 0 to 1. */
  flash(seconds: number): number
}

/** The weather of `air`. */
export function createWeather(random: Random, air: Air): Weather {
  const crowd = (air.width * air.height) / Math.min(air.width, air.height) ** 2
  const flashes = air.stormy && air.kind === 'rain' ? flashTimes(random) : []
  const flash = (seconds: number): number =>
    flashes.reduce((light, at) => Math.max(light, pulse(seconds - at), 0.6 * pulse(seconds - at - 0.42)), 0)
  return { draw: drawerOf(random, air, crowd), flash }
}

/**
 * The light of one stroke, 0 to 1, `since` seconds after it. It swells and dies away over a few frames, and no scene has more
 * than three in a second: faster flashes can harm (WCAG 2.2, success criterion 2.3.1).
 */
function pulse(since: number): number {
  if (since < 0) return 0
  return since < 0.08 ? since / 0.08 : Math.exp(-(since - 0.08) * 6)
}

function drawerOf(random: Random, air: Air, crowd: number): Weather['draw'] {
  if (air.kind === 'rain') {
    const rain = createRain(random, (air.stormy ? 620 : 400) * crowd, air.wind * 0.16)
    return (frame, aside, seconds) => rain.draw(frame, seconds, air.bright, aside)
  }
  if (air.kind === 'snow') {
    const white = Math.min(255, 150 + 105 * air.level)
    const snow = createSnow(random, (air.stormy ? 900 : 520) * crowd, air.wind * 0.045)
    return (frame, aside, seconds) =>
      snow.draw(frame, seconds, [white, white, Math.min(255, white + 6)], aside)
  }
  if (air.kind === 'fog') return () => {}
  if (air.season === 'autumn' && air.trees > 0.3) return leaves(random, air, 26 * crowd)
  if (air.trees > 0 && (air.time === 'dusk' || air.time === 'night'))
    return motes(random, air, 30 * crowd, [255, 226, 130], true)
  return motes(random, air, 22 * crowd, [255, 250, 225], false)
}

/** When lightning strikes, in seconds, for longer than any film. It is the first that `random` decides. */
export function flashTimes(random: Random): readonly number[] {
  const times = []
  for (let at = between(random, 0.8, 1.8); at < 40; at += between(random, 2.2, 5.5)) times.push(at)
  return times
}

/** Leaves that tumble down. */
function leaves(random: Random, air: Air, count: number): Weather['draw'] {
  const all = Array.from({ length: Math.round(count) }, () => ({
    x: random(),
    y: random(),
    near: random() ** 2,
    turn: random() * 7,
    spin: between(random, 1.5, 4),
    color: [between(random, 150, 225), between(random, 70, 140), between(random, 20, 50)] as const,
  }))
  return ({ width, height, data }, aside, seconds) => {
    const frame = { width, height, data }
    const unit = Math.min(width, height)
    for (const { x, y, near, turn, spin, color } of all) {
      const size = unit * (0.004 + 0.007 * near)
      const field = height + size * 4
      const py = wrap(y * field + seconds * unit * (0.07 + 0.09 * near), field) - size * 2
      const wide = width + size * 4
      const sway = Math.sin(seconds * 1.3 + turn) * unit * 0.03
      const px =
        wrap(x * wide + seconds * air.wind * unit * (0.05 + 0.06 * near) + aside * unit * near, wide) -
        size * 2
      const face = Math.abs(Math.cos(seconds * spin + turn))
      for (const step of [-0.7, 0, 0.7])
        dot(
          frame,
          px + sway + step * size * 0.8,
          py + step * size * face * 0.8,
          size * (0.55 + 0.3 * face),
          color,
          0.8,
        )
    }
  }
}

/** Dust in the sun, or fireflies, which glow and fade. */
function motes(random: Random, air: Air, count: number, color: Ink, glowing: boolean): Weather['draw'] {
  const all = Array.from({ length: Math.round(count) }, () => ({
    x: random(),
    y: glowing ? between(random, 0.55, 1) : between(random, 0.2, 1),
    near: random() ** 2,
    turn: random() * 7,
    pace: between(random, 0.5, 1.4),
  }))
  return (frame, aside, seconds) => {
    const { width, height } = frame
    const unit = Math.min(width, height)
    for (const { x, y, near, turn, pace } of all) {
      const radius = unit * (glowing ? 0.0022 + 0.003 * near : 0.0014 + 0.0022 * near)
      const px = wrap(x * width + seconds * air.wind * unit * 0.012 + aside * unit * near, width)
      const py = y * height + Math.sin(seconds * pace * 0.7 + turn) * unit * 0.02 - seconds * unit * 0.002
      const wander = Math.sin(seconds * pace + turn * 2) * unit * 0.025
      const glow = 0.5 + 0.5 * Math.sin(seconds * pace * 2.2 + turn * 3)
      const edge = Math.min(1, Math.min(px, width - px) / (unit * 0.06))
      if (glowing) dot(frame, px + wander, py, radius * 4, color, 0.16 * glow * edge)
      dot(frame, px + wander, py, radius, color, (glowing ? 0.9 * glow * glow : 0.22 + 0.2 * glow) * edge)
    }
  }
}
