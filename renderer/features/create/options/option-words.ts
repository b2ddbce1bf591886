/** What is wrong with an option as a sentence. */
import type { MessageId, Words } from '../../../ui/text.ts'
import type { OptionProblem } from './check-options.ts'
import type { MarkReason } from './editor/option-marks.ts'
import type { OptionField } from './option-fields.ts'

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

/** Keys that have the same meaning everywhere are named in the reader's language. */
const KNOWN_LABELS: Readonly<Record<string, MessageId>> = {
  aspect_ratio: 'option.aspectRatio',
  resolution: 'option.resolution',
  seed: 'option.seed',
  duration: 'option.duration',
  n: 'option.count',
  num_images: 'option.count',
  number_of_images: 'option.count',
  fps: 'option.fps',
  frames_per_second: 'option.fps',
  output_format: 'option.outputFormat',
  lyrics: 'option.lyrics',
  instrumental: 'option.instrumental',
}

export function optionLabel(field: OptionField, text: Words['text']): string {
  const known = Object.hasOwn(KNOWN_LABELS, field.key) ? KNOWN_LABELS[field.key] : undefined
  return known === undefined ? (field.title ?? readableKey(field.key)) : text(known)
}

/** `num_inference_steps` and `numInferenceSteps` as "Num inference steps". */
function readableKey(key: string): string {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
