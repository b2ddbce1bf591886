/** An option's problem as a sentence. */
import type { Words } from '../../../ui/text.ts'
import type { OptionProblem } from './check-options.ts'

export function problemWords(problem: OptionProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'required':
      return text('option.problem.required')
    case 'notNumber':
      return text('option.problem.notNumber')
    case 'notInteger':
      return text('option.problem.notInteger')
    case 'below':
      return text('option.problem.below', { min: problem.min })
    case 'above':
      return text('option.problem.above', { max: problem.max })
    case 'notBoolean':
      return text('option.problem.notBoolean')
    case 'notText':
      return text('option.problem.notText')
    case 'notRatio':
      return text('option.problem.notRatio')
  }
}
