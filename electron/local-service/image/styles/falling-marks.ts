/**
 * Rain and snow of a still image.
 */
import type { Size } from '../frame.ts'
import { between, type Random } from '../random.ts'
import { circle, px } from '../svg.ts'

/** Drops or flakes all over an image of this size. */
export function fallingMarks(random: Random, kind: 'rain' | 'snow', { width, height }: Size): string {
  const unit = Math.min(width, height)
  const marks = Array.from({ length: 300 }, () => {
    const [x, y] = [random() * width, random() * height]
    const size = between(random, 0.4, 1)
    if (kind === 'snow')
      return circle([x, y], unit * 0.0035 * size, '#ffffff', `fill-opacity="${(size * 0.85).toFixed(2)}"`)
    return `M${px(x)} ${px(y)}l${px(-unit * 0.008 * size)} ${px(unit * 0.05 * size)}`
  })
  if (kind === 'snow') return marks.join('')
  return `<path d="${marks.join('')}" stroke="#d4e0ee" stroke-width="${px(Math.max(0.7, unit * 0.0011))}" stroke-opacity="0.3"/>`
}
