/** Every combination of the axes' values with the prompts that belong to it, as often as it is repeated. */
import { type Seed, seedAfter } from '#contract/rules/exact-seeds.ts'
import { seededRandom } from '#contract/rules/seeded-random.ts'
import { type PlannedPrompt } from '../prompt/plan-prompts.ts'
import { type Change, type PlannedAxis, seedKey, wrongSeed, type AxisProblem } from './plan-axes.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import type { BatchSettings } from './batch-settings.ts'

export interface Combination {
  /** One of each axis, in their order. */
  readonly changes: readonly Change[]
  readonly prompt: PlannedPrompt
  /** Counts from 0. */
  readonly repetition: number
}

/** The first axis varies slowest, then the second; repetitions stand together. More than `most` are counted and not made. */
export function combineAxes(
  axes: readonly PlannedAxis[],
  prompts: readonly PlannedPrompt[],
  repetitions: number,
  most: number,
): readonly Combination[] | { readonly requests: number } {
  const shares = prompts.map((prompt) => ({ prompt, places: placesOf(axes, prompt) }))
  const requests = shares.reduce((sum, { places }) => sum + repetitions * sizeOf(places), 0)
  if (requests > most) return { requests }
  return shares
    .flatMap(({ prompt, places }) => tuplesOf(places).map((tuple) => ({ prompt, tuple })))
    .toSorted((a, b) => compareTuples(a.tuple, b.tuple))
    .flatMap(({ prompt, tuple }) => {
      const changes = tuple.flatMap((at, axis) => axes[axis]?.values[at]?.change ?? [])
      return Array.from({ length: repetitions }, (_, repetition) => ({ changes, prompt, repetition }))
    })
}

/** For each axis, the places of the values that go with a prompt. */
type Places = readonly (readonly number[])[]

function placesOf(axes: readonly PlannedAxis[], prompt: PlannedPrompt): Places {
  return axes.map(({ values }) =>
    values.flatMap(({ change }, place) => (fits(change, prompt) ? [place] : [])),
  )
}

/** A prompt, or a value of a variable, goes with the prompts that have it; everything else goes with all. */
function fits(change: Change, prompt: PlannedPrompt): boolean {
  if (change.field === 'prompt') return prompt.prompt === change.prompt
  if (change.field !== 'variable') return true
  return prompt.cell?.some(({ axis, value }) => axis === change.name && value === change.value) ?? false
}

function sizeOf(places: Places): number {
  return places.reduce((product, some) => product * some.length, 1)
}

function tuplesOf(places: Places): readonly (readonly number[])[] {
  return places.reduce<readonly (readonly number[])[]>(
    (tuples, some) => tuples.flatMap((tuple) => some.map((place) => [...tuple, place])),
    [[]],
  )
}

function compareTuples(a: readonly number[], b: readonly number[]): number {
  for (const [index, place] of a.entries()) if (place !== b[index]) return place - (b[index] ?? 0)
  return 0
}

export interface SeedPlan {
  /** How often each request is made. */
  readonly repetitions: number
  /**
   * The seed of a request, `own` being what its options or its axis say; undefined leaves the seed to the service. `place` is
   * the request's place in the whole plan, `repetition` counts from 0.
   */
  seedOf(repetition: number, place: number, own: Seed | undefined): Seed | undefined
}

/** Most models known take seeds up to here. */
const MAX_DRAWN = 2_147_483_647

/** `fields` are those of every model that takes part. In a matrix the cells of one repetition share what is drawn. */
export function planSeeds(
  { seeds, axes }: BatchSettings,
  count: number,
  fields: readonly (readonly OptionField[])[],
): SeedPlan | AxisProblem {
  if (axes.some(({ field }) => field === 'seed'))
    return { repetitions: count, seedOf: (_repetition, _place, own) => own }
  switch (seeds.kind) {
    case 'free':
      return {
        repetitions: count,
        // The same seed again would pay for the same image again.
        seedOf: (repetition, _place, own) => (own === undefined ? undefined : seedAfter(own, repetition)),
      }
    case 'fixed': {
      const { seed } = seeds
      if (seed === null) return { kind: 'unset' }
      const wrong = wrongSeed([seed], fields)
      return wrong ?? { repetitions: count, seedOf: () => seed }
    }
    case 'random': {
      const largest = largestSeed(fields)
      return {
        repetitions: count,
        seedOf: (repetition, place) => drawSeed(seeds.draw, axes.length > 0 ? repetition : place, largest),
      }
    }
    case 'range': {
      const { from, to } = seeds
      if (from === null || to === null) return { kind: 'unset' }
      const tooLong = [from, to].find((seed) => !Number.isSafeInteger(seed))
      if (tooLong !== undefined) return { kind: 'notSeed', value: String(tooLong) }
      if (to < from) return { kind: 'order' }
      const wrong = wrongSeed([from, to], fields)
      if (wrong !== null) return wrong
      return { repetitions: to - from + 1, seedOf: (repetition) => from + repetition }
    }
  }
}

function largestSeed(fields: readonly (readonly OptionField[])[]): number {
  const bounds = fields.flatMap((some) =>
    some.flatMap((field) =>
      field.kind === 'number' && field.key === seedKey(some) && field.max !== undefined ? [field.max] : [],
    ),
  )
  return Math.min(MAX_DRAWN, ...bounds)
}

/** Always the same for the same draw and place. */
function drawSeed(draw: number, place: number, largest: number): number {
  return Math.floor(seededRandom(draw + Math.imul(place, 0x9e37_79b1))() * (largest + 1))
}
