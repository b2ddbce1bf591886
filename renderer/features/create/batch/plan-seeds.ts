/** The seed of each repetition of a request. */
import type { OptionField } from '../options/option-fields.ts'
import { chanceFrom } from '../prompt/plan-prompts.ts'
import type { BatchSettings } from './batch-settings.ts'
import { seedKey, wrongSeed, type WrongValue } from './plan-axes.ts'

export type SeedProblem =
  { readonly kind: 'unset' } | { readonly kind: 'order' } | ({ readonly kind: 'value' } & WrongValue)

export interface SeedPlan {
  /** How often each request is made. */
  readonly repetitions: number
  /**
   * The seed of a request, `own` being what its options or its axis say; undefined leaves the seed to the service. `place` is
   * the request's place in the whole plan, `repetition` counts from 0.
   */
  seedOf(repetition: number, place: number, own: number | undefined): number | undefined
}

/** Most models known take seeds up to here. */
const LARGEST_DRAWN = 2_147_483_647

/** `fields` are those of every model that takes part. In a matrix the cells of one repetition share what is drawn. */
export function planSeeds(
  { seeds, axes }: BatchSettings,
  count: number,
  fields: readonly (readonly OptionField[])[],
): SeedPlan | SeedProblem {
  if (axes.some(({ field }) => field === 'seed'))
    return { repetitions: count, seedOf: (_repetition, _place, own) => own }
  switch (seeds.kind) {
    case 'free':
      return {
        repetitions: count,
        // The same seed again would pay for the same image again.
        seedOf: (repetition, _place, own) => (own === undefined ? undefined : own + repetition),
      }
    case 'fixed': {
      const { seed } = seeds
      if (seed === null) return { kind: 'unset' }
      const wrong = wrongSeed([seed], fields)
      return wrong === null ? { repetitions: count, seedOf: () => seed } : { kind: 'value', ...wrong }
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
      if (to < from) return { kind: 'order' }
      const wrong = wrongSeed([from, to], fields)
      if (wrong !== null) return { kind: 'value', ...wrong }
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
  return Math.min(LARGEST_DRAWN, ...bounds)
}

/** Always the same for the same draw and place. */
function drawSeed(draw: number, place: number, largest: number): number {
  return Math.floor(chanceFrom(draw + Math.imul(place, 0x9e37_79b1))() * (largest + 1))
}
