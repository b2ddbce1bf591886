/** An option of the model with what speaks against its value. */
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { optionProblemText } from '../problem-text.ts'
import { OptionControl } from './controls.tsx'
import { isOnlyRefused } from './know-options.ts'
import { useOptionPlaces } from './option-places.tsx'

interface FieldWithAdviceProps {
  readonly field: OptionField
  /** With its description in sight. */
  readonly isExplained?: boolean
}

export function FieldWithAdvice({ field, isExplained = false }: FieldWithAdviceProps) {
  const { text } = useFormatter()
  const { adviceAt } = useOptionPlaces()
  const learned = useView((view) => view.knowledge).memory.get(field.key)
  const isRefused = learned !== undefined && isOnlyRefused(learned)
  const advice = isRefused
    ? optionProblemText({ kind: 'refused', refused: learned.refused }, text)
    : adviceAt([field.key])
  return (
    <div
      title={isExplained ? undefined : field.description}
      className={parts.stack}
      data-field={`option:${field.key}`}
    >
      <OptionControl field={field} path={[field.key]} />
      {isExplained && field.description !== undefined && <p className={parts.quiet}>{field.description}</p>}
      {advice !== undefined && <p className={parts.warning}>{advice}</p>}
    </div>
  )
}
