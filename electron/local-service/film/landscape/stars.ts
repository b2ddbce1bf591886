/**
 * Stars: drawn anew in each frame, because a brush would smear them and because they twinkle.
 */
import { between } from '../../paint/random.ts'
import type { Frame } from '../frame.ts'
import type { Lens } from '../lens.ts'
import { dot } from '../weather/particles.ts'
import type { Survey } from './survey.ts'

const DISTANCE = 70
const COLOR = [232, 240, 255] as const

/** Draws the stars of a clear night; nothing at other times. */
export function createStars(survey: Survey): (frame: Frame, lens: Lens, seconds: number) => void {
  const { setting, width, height, request } = survey
  if (setting.time !== 'night' || (setting.weather !== 'clear' && setting.weather !== 'cloudy'))
    return () => {}
  const random = survey.randomFor('stars')
  const unit = Math.min(request.width, request.height)
  const stars = Array.from({ length: Math.round((260 * width) / unit) }, () => ({
    x: random() * width,
    y: random() ** 1.3 * setting.horizon * height,
    radius: (0.0011 + 0.0019 * random() ** 4) * unit,
    light: between(random, 0.35, 1),
    pace: between(random, 1.2, 3.6),
    phase: random() * 7,
  })).filter(({ x, y }) => Math.hypot(x - setting.sunX * width, y - setting.sunY * height) > 0.058 * unit)
  return (frame, lens, seconds) => {
    for (const { x, y, radius, light, pace, phase } of stars) {
      const twinkle = 0.78 + 0.22 * Math.sin(seconds * pace + phase)
      dot(frame, lens.columnAt(x, DISTANCE), lens.rowAt(y, DISTANCE), radius, COLOR, light * twinkle)
    }
  }
}
