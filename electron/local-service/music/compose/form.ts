/**
 * Divides a piece into sections: introduction, verses, bridges and an ending, however long it is.
 */
import type { Section, SectionName } from '../score.ts'

type Plan = readonly (readonly [SectionName, number])[]

/** The middle of a piece, by how many sections of full length there is room for: their names and energies. */
const MIDDLES: readonly Plan[] = [
  [['A', 0.85]],
  [
    ['A', 0.7],
    ['A', 0.95],
  ],
  [
    ['A', 0.7],
    ['B', 0.85],
    ['A', 1],
  ],
  [
    ['A', 0.6],
    ['A', 0.75],
    ['B', 0.85],
    ['A', 1],
  ],
  [
    ['A', 0.6],
    ['A', 0.75],
    ['B', 0.85],
    ['C', 0.5],
    ['A', 1],
  ],
]
/** What a long piece plays before its last verse, as often as there is room. */
const CYCLE: Plan = [
  ['A', 0.6],
  ['A', 0.75],
  ['B', 0.85],
  ['A', 0.9],
  ['C', 0.5],
  ['B', 0.8],
]
/** Pieces of fewer bars have no introduction and no ending. */
const LEAST_FRAMED_BARS = 12

/** The sections of a piece of `bars` bars (1 or more), in order and without a gap. */
export function planForm(bars: number): readonly Section[] {
  const unit = bars >= 36 ? 8 : bars >= LEAST_FRAMED_BARS ? 4 : bars >= 4 ? 2 : bars
  const isFramed = bars >= LEAST_FRAMED_BARS
  const count = Math.max(1, Math.floor(bars / unit) - (isFramed ? 1 : 0))
  const middle = MIDDLES[count - 1] ?? longMiddle(count)
  const spare = bars - count * unit
  const intro = Math.ceil(spare / 2)
  const plan: readonly (readonly [SectionName, number, number])[] = isFramed
    ? [
        ['intro', 0.35, intro],
        ...middle.map(([name, energy]) => [name, energy, unit] as const),
        ['outro', 0.4, spare - intro],
      ]
    : middle.map(([name, energy], index) => [name, energy, unit + (index === 0 ? spare : 0)])
  return number(plan)
}

function longMiddle(count: number): Plan {
  const most = Array.from(
    { length: count - 1 },
    (_, index) => CYCLE[index % CYCLE.length] ?? (['A', 0.7] as const),
  )
  return [...most, ['A', 1]]
}

/** Gives the sections their first bars and counts how often each name came before. */
function number(plan: readonly (readonly [SectionName, number, number])[]): readonly Section[] {
  const repeats = new Map<SectionName, number>()
  let firstBar = 0
  return plan
    .filter(([, , bars]) => bars > 0)
    .map(([name, energy, bars]) => {
      const repeat = repeats.get(name) ?? 0
      repeats.set(name, repeat + 1)
      const section = { name, firstBar, bars, energy, repeat }
      firstBar += bars
      return section
    })
}
