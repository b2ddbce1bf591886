/** Falling rain and snow, as points that move through a frame. */
import type { Frame } from '../image/scene.ts'
import { between, createRandom } from '../image/random.ts'

export type Weather = ReturnType<typeof createWeather>

interface Particle {
  /** Where it is at the beginning, 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
  /** 0.3 (far) to 1 (near). */
  readonly size: number
  readonly phase: number
}

/** How `kind` falls. Speeds are frame heights a second, widths shares of the shorter side. */
const KINDS = {
  rain: { count: 260, speed: 1.7, slant: -0.16, wide: 0.0009, long: 0.05, light: 0.32, sway: 0 },
  snow: { count: 340, speed: 0.12, slant: 0.02, wide: 0.0036, long: 0, light: 0.85, sway: 0.012 },
} as const

/** Weather of one kind for frames of any size. */
export function createWeather(kind: keyof typeof KINDS, seed: number) {
  const random = createRandom(`weather ${kind}`, seed)
  const rules = KINDS[kind]
  const particles = Array.from({ length: rules.count }, (): Particle => {
    const size = between(random, 0.3, 1)
    return { x: random(), y: random(), size, phase: random() * 2 * Math.PI }
  })
  return {
    /** Draws everything that falls at this time. */
    draw(frame: Frame, seconds: number): void {
      const { width, height } = frame
      const unit = Math.min(width, height)
      for (const { x, y, size, phase } of particles) {
        const fallen = y + seconds * rules.speed * (0.4 + 0.6 * size)
        const sway = Math.sin(seconds * 1.3 + phase) * rules.sway
        const left = wrap(x + fallen * rules.slant + sway) * width
        const top = (wrap(fallen) * 1.1 - 0.05) * height
        const radius = Math.max(0.6, unit * rules.wide * size)
        const steps = Math.max(1, Math.round((rules.long * unit * size) / radius))
        for (let step = 0; step < steps; step += 1)
          addDot(frame, left + rules.slant * step * radius, top + step * radius, radius, rules.light * size)
      }
    },
  }
}

function wrap(value: number): number {
  return value - Math.floor(value)
}

/** Mixes a soft white dot into the frame. */
function addDot({ width, height, data }: Frame, x: number, y: number, radius: number, light: number): void {
  const reach = Math.ceil(radius)
  for (let row = Math.floor(y) - reach; row <= Math.floor(y) + reach; row += 1) {
    if (row < 0 || row >= height) continue
    for (let column = Math.floor(x) - reach; column <= Math.floor(x) + reach; column += 1) {
      if (column < 0 || column >= width) continue
      const share = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(column - x, row - y))) * light
      if (share <= 0) continue
      const at = (row * width + column) * 3
      for (let part = at; part < at + 3; part += 1)
        data[part] = (data[part] as number) * (1 - share) + 244 * share
    }
  }
}
