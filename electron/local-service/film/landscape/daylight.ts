/**
 * Light that changes while one looks: the sun's glow in the air, and the slow drift of a morning or an evening.
 */
import { encodePart } from '../../paint/color.ts'
import type { Time } from '../../paint/vocabulary.ts'
import type { Frame } from '../frame.ts'
import type { Lens } from '../lens.ts'
import type { Survey } from './survey.ts'

/** From the first frame to the last: factors for red, green and blue. */
const DRIFTS: Readonly<
  Record<Time, readonly [readonly [number, number, number], readonly [number, number, number]]>
> = {
  dawn: [
    [0.93, 0.94, 0.98],
    [1.04, 1.01, 0.97],
  ],
  day: [
    [0.99, 0.99, 1],
    [1.01, 1.01, 1],
  ],
  golden: [
    [1, 1, 1],
    [1.03, 1, 0.95],
  ],
  dusk: [
    [1.03, 1.01, 0.98],
    [0.93, 0.92, 0.99],
  ],
  night: [
    [0.98, 0.98, 0.98],
    [1.02, 1.02, 1.03],
  ],
}

/** The frame's colour factors at `share` (0 to 1) of the film, brightened by a `flash` of 0 to 1. */
export function driftOfLight(time: Time, share: number, flash: number): readonly [number, number, number] {
  const [from, to] = DRIFTS[time]
  const part = (index: 0 | 1 | 2): number =>
    (from[index] + (to[index] - from[index]) * share) * (1 + flash * 0.4)
  return [part(0), part(1), part(2) * (1 + flash * 0.06)]
}

/** Lets the sun's light spill through the air around it, breathing slowly. */
export function layGlow(
  frame: Frame,
  lens: Lens,
  { setting, light, width, height }: Survey,
  seconds: number,
): void {
  const strength = light.glow * (setting.time === 'night' ? 0.1 : 0.2) * (1 + 0.08 * Math.sin(seconds * 0.9))
  if (strength < 0.02) return
  const unit = Math.min(frame.width, frame.height)
  const column = lens.columnAt(setting.sunX * width, 60)
  const row = lens.rowAt(setting.sunY * height, 60)
  const reach = 0.34 * unit
  const across = Float32Array.from({ length: frame.width }, (_, x) =>
    Math.exp(-(((x - column) / reach) ** 2)),
  )
  const [r, g, b] = light.sun.map((part) => encodePart(part)) as [number, number, number]
  const { data } = frame
  for (
    let y = Math.max(0, Math.floor(row - reach * 2));
    y < Math.min(frame.height, row + reach * 2);
    y += 1
  ) {
    const down = strength * Math.exp(-(((y - row) / reach) ** 2))
    for (let x = 0, at = y * frame.width * 3; x < frame.width; x += 1, at += 3) {
      const alpha = down * (across[x] as number)
      data[at] = (data[at] as number) + (r - (data[at] as number)) * alpha
      data[at + 1] = (data[at + 1] as number) + (g - (data[at + 1] as number)) * alpha
      data[at + 2] = (data[at + 2] as number) + (b - (data[at + 2] as number)) * alpha
    }
  }
}
