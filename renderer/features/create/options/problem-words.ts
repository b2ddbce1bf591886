/** What is wrong with an option as a sentence. */
import type { Words } from '../../../ui/text.ts'
import type { OptionProblem } from './check-options.ts'
import type { MarkReason } from './marks.ts'

export function problemWords(problem: OptionProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'below':
      return text('option.problem.below', { min: problem.min })
    case 'above':
      return text('option.problem.above', { max: problem.max })
    case 'notAbove':
      return text('option.problem.notAbove', { min: problem.min })
    case 'notBelow':
      return text('option.problem.notBelow', { max: problem.max })
    case 'notStep':
      return text('option.problem.notStep', { step: problem.step })
    case 'tooShort':
      return text('option.problem.tooShort', { shortest: problem.shortest })
    case 'tooLong':
      return text('option.problem.tooLong', { longest: problem.longest })
    case 'tooFew':
      return text('option.problem.tooFew', { least: problem.least })
    case 'tooMany':
      return text('option.problem.tooMany', { most: problem.most })
    case 'notListed':
      return problem.near === undefined
        ? text('option.problem.notListed')
        : text('option.problem.notListedType', { near: JSON.stringify(problem.near) })
    default:
      return text(`option.problem.${problem.kind}`)
  }
}

export function markWords(reason: MarkReason, text: Words['text']): string {
  switch (reason.kind) {
    case 'syntax':
      return text(`option.syntax.${reason.mistake}`)
    case 'missing':
      return text('option.mark.missing', { key: reason.key })
    case 'rounded':
      return text('option.mark.rounded', { sent: reason.sent })
    case 'refused':
      return text('option.mark.refused', { refused: reason.refused })
    case 'notAnObject':
    case 'endless':
    case 'twice':
    case 'unknown':
      return text(`option.mark.${reason.kind}`)
    default:
      return problemWords(reason, text)
  }
}
