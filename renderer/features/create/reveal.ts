/** From what stands in the way of sending to the field that it speaks of, wherever in the form that is. */
import { useStore } from 'zustand'
import type { Obstacle } from './build-requests.ts'
import { useCreate } from './create-context.ts'
import { COUNT_KEYS } from './expected-results.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import type { PromptProblem } from './prompt/plan-prompts.ts'

/**
 * The name of the field, which its element carries as `data-field`; null where there is nothing to do but to wait. `fields` are
 * those of the chosen model: what has no control is mended in the JSON.
 */
export function fieldOf(
  obstacle: Obstacle,
  fields: readonly Pick<OptionField, 'key' | 'kind'>[],
  hasAxes: boolean,
): string | null {
  switch (obstacle.kind) {
    case 'inputPending':
      return null
    case 'inputProblem':
      return 'inputs'
    case 'unlisted':
      return 'model'
    case 'optionField':
      return fieldOfOption(obstacle.key, fields)
    case 'prompts':
      return fieldOfPrompt(obstacle.problem)
    case 'axis':
      return `axis:${obstacle.index}`
    case 'tooMany':
      return hasAxes ? 'axis:0' : 'count'
    default:
      return obstacle.kind
  }
}

function fieldOfOption(path: string, fields: readonly Pick<OptionField, 'key' | 'kind'>[]): string {
  const field = fields.find(({ key }) => path === key || path.startsWith(`${key}.`))
  if (field === undefined || field.kind === 'json') return 'options'
  if (field.key === 'seed') return 'seeds'
  return COUNT_KEYS.includes(field.key) ? 'count' : `option:${field.key}`
}

function fieldOfPrompt(problem: PromptProblem): string | null {
  if (problem.kind === 'readingLists') return null
  if (problem.kind !== 'missingWords') return 'prompt'
  const [list] = problem.lists
  return list === undefined ? `variable:${problem.variables[0] ?? ''}` : `list:${list}`
}

/** The field that is being looked for. What it lies in opens itself. */
export function useWanted(): string | null {
  return useStore(useCreate().wanted)
}

/** Opens what the field lies in, and puts the cursor into it. */
export function useReveal(): (field: string) => void {
  const { wanted } = useCreate()
  return (field) => {
    wanted.setState(field, true)
    lookFor(field, performance.now() + TIMEOUT_MS, () => wanted.setState(null, true))
  }
}

/** Parts of the form are loaded when they are opened. */
const TIMEOUT_MS = 3_000
const CONTROLS = 'input, textarea, button, [contenteditable=true]'

function lookFor(field: string, until: number, onEnd: () => void): void {
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  const control =
    place?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]') ??
    place?.querySelector<HTMLElement>(CONTROLS)
  if (place != null && control != null) {
    onEnd()
    control.focus()
    if (place.dataset['opens'] !== undefined) control.click()
  } else if (performance.now() < until) requestAnimationFrame(() => lookFor(field, until, onEnd))
  else onEnd()
}
