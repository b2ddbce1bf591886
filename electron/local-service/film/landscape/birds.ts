/**
 * Birds: a flock that crosses the sky on beating wings.
 */
import { encodePart, oklch } from '../../paint/color.ts'
import { namedColor } from '../../paint/named-colors.ts'
import { createPen } from '../../paint/pen.ts'
import { between } from '../../paint/random.ts'
import { lightColor } from '../../paint/scene/light.ts'
import type { Frame } from '../frame.ts'
import type { Lens } from '../lens.ts'
import type { Survey } from './survey.ts'

export interface Birds {
  draw(frame: Frame, lens: Lens, seconds: number): void
}

/** The birds that the prompt asks for; none at all when it asks for none. */
export function createBirds(survey: Survey): Birds {
  const asked = survey.reading.subjects.find(({ kind }) => kind === 'bird')
  if (asked === undefined) return { draw: () => {} }
  const { setting, light, width, height, toward } = survey
  const random = survey.randomFor('birds')
  const unit = Math.min(survey.request.width, survey.request.height)
  const coat = asked.color === null ? oklch(0.3, 0.02, 260) : namedColor(asked.color)
  const [r, g, b] = lightColor(light, coat, 0.3, 0.15)
  const color = [encodePart(r), encodePart(g), encodePart(b)] as const
  const flock = Array.from({ length: asked.count }, (_, index) => {
    const spread = asked.count === 1 ? 0 : unit * 0.055 * Math.sqrt(index + 0.5)
    return {
      x: Math.cos(index * 2.4) * spread * 1.9,
      y: Math.sin(index * 2.4) * spread * 0.8,
      size: between(random, 0.016, 0.028) * unit * (asked.count === 1 ? 1.9 : 1),
      beat: between(random, 6.5, 9.5),
      phase: random() * 7,
      glide: between(random, 0.3, 0.9),
    }
  })
  const start = {
    x: (0.5 - toward * 0.2) * width,
    y: setting.horizon * between(random, 0.38, 0.55) * height,
  }
  return {
    draw(frame, lens, seconds) {
      const pen = createPen(frame)
      for (const { x, y, size, beat, phase, glide } of flock) {
        const cx = lens.columnAt(
          start.x + x + toward * seconds * unit * (0.055 + 0.012 * Math.sin(phase)),
          20,
        )
        const cy = lens.rowAt(start.y + y + Math.sin(seconds * 0.8 + phase) * unit * 0.008, 20)
        /** Wings beat for a while and then are held still. */
        const rest = Math.max(0, Math.min(1, Math.sin(seconds * 0.9 + phase * 2) * 3 - 2 * glide))
        const lift = Math.sin(seconds * beat + phase) * (1 - rest) + 0.35 * rest
        pen.draw([birdOutline(cx, cy, size, lift, toward)], color, 0.92)
      }
    },
  }
}

/** A bird seen from the side: two bent wings, `lift` -1 (down) to 1 (up), and a small body. */
function birdOutline(x: number, y: number, size: number, lift: number, toward: number): number[] {
  const tip = -lift * 0.75
  const bend = -lift * 0.42 - 0.16
  const points: readonly (readonly [number, number])[] = [
    [-1.05, tip],
    [-0.55, bend - 0.03],
    [-0.12, -0.07],
    [0.12, -0.07],
    [0.55, bend - 0.03],
    [1.05, tip],
    [0.5, bend + 0.12],
    [0.16, 0.1],
    [0.04, 0.16],
    [-0.16, 0.1],
    [-0.5, bend + 0.12],
  ]
  return points.flatMap(([px, py]) => [x + px * size * toward * 0.9, y + py * size])
}
