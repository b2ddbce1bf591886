/**
 * The colours of a picture that a character may wear: a few that cover much of it and are unlike each other.
 */
import sharp from 'sharp'
import { decodePart, fromOklab, toOklab, type Oklab, type Rgb } from '../paint/color.ts'

/** The picture is looked at this small; its colours are all that counts. */
const SIDE = 48
const CLUSTERS = 7
const ROUNDS = 8
const MOST = 3
/** Closer than this, two colours look the same on cloth. */
const APART = 0.12

/** Up to three colours as linear RGB, the most telling first: large and strong ones before small and grey ones. */
export async function referenceColors(picture: Uint8Array): Promise<readonly Rgb[]> {
  const bytes = await sharp(picture)
    .resize(SIDE, SIDE, { fit: 'cover' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const labs = Array.from({ length: SIDE * SIDE }, (_, at): Oklab =>
    toOklab([
      decodePart(bytes[at * 3] ?? 0),
      decodePart(bytes[at * 3 + 1] ?? 0),
      decodePart(bytes[at * 3 + 2] ?? 0),
    ]),
  )
  const told = cluster(labs)
    .map(({ lab, share }) => ({ lab, weight: Math.sqrt(share) * (0.25 + 4 * Math.hypot(lab[1], lab[2])) }))
    .toSorted((a, b) => b.weight - a.weight)
  const chosen: Oklab[] = []
  for (const { lab } of told) {
    if (chosen.length < MOST && chosen.every((each) => distance(each, lab) > APART)) chosen.push(lab)
  }
  return chosen.map((lab) => fromOklab(lab).map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb)
}

/** Lloyd's k-means, begun with colours spread evenly over the sorted lightness, so that it is the same each time. */
function cluster(labs: readonly Oklab[]): readonly { readonly lab: Oklab; readonly share: number }[] {
  const sorted = labs.toSorted((a, b) => a[0] - b[0])
  let centres = Array.from(
    { length: CLUSTERS },
    (_, index): Oklab => sorted[Math.floor(((index + 0.5) * sorted.length) / CLUSTERS)] ?? [0, 0, 0],
  )
  let counts: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = centres.map(() => [0, 0, 0, 0])
    for (const lab of labs) {
      const sum = sums[nearest(centres, lab)]
      if (sum === undefined) continue
      for (let part = 0; part < 3; part += 1) sum[part] = (sum[part] ?? 0) + (lab[part] ?? 0)
      sum[3] = (sum[3] ?? 0) + 1
    }
    centres = sums.map(([l = 0, a = 0, b = 0, count = 0], index): Oklab =>
      count === 0 ? (centres[index] ?? [0, 0, 0]) : [l / count, a / count, b / count],
    )
    counts = sums.map(([, , , count = 0]) => count)
  }
  return centres
    .map((lab, index) => ({ lab, share: (counts[index] ?? 0) / labs.length }))
    .filter(({ share }) => share > 0.015)
}

function nearest(centres: readonly Oklab[], lab: Oklab): number {
  let [best, least] = [0, Infinity]
  for (const [index, centre] of centres.entries()) {
    const away = distance(centre, lab)
    if (away < least) [best, least] = [index, away]
  }
  return best
}

function distance(one: Oklab, two: Oklab): number {
  return Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])
}
