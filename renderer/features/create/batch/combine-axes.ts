/** Every combination of the axes' values with the prompts that belong to it, as often as it is repeated. */
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import type { Change, PlannedAxis } from './plan-axes.ts'

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
