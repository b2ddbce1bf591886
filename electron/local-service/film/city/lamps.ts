/**
 * Finds the lit windows, signs and beacons of a painted row of towers, and says which of them change while one looks.
 */
import { between, type Random } from '../../paint/random.ts'
import { FULL, type Plate } from '../plate.ts'

export interface Lamp {
  /** Its place on the plate, in pixels. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The wall beside it, 0 to 255: what is seen when it is off; null for a beacon on a mast, which glows when it is on. */
  readonly wall: readonly [number, number, number] | null
  /** How dark it is at a moment, 0 (as painted) to 1 (off). */
  darkness(seconds: number): number
}

const BRIGHT = 118 * 256

/** The lamps of `plate` that change within a film of `duration` seconds. */
export function findLamps(plate: Plate, duration: number, random: Random): readonly Lamp[] {
  const { width, height, data } = plate
  const lit = (x: number, y: number): boolean => peakAt(data, (y * width + x) * 4) > BRIGHT
  const lamps: Lamp[] = []
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 3; x < width - 1; x += 1) {
      if (!lit(x, y) || lit(x - 1, y) || lit(x, y - 1)) continue
      let [wide, tall] = [1, 1]
      while (wide < 40 && x + wide < width && lit(x + wide, y)) wide += 1
      while (tall < 60 && y + tall < height && lit(x, y + tall)) tall += 1
      const kind = kindOf(data, (y * width + x) * 4, Math.max(wide, tall))
      const chosen = random()
      if (chosen > { window: 0.028, sign: 0.5, beacon: 1 }[kind]) continue
      const at = (y * width + x - 2) * 4
      /** On a mast there is only air beside it, which is not on this plate. */
      const onWall = (data[at + 3] as number) > FULL - 2000
      const wall = onWall ? ([value(data, at), value(data, at + 1), value(data, at + 2)] as const) : null
      if (wall === null && kind !== 'beacon') continue
      lamps.push({ x, y, width: wide, height: tall, wall, darkness: courseOf(kind, duration, random) })
    }
  }
  return lamps
}

function kindOf(data: Uint16Array, at: number, size: number): 'window' | 'sign' | 'beacon' {
  const [r, g, b] = [value(data, at), value(data, at + 1), value(data, at + 2)]
  if (r > 1.9 * g && r > 1.6 * b && size < 9) return 'beacon'
  return Math.max(r, g, b) > 2.2 * Math.min(r, g, b) + 20 ? 'sign' : 'window'
}

function courseOf(kind: 'window' | 'sign' | 'beacon', duration: number, random: Random): Lamp['darkness'] {
  const at = between(random, 0.05, 0.95) * duration
  const phase = random() * 7
  switch (kind) {
    case 'window': {
      const goesOff = random() < 0.5
      return (seconds) => {
        const on = Math.min(1, Math.max(0, (seconds - at) / 0.12))
        return goesOff ? on : 1 - on
      }
    }
    case 'sign':
      return (seconds) => {
        const hum = Math.max(0, Math.sin(seconds * 9 + phase) * Math.sin(seconds * 23 + phase * 2)) * 0.25
        return Math.sin(seconds * 1.7 + phase) > 0.93 ? 0.75 : hum
      }
    case 'beacon':
      return (seconds) => 0.5 + 0.5 * Math.tanh(4 * Math.sin(seconds * 3.6 + phase))
  }
}

function value(data: Uint16Array, at: number): number {
  return (data[at] as number) / 256
}

function peakAt(data: Uint16Array, at: number): number {
  return Math.max(data[at] as number, data[at + 1] as number, data[at + 2] as number)
}
