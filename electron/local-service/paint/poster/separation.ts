/**
 * Turns a picture into a poster: a few inks found in it, flat areas, stippled seams, a paper margin.
 */
import { blurCanvas, createCanvas, type Canvas } from '../canvas.ts'
import { fromOklab, mix, oklch, toOklab, type Oklab, type Rgb } from '../color.ts'
import { choosePalette } from '../palette.ts'
import type { Random } from '../random.ts'
import type { Reading } from '../read-prompt.ts'

const ROUNDS = 7
const SAMPLES = 3_000

/** `input` in few inks; more `strength` means fewer and broader areas. Colour words tint the inks. */
export function separateInks(input: Canvas, reading: Reading, strength: number, random: Random): Canvas {
  const { width, height } = input
  const unit = Math.min(width, height)
  const soft = blurCanvas(input, unit * (0.0012 + 0.0042 * strength))
  const found = findInks(soft, Math.round(11 - 5 * strength), random)
  const inks = found.map((lab) => printable(lab, reading, strength, random))
  const canvas = createCanvas(width, height)
  const paper = oklch(0.95, 0.02, 85)
  const margin = unit * 0.035
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3
      const [l, a, b] = toOklab([
        soft.data[at] as number,
        soft.data[at + 1] as number,
        soft.data[at + 2] as number,
      ])
      let [best, second, nearest, next] = [0, 0, Infinity, Infinity]
      for (const [index, [il, ia, ib]] of found.entries()) {
        const distance = (l - il) ** 2 + ((a - ia) ** 2 + (b - ib) ** 2) * 1.6
        if (distance < nearest) {
          second = best
          next = nearest
          best = index
          nearest = distance
        } else if (distance < next) {
          second = index
          next = distance
        }
      }
      const doubt = Math.sqrt(nearest) / (Math.sqrt(nearest) + Math.sqrt(next) + 1e-6)
      const speck = random()
      const other = doubt > 0.3 && speck < ((doubt - 0.3) / 0.2) * 0.5
      const inside = Math.min(x + 1 - margin, width - margin - x, y + 1 - margin, height - margin - y)
      const ink = inside < 1 ? paper : ((other ? inks[second] : inks[best]) ?? paper)
      const worn = 1 + (speck - 0.5) * 0.05
      for (let part = 0; part < 3; part += 1) canvas.data[at + part] = (ink[part] as number) * worn
    }
  }
  return canvas
}

/** The `count` colours that stand for most of the picture (k-means in OKLab, seeded far apart). */
function findInks({ data }: Canvas, count: number, random: Random): readonly Oklab[] {
  const pixels = data.length / 3
  const samples = Array.from({ length: SAMPLES }, (): Oklab => {
    const at = Math.floor(random() * pixels) * 3
    return toOklab([data[at] as number, data[at + 1] as number, data[at + 2] as number])
  })
  const centers: Oklab[] = [samples[0] ?? [0.5, 0, 0]]
  while (centers.length < count) {
    const far = samples.reduce(
      (best, lab) => {
        const distance = Math.min(...centers.map((center) => distanceOf(center, lab)))
        return distance > best.distance ? { lab, distance } : best
      },
      { lab: centers[0] ?? ([0.5, 0, 0] as const), distance: -1 },
    )
    centers.push(far.lab)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = centers.map(() => [0, 0, 0, 0] as [number, number, number, number])
    for (const lab of samples) {
      let [best, least] = [0, Infinity]
      for (const [index, center] of centers.entries()) {
        const distance = distanceOf(center, lab)
        if (distance < least) [best, least] = [index, distance]
      }
      const sum = sums[best]
      if (sum === undefined) continue
      for (const part of [0, 1, 2] as const) sum[part] += lab[part]
      sum[3] += 1
    }
    for (const [index, [l, a, b, weight]] of sums.entries()) {
      if (weight > 0) centers[index] = [l / weight, a / weight, b / weight]
    }
  }
  return centers
}

function distanceOf(left: Oklab, right: Oklab): number {
  return (left[0] - right[0]) ** 2 + ((left[1] - right[1]) ** 2 + (left[2] - right[2]) ** 2) * 1.6
}

/** An ink is stronger than what it stands for, and leans to the prompt's colours where it names some. */
function printable([l, a, b]: Oklab, reading: Reading, strength: number, random: Random): Rgb {
  const boost = 1.15 + 0.5 * strength
  const spread = 0.5 + (l - 0.5) * (1 + 0.22 * strength)
  const rgb = fromOklab([Math.min(0.97, Math.max(0.12, spread)), a * boost, b * boost])
  const shown: Rgb = [clamp01(rgb[0]), clamp01(rgb[1]), clamp01(rgb[2])]
  if (reading.colors.length === 0) return shown
  const { inks } = choosePalette(reading, random)
  const near = inks.toSorted(
    (left, right) => Math.abs(toOklab(left)[0] - l) - Math.abs(toOklab(right)[0] - l),
  )[0]
  return mix(shown, near ?? shown, 0.55 * strength)
}

function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}
