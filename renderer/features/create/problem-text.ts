/** What stands against sending, in words. A problem of kind `tooMany` reads `….tooMany`, with what it holds as values. */
import type { MessageId, Formatter } from '../../ui/text.ts'
import type { AxisProblem } from './batch/plan-axes.ts'
import type { Obstacle } from './build-requests.ts'
import type { DropProblem } from './inputs/input-actions.ts'
import type { InputProblem } from './inputs/plan-inputs.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import type { MarkReason } from './options/editor/option-marks.ts'
import type { PromptProblem } from './prompt/plan-prompts.ts'

type Text = Formatter['text']

const AXES: readonly MessageId[] = ['batch.axis.columns', 'batch.axis.rows']

export function obstacleText(obstacle: Obstacle, text: Text): string {
  switch (obstacle.kind) {
    // What is wrong with them stands beside them.
    case 'inputs':
      return text('create.obstacle.inputs')
    case 'prompts':
      return promptProblemText(obstacle.problem, text)
    case 'seeds':
      return axisProblemText(obstacle.problem, text)
    case 'axis':
      return text('batch.obstacle.axis', {
        axis: axisPlace(obstacle.index, text),
        problem: axisProblemText(obstacle.problem, text),
      })
    default:
      return text(`create.obstacle.${obstacle.kind}`, obstacle)
  }
}

/** Of an option's value, and of a mark in the text of the options. */
export function optionProblemText(problem: MarkReason, text: Text): string {
  return text(`option.problem.${problem.kind}`, problem)
}

/** Of an axis of the matrix, and of the seeds. */
export function axisProblemText(problem: AxisProblem, text: Text): string {
  if (problem.kind !== 'value') return text(`batch.problem.${problem.kind}`, problem)
  return text('batch.problem.value', {
    value: problem.value,
    problem: optionProblemText(problem.problem, text),
  })
}

export function promptProblemText(problem: PromptProblem, text: Text): string {
  if (problem.kind !== 'missingWords') return text(`prompt.problem.${problem.kind}`, problem)
  const [list] = problem.lists
  return list === undefined
    ? text('prompt.problem.noValue', { name: problem.variables[0] ?? '' })
    : text('prompt.problem.noList', { name: list })
}

export function inputProblemText(problem: InputProblem, text: Text): string {
  return text(`input.problem.${problem.kind}`, problem)
}

export function dropProblemText(problem: DropProblem, text: Text): string {
  return problem.kind === 'recipe' ? problem.message : text(`input.drop.${problem.kind}`, problem)
}

/** Where the axis of this number, from 0, is laid out. */
export function axisPlace(index: number, text: Text): string {
  return text(AXES[index] ?? 'batch.axis.pages')
}

const OWN_NAMES: Readonly<Record<string, MessageId>> = {
  model: 'batch.axis.model',
  prompt: 'batch.axis.prompt',
  seed: 'batch.axis.seed',
}

/** An axis of a matrix by the name that its requests carry: an option goes by its title, a variable by its name. */
export function axisName(
  name: string,
  text: Text,
  fields: readonly Pick<OptionField, 'key' | 'title'>[] = [],
): string {
  const id = Object.hasOwn(OWN_NAMES, name) ? OWN_NAMES[name] : undefined
  return id === undefined ? (fields.find(({ key }) => key === name)?.title ?? name) : text(id)
}
