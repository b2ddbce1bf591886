/** What the form says of sending many at once: the seeds, the axes of a matrix, and the batch's name. */
import { isLongInteger, type Seed } from '#contract/rules/exact-seeds.ts'
import { isObject } from '#contract/rules/json-values.ts'
import { type ChosenModel, isChosenModel } from '../model/models-store.ts'

/** Where the seeds of the requests come from. `free`: the options say, and a seed in them counts up. */
export type Seeds =
  | { readonly kind: 'free' }
  /** null: not typed yet. */
  | { readonly kind: 'fixed'; readonly seed: Seed | null }
  /** `draw` is where chance starts from: the same number draws the same seeds. */
  | { readonly kind: 'random'; readonly draw: number }
  /** One request for each seed, both ends included. */
  | { readonly kind: 'range'; readonly from: number | null; readonly to: number | null }

/** One axis of a matrix: a field of the request, and its values in order. */
export type Axis =
  | { readonly field: 'model'; readonly models: readonly ChosenModel[] }
  /** `values` as they are typed: JSON values between commas, see `axis-values.ts`. */
  | {
      readonly field: 'option'
      readonly key: string
      readonly values: string
      /** The key is typed by hand, whether the model is known to have it or not. */
      readonly isTyped: boolean
    }
  | { readonly field: 'seed'; readonly values: string }
  /** Every prompt that the template makes. */
  | { readonly field: 'prompt' }
  /** The values of `[[name]]`. */
  | { readonly field: 'variable'; readonly name: string }

export interface BatchSettings {
  readonly name: string
  readonly seeds: Seeds
  /** The first is laid out as columns, the second as rows, the third as pages. */
  readonly axes: readonly Axis[]
}

export const MAX_AXES = 3
export const ONE_REQUEST: BatchSettings = { name: '', seeds: { kind: 'free' }, axes: [] }

/** Drawn seeds are drawn anew: the same ones would pay for the same images again. */
export function drawAgain(batch: BatchSettings): BatchSettings {
  const { seeds } = batch
  return seeds.kind === 'random' ? { ...batch, seeds: { kind: 'random', draw: (seeds.draw + 1) | 0 } } : batch
}

/** What was kept of it; what cannot be read is left out. */
export function readBatchSettings(saved: unknown): BatchSettings {
  if (!isObject(saved)) return ONE_REQUEST
  const { name, seeds, axes } = saved
  return {
    name: typeof name === 'string' ? name.slice(0, 200) : '',
    seeds: readSeeds(seeds),
    axes: Array.isArray(axes) ? axes.flatMap(readAxis).slice(0, MAX_AXES) : [],
  }
}

function readSeeds(saved: unknown): Seeds {
  if (!isObject(saved)) return ONE_REQUEST.seeds
  const number = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)
  switch (saved['kind']) {
    case 'fixed':
      return { kind: 'fixed', seed: isLongInteger(saved['seed']) ? saved['seed'] : number(saved['seed']) }
    case 'random':
      return { kind: 'random', draw: number(saved['draw']) ?? 0 }
    case 'range':
      return { kind: 'range', from: number(saved['from']), to: number(saved['to']) }
    default:
      return ONE_REQUEST.seeds
  }
}

function readAxis(saved: unknown): readonly Axis[] {
  if (!isObject(saved)) return []
  const { field, key, values, name, models, isTyped } = saved
  if (field === 'prompt') return [{ field }]
  if (field === 'seed' && typeof values === 'string') return [{ field, values }]
  if (field === 'variable' && typeof name === 'string') return [{ field, name }]
  if (field === 'option' && typeof key === 'string' && typeof values === 'string')
    return [{ field, key, values, isTyped: isTyped === true }]
  if (field === 'model' && Array.isArray(models)) return [{ field, models: models.filter(isChosenModel) }]
  return []
}
