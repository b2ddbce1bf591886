/** When a running task is likely to be finished, as far as is known. */
import type { Task } from '#contract/tasks.ts'
import { FEWEST_SAMPLES, type DurationModel } from './duration-model.ts'

/** Past this share of what was seen, a task is slower than usual. */
export const SLOW_SHARE = 0.99
/** A range this wide tells the user nothing. */
const WIDEST_RATIO = 6

export type Eta = Pick<Task, 'eta' | 'slow'>

/** `sentAt` and `now` on the wall clock, in milliseconds. Empty while too little is known. */
export function etaOf(model: DurationModel, sentAt: number, now: number): Eta {
  if (model.samples.length < FEWEST_SAMPLES) return {}
  const ageS = Math.max(0, now - sentAt) / 1_000
  const { distribution } = model
  if (ageS > distribution.quantileAfter(0, SLOW_SHARE)) return { slow: true }
  const p50 = distribution.quantileAfter(ageS, 0.5)
  const p90 = distribution.quantileAfter(ageS, 0.9)
  if (p90 > p50 * WIDEST_RATIO) return {}
  return { eta: { p50At: Math.round(sentAt + p50 * 1_000), p90At: Math.round(sentAt + p90 * 1_000) } }
}
