/**
 * What the panel of many requests shows of a plan. A letter more in a plain prompt changes none of it, and everything here stays
 * the same object then.
 */
import type { Obstacle, Plan } from '../build-requests.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import type { PlannedAxis } from './plan-axes.ts'

export interface PanelFacts {
  /** Empty while there is no plan. */
  readonly axes: readonly PlannedAxis[]
  /** Null unless it is one of the panel's own. */
  readonly obstacle: Extract<Obstacle, { kind: 'axis' | 'seeds' | 'tooMany' }> | null
  /** What can be varied; the words of a prompt that stands alone do not matter. */
  readonly prompts: readonly PlannedPrompt[]
}

const NO_AXES: readonly PlannedAxis[] = []
const NO_PROMPT: readonly PlannedPrompt[] = []
const ONE_PROMPT: readonly PlannedPrompt[] = [{ prompt: '' }]

export function panelFacts(plan: Plan | Obstacle, prompts: readonly PlannedPrompt[]): PanelFacts {
  return {
    axes: 'kind' in plan || plan.axes.length === 0 ? NO_AXES : plan.axes,
    obstacle: 'kind' in plan && isOfPanel(plan) ? plan : null,
    prompts: prompts.length === 0 ? NO_PROMPT : isAlone(prompts) ? ONE_PROMPT : prompts,
  }
}

function isOfPanel(obstacle: Obstacle): obstacle is NonNullable<PanelFacts['obstacle']> {
  return obstacle.kind === 'axis' || obstacle.kind === 'seeds' || obstacle.kind === 'tooMany'
}

function isAlone(prompts: readonly PlannedPrompt[]): boolean {
  return prompts.length === 1 && prompts[0]?.cell === undefined
}
