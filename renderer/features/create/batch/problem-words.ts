/** The axes of a matrix, and what is wrong with one, in words. */
import type { MessageId, Words } from '../../../ui/text.ts'
import { problemWords } from '../options/option-words.ts'
import type { PromptProblem } from '../prompt/plan-prompts.ts'
import type { AxisProblem } from './plan-axes.ts'
import type { SeedProblem } from './plan-seeds.ts'

const OWN_NAMES: Readonly<Record<string, MessageId>> = {
  model: 'many.axis.model',
  prompt: 'many.axis.prompt',
  seed: 'many.axis.seed',
}

/** An axis of a matrix by the name that its requests carry: an option's key and a variable's name stand for themselves. */
export function axisName(name: string, text: Words['text']): string {
  const id = Object.hasOwn(OWN_NAMES, name) ? OWN_NAMES[name] : undefined
  return id === undefined ? name : text(id)
}

export function axisProblemWords(problem: AxisProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'unreadable':
      return text('many.problem.unreadable', { part: shorten(problem.part) })
    case 'notSeed':
      return text('many.problem.notSeed', { value: shorten(problem.value) })
    case 'value':
      return text('many.problem.value', {
        value: shorten(problem.value),
        problem: problemWords(problem.problem, text),
      })
    case 'empty':
      return text('many.problem.empty')
    case 'noKey':
      return text('many.problem.noKey')
    case 'noAlternatives':
      return text('many.problem.noAlternatives')
    case 'twice':
      return text('many.problem.twice')
    case 'holdsVariable':
      return text('many.problem.holdsVariable')
  }
}

export function seedProblemWords(problem: SeedProblem, text: Words['text']): string {
  if (problem.kind !== 'value') return text(`many.seeds.${problem.kind}`)
  return text('many.problem.value', {
    value: shorten(problem.value),
    problem: problemWords(problem.problem, text),
  })
}

/** Why the prompt cannot be sent as it is. */
export function promptProblemWords(problem: PromptProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'readingLists':
      return text('many.prompts.reading')
    case 'missingWords': {
      const [list] = problem.lists
      const [variable] = problem.variables
      return list === undefined
        ? text('many.prompts.noValue', { name: variable ?? '' })
        : text('many.prompts.noList', { name: list })
    }
    case 'tooManyPrompts':
      return text('many.prompts.tooMany', { total: problem.total })
    case 'blankPrompt':
      return text('many.prompts.blank')
    case 'longPrompt':
      return text('many.prompts.long', { length: problem.length, limit: problem.limit })
  }
}

function shorten(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value
}
