/** The axes of a matrix, and what is wrong with one, in words. */
import type { MessageId, Words } from '../../../ui/text.ts'
import { problemWords } from '../options/option-words.ts'
import type { PromptProblem } from '../prompt/plan-prompts.ts'
import type { AxisProblem } from './plan-axes.ts'
import type { SeedProblem } from './plan-seeds.ts'

const OWN_NAMES: Readonly<Record<string, MessageId>> = {
  model: 'batch.axis.model',
  prompt: 'batch.axis.prompt',
  seed: 'batch.axis.seed',
}

/** An axis of a matrix by the name that its requests carry: an option's key and a variable's name stand for themselves. */
export function axisName(name: string, text: Words['text']): string {
  const id = Object.hasOwn(OWN_NAMES, name) ? OWN_NAMES[name] : undefined
  return id === undefined ? name : text(id)
}

export function axisProblemWords(problem: AxisProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'unreadable':
      return text('batch.problem.unreadable', { part: shorten(problem.part) })
    case 'notSeed':
      return text('batch.problem.notSeed', { value: shorten(problem.value) })
    case 'value':
      return text('batch.problem.value', {
        value: shorten(problem.value),
        problem: problemWords(problem.problem, text),
      })
    case 'empty':
      return text('batch.problem.empty')
    case 'noKey':
      return text('batch.problem.noKey')
    case 'noAlternatives':
      return text('batch.problem.noAlternatives')
    case 'twice':
      return text('batch.problem.twice')
    case 'holdsVariable':
      return text('batch.problem.holdsVariable')
  }
}

export function seedProblemWords(problem: SeedProblem, text: Words['text']): string {
  if (problem.kind !== 'value') return text(`batch.seeds.${problem.kind}`)
  return text('batch.problem.value', {
    value: shorten(problem.value),
    problem: problemWords(problem.problem, text),
  })
}

/** Why the prompt cannot be sent as it is. */
export function promptProblemWords(problem: PromptProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'readingLists':
      return text('batch.prompts.reading')
    case 'missingWords': {
      const [list] = problem.lists
      const [variable] = problem.variables
      return list === undefined
        ? text('batch.prompts.noValue', { name: variable ?? '' })
        : text('batch.prompts.noList', { name: list })
    }
    case 'tooManyPrompts':
      return text('batch.prompts.tooMany', { total: problem.total })
    case 'blankPrompt':
      return text('batch.prompts.blank')
    case 'longPrompt':
      return text('batch.prompts.long', { length: problem.length, limit: problem.limit })
  }
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value
}
