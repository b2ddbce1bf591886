/** What stands against sending the inputs, in the reader's words. */
import type { Words } from '../../../ui/text.ts'
import type { InputProblem } from './plan-inputs.ts'

export function inputProblemWords(problem: InputProblem, text: Words['text']): string {
  switch (problem.kind) {
    case 'shared':
      return text('input.problem.shared', { key: problem.key })
    case 'tooMany':
      return text('input.problem.tooMany', problem)
    case 'missing':
    case 'emptyList':
      return text(`input.problem.${problem.kind}`, {
        key: problem.key,
        kind: text(`input.kind.${problem.media}`),
      })
  }
}
