/**
 * The film of a poster that is being printed: ink after ink slides in, a little out of register, and settles.
 */
import { toOklab, decodePart, type Rgb } from '../../paint/color.ts'
import type { Random } from '../../paint/random.ts'
import { lensAt } from '../lens.ts'
import { FULL, plateFrom, plateOf, type Plate } from '../plate.ts'
import { showPlate } from '../show-plate.ts'
import type { NamedPlates, Production, Stage } from '../stage.ts'
import { paintPicture } from './paint-picture.ts'
import { surveyPicture, type PictureSurvey } from './survey.ts'

const INKS = 6
const DISTANCE = 1.9
/** The share of the film in which all inks are printed, and how much of that one ink takes. */
const PRINTING = 0.62
const STROKE = 0.34

export const posterFilm: Production = {
  countParts: () => 1,
  async paintPart(request, _part, givenPicture) {
    const survey = surveyPicture(request, 'push in')
    const picture = plateOf(await paintPicture(survey, 'geometric-poster', givenPicture), null)
    const inks = separate(picture, survey.randomFor('inks'))
    return Object.fromEntries(inks.map((plate, index) => [`ink${index}`, plate]))
  },
  openStage: (request, plates) => openPoster(surveyPicture(request, 'push in'), plates),
}

function openPoster(survey: PictureSurvey, plates: NamedPlates): Stage {
  const { request, margin, move, height, randomFor } = survey
  const inks = Array.from({ length: INKS }, (_, index) => plates[`ink${index}`]).filter(
    (ink) => ink !== undefined,
  )
  const random = randomFor('register')
  const unit = Math.min(request.width, request.height)
  const offsets = inks.map(() => ({ x: (random() - 0.5) * unit * 0.03, y: (random() - 0.5) * unit * 0.03 }))
  return {
    draw(frame, seconds) {
      const lens = lensAt({ ...request, margin, vanishingRow: height / 2, move, seconds })
      const share = seconds / request.duration
      for (const [index, ink] of inks.entries()) {
        const start = (PRINTING - STROKE * PRINTING) * ((index - 1) / Math.max(1, inks.length - 2))
        const done = index === 0 ? 1 : smooth((share + 0.12 - start) / (STROKE * PRINTING))
        if (done <= 0) continue
        const { x, y } = offsets[index] ?? { x: 0, y: 0 }
        const slip = (1 - done) ** 2
        const placing = lens.place(ink, DISTANCE, index === 0 ? 0 : x * slip, index === 0 ? 0 : y * slip)
        /** The squeegee draws the ink downwards. */
        showPlate(frame, ink, { ...placing, to: Math.ceil(frame.height * done * 1.02) })
      }
      return { gain: [1, 1, 1], vignette: 0.1 }
    },
  }
}

function smooth(share: number): number {
  const clamped = Math.min(1, Math.max(0, share))
  return clamped * clamped * (3 - 2 * clamped)
}

/**
 * Parts a picture into its inks, the lightest first. Each covers its own places and all that a later ink will cover, as
 * printers let darker inks overlap lighter ones; the first is the paper and covers everything.
 */
function separate(picture: Plate, random: Random): readonly Plate[] {
  const { width, height, data } = picture
  const means = findInks(picture, random)
  const labs = means.map((color) => toOklab(color.map((part) => decodePart(part)) as unknown as Rgb))
  const order = labs
    .map((lab, index) => ({ lab, color: means[index] as Rgb }))
    .toSorted((a, b) => b.lab[0] - a.lab[0])
  const plates = order.map(() => new Uint16Array(new SharedArrayBuffer(width * height * 8)))
  for (let at = 0; at < data.length; at += 4) {
    const own = nearestOf(order, data, at)
    for (const [index, plate] of plates.entries()) {
      if (index > own) break
      const color = order[index]?.color ?? [0, 0, 0]
      for (const part of [0, 1, 2] as const)
        plate[at + part] = index === own ? (data[at + part] as number) : color[part] * 256
      plate[at + 3] = FULL
    }
  }
  return plates.map((plate) => plateFrom(plate, width, height))
}

function nearestOf(inks: readonly { readonly color: Rgb }[], data: Uint16Array, at: number): number {
  let [best, least] = [0, Infinity]
  for (const [index, { color }] of inks.entries()) {
    const dr = (data[at] as number) / 256 - color[0]
    const dg = (data[at + 1] as number) / 256 - color[1]
    const db = (data[at + 2] as number) / 256 - color[2]
    const distance = dr * dr * 2 + dg * dg * 4 + db * db * 3
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** The commonest colours, 0 to 255: k-means (Lloyd, 1982) over every so-manieth pixel, begun far apart. */
function findInks({ width, height, data }: Plate, random: Random): readonly Rgb[] {
  const samples: Rgb[] = []
  for (let spot = Math.floor(random() * 400); spot < width * height; spot += 401) {
    const at = spot * 4
    samples.push([(data[at] as number) / 256, (data[at + 1] as number) / 256, (data[at + 2] as number) / 256])
  }
  const distance = (a: Rgb, b: Rgb): number =>
    (a[0] - b[0]) ** 2 * 2 + (a[1] - b[1]) ** 2 * 4 + (a[2] - b[2]) ** 2 * 3
  const inks: Rgb[] = [samples[Math.floor(random() * samples.length)] ?? [255, 255, 255]]
  while (inks.length < INKS) {
    const away = samples.map((sample) => Math.min(...inks.map((ink) => distance(sample, ink))))
    inks.push(samples[away.indexOf(Math.max(...away))] ?? [0, 0, 0])
  }
  for (let round = 0; round < 8; round += 1) {
    const sums = inks.map(() => [0, 0, 0, 0] as [number, number, number, number])
    for (const sample of samples) {
      const away = inks.map((ink) => distance(sample, ink))
      const sum = sums[away.indexOf(Math.min(...away))]
      if (sum === undefined) continue
      for (const part of [0, 1, 2] as const) sum[part] += sample[part]
      sum[3] += 1
    }
    for (const [index, [r, g, b, count]] of sums.entries())
      if (count > 0) inks[index] = [r / count, g / count, b / count]
  }
  return inks
}
