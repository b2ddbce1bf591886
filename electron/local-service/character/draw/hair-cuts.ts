/**
 * The hair styles: where the tips of the hair are, all round the head.
 */
import type { HairStyle } from '../design.ts'
import { points } from './curves.ts'

export interface HairCut {
  /**
   * Height of the tips above the chin, in heads, by direction: degrees from the nose, 0 to 180, rising. The other side is the same
   * unless `sweep` moves the middle.
   */
  readonly tips: readonly (readonly [number, number])[]
  /** Degrees by which the parting lies beside the nose. */
  readonly sweep: number
  /** How far it stands off the head. */
  readonly volume: number
  /** Unevenness of the outer edge and of the tips. */
  readonly ruffle: number
  readonly teeth: number
  /** Where the longest hair ends, in heads above the chin (below it when negative). */
  readonly length: number
  /** Width of what hangs, against the head's, and how much it waves. */
  readonly spread: number
  readonly wave: number
  /** Round curls along the outer edge. */
  readonly bumps: number
  readonly hangs: 'tail' | 'bunches' | 'bun' | 'plait' | null
}

const PLAIN: HairCut = {
  tips: [],
  sweep: 0,
  volume: 0.05,
  ruffle: 0,
  teeth: 0,
  length: 0.25,
  spread: 1,
  wave: 0,
  bumps: 0,
  hangs: null,
}
const PULLED_BACK: HairCut['tips'] = points('0 0.74, 28 0.72, 52 0.62, 72 0.5, 88 0.56, 110 0.42, 180 0.24')

export const HAIR_CUTS: Readonly<Record<HairStyle, HairCut | null>> = {
  bald: null,
  mohawk: PLAIN,
  short: {
    ...PLAIN,
    tips: points('0 0.7, 34 0.74, 58 0.66, 74 0.5, 92 0.52, 115 0.36, 180 0.2'),
    sweep: 26,
    teeth: 0.026,
  },
  tousled: {
    ...PLAIN,
    tips: points('0 0.64, 40 0.68, 62 0.54, 80 0.42, 100 0.44, 125 0.26, 180 0.12'),
    sweep: -12,
    volume: 0.1,
    ruffle: 0.03,
    teeth: 0.042,
  },
  bob: {
    ...PLAIN,
    tips: points('0 0.63, 48 0.62, 58 0.5, 66 0.08, 90 0.02, 180 0.02'),
    volume: 0.07,
    teeth: 0.008,
    length: 0,
    spread: 1.04,
  },
  long: {
    ...PLAIN,
    tips: points('0 0.85, 14 0.8, 36 0.68, 56 0.46, 66 -0.1, 90 -0.3, 180 -1'),
    sweep: 8,
    length: -1.02,
    spread: 1.02,
  },
  wavy: {
    ...PLAIN,
    tips: points('0 0.84, 16 0.78, 38 0.65, 56 0.48, 66 -0.02, 90 -0.2, 180 -0.6'),
    sweep: -10,
    volume: 0.09,
    ruffle: 0.012,
    teeth: 0.014,
    length: -0.62,
    spread: 1.14,
    wave: 0.045,
  },
  curly: {
    ...PLAIN,
    tips: points('0 0.68, 40 0.67, 62 0.54, 78 0.34, 100 0.24, 180 0.12'),
    volume: 0.1,
    ruffle: 0.02,
    teeth: 0.03,
    bumps: 11,
  },
  ponytail: { ...PLAIN, tips: PULLED_BACK, sweep: 18, teeth: 0.012, hangs: 'tail' },
  pigtails: { ...PLAIN, tips: PULLED_BACK, sweep: 0, teeth: 0.02, hangs: 'bunches' },
  bun: { ...PLAIN, tips: PULLED_BACK, sweep: -16, teeth: 0.008, hangs: 'bun' },
  braid: { ...PLAIN, tips: PULLED_BACK, sweep: 12, teeth: 0.014, hangs: 'plait' },
}

/** Height of the tips in the direction `degrees` from the nose (any number). */
export function tipAt({ tips, sweep }: HairCut, degrees: number): number {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180
  // The parting is beside the nose; at the back both sides meet again.
  const moved = Math.abs(turned - sweep * Math.max(0, 1 - Math.abs(turned) / 90))
  const after = tips.findIndex(([at]) => at >= moved)
  const [right, left] = [tips[after], tips[Math.max(0, after - 1)]]
  if (right === undefined || left === undefined) return tips.at(-1)?.[1] ?? 0
  const span = right[0] - left[0]
  return span <= 0 ? right[1] : left[1] + ((moved - left[0]) / span) * (right[1] - left[1])
}
