/**
 * Poster: few flat tones with crisp rims and a little grain of the press.
 *
 * Where the prompt names colours, the tones are inks made of them; else they are the video's own colours, made stronger.
 */
import { encodePart, namedColor, oklch, toOklab } from '../color.ts'
import { createRandom } from '../random.ts'
import { type ColorName, readPrompt } from '../read-prompt.ts'
import type { CreateFilter } from './filter.ts'
import { boxMean, contoursOf, lightOf, smoothStep } from './planes.ts'

const TONES = 5
/** How much of each tone is the video's own colour: all of it, or a breath under inks. */
const OWN = { colored: 1.45, inked: 0.2 } as const

export const createPosterFilter: CreateFilter = ({ prompt, seed, width, height }) => {
  const unit = Math.min(width, height)
  const random = createRandom(`poster video ${prompt}`, seed)
  const { colors } = readPrompt(prompt)
  const inks = inksOf(colors)
  const own = colors.length === 0 ? OWN.colored : OWN.inked
  const specks = Float32Array.from({ length: 65_536 }, () => (random() + random() - 1) * 5)
  return (frame) => {
    const { data } = frame
    const light = lightOf(frame)
    const { low, high } = spanOf(light)
    const lines = contoursOf(frame, light)
    const flat = boxMean(light, width, height, 1, Math.max(1, Math.round(unit * 0.0045)))
    const color = boxMean(data, width, height, 3, Math.max(1, Math.round(unit * 0.0045)))
    for (let y = 0; y < height; y += 1) {
      const speck = Math.imul(y, 40_503) >>> 3
      for (let x = 0; x < width; x += 1) {
        const spot = y * width + x
        const level = ((flat[spot] as number) - low) / (high - low)
        const place = Math.min(TONES - 1.001, Math.max(0, level * TONES - 0.5))
        const lower = Math.floor(place)
        const share = smoothStep(0.44, 0.56, place - lower)
        const keep = 1 - smoothStep(0.02, 0.07, lines[spot] as number) * 0.6
        const grain = specks[(speck + x) & 65_535] as number
        const gray = (flat[spot] as number) * 255
        const at = spot * 3
        const ink = lower * 3
        data[at] = toneOf(inks, ink, share, ((color[at] as number) - gray) * own, keep) + grain
        data[at + 1] = toneOf(inks, ink + 1, share, ((color[at + 1] as number) - gray) * own, keep) + grain
        data[at + 2] = toneOf(inks, ink + 2, share, ((color[at + 2] as number) - gray) * own, keep) + grain
      }
    }
  }
}

function toneOf(inks: Float32Array, at: number, share: number, own: number, keep: number): number {
  const from = inks[at] as number
  return (from + ((inks[at + 3] as number) - from) * share + own) * keep
}

/**
 * The tones from dark to light, three numbers each, 0 to 255: shades of the colours that the prompt names between ink and paper,
 * else grays.
 */
function inksOf(named: readonly ColorName[]): Float32Array {
  const steps = Array.from({ length: TONES }, (_, tone) => tone / (TONES - 1))
  if (named.length === 0) return Float32Array.from(steps.flatMap((step) => Array(3).fill(22 + step * 222)))
  const colors = named.map((name) => toOklab(namedColor(name))).toSorted(([a], [b]) => a - b)
  const inks = steps.map((step) => {
    const [, a, b] = colors[Math.min(colors.length - 1, Math.floor(step * colors.length))] ?? [0, 0, 0]
    const chroma = Math.hypot(a, b) * (step === 0 ? 0.5 : step === 1 ? 0.12 : 1)
    return oklch(0.24 + 0.7 * step, chroma, (Math.atan2(b, a) * 180) / Math.PI)
  })
  return Float32Array.from(inks.flat().map((part) => encodePart(part)))
}

/** Between which lightnesses nearly all of the frame lies. */
function spanOf(light: Float32Array): { readonly low: number; readonly high: number } {
  const counts = new Uint32Array(64)
  for (let spot = 0; spot < light.length; spot += 17) {
    const bin = Math.min(63, Math.max(0, Math.floor((light[spot] as number) * 64)))
    counts[bin] = (counts[bin] as number) + 1
  }
  const total = light.length / 17
  let [low, high, sum] = [0, 63, 0]
  while (low < 63 && (sum += counts[low] as number) < total * 0.02) low += 1
  sum = 0
  while (high > 0 && (sum += counts[high] as number) < total * 0.02) high -= 1
  return { low: low / 64, high: Math.max(low / 64 + 0.3, (high + 1) / 64) }
}
