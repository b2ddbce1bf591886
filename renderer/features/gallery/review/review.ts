/** Where a review stands: what was decided of which item, and how each step is taken back. Nothing is moved before its end. */

export type Verdict = 'keep' | 'reject'

interface Step {
  readonly at: number
  /** What had been decided of it before; `changed` where the asset itself was marked. */
  readonly before: Verdict | 'changed' | undefined
}

export interface Review {
  readonly count: number
  /** The place of the item in sight; `count` at the end. */
  readonly at: number
  /** By place. */
  readonly verdicts: ReadonlyMap<number, Verdict>
  readonly steps: readonly Step[]
}

export function startReview(count: number): Review {
  return { count, at: 0, verdicts: new Map(), steps: [] }
}

export function movedTo(review: Review, at: number): Review {
  return { ...review, at: Math.max(0, Math.min(review.count, at)) }
}

/** Decides of the item in sight and goes on. */
export function decided(review: Review, verdict: Verdict): Review {
  const { at, verdicts, steps } = review
  const step: Step = { at, before: verdicts.get(at) }
  const next = { ...review, verdicts: new Map(verdicts).set(at, verdict), steps: [...steps, step] }
  return movedTo(next, at + 1)
}

/** The item in sight was rated or made a favourite: goes on. */
export function marked(review: Review): Review {
  const { at, steps } = review
  return movedTo({ ...review, steps: [...steps, { at, before: 'changed' }] }, at + 1)
}

/** Takes the last step back and returns to its item. `isChange`: the mark of the asset has to be taken back too. */
export function undone(review: Review): { readonly review: Review; readonly isChange: boolean } | null {
  const step = review.steps.at(-1)
  if (step === undefined) return null
  const { at, before } = step
  const verdicts = new Map(review.verdicts)
  if (before === undefined) verdicts.delete(at)
  else if (before !== 'changed') verdicts.set(at, before)
  return {
    review: { ...review, at, verdicts, steps: review.steps.slice(0, -1) },
    isChange: before === 'changed',
  }
}

/** The places of which it was decided so, in order. */
export function placesOf({ verdicts }: Review, verdict: Verdict): readonly number[] {
  const places = [...verdicts].filter(([, one]) => one === verdict).map(([at]) => at)
  return places.toSorted((one, other) => one - other)
}
