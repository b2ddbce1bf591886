/** An option that takes one of several kinds of value, such as a named size or a width and a height. */
import { useState } from 'react'
import { FieldFrame } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import { isOfKind } from './check-options.ts'
import styles from './option-control.module.css'
import { OptionControl, type OptionControlProps } from './option-control.tsx'
import type { OptionField } from './option-fields.ts'

export type VariantControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'oneOf' }>
  readonly label: string
}

export function VariantControl({ field, label, path, value, ...shared }: VariantControlProps) {
  const { text } = useWords()
  const [wanted, setWanted] = useState(0)
  const shown = value ?? field.initial
  const fitting = shown === undefined ? -1 : field.branches.findIndex((branch) => isOfKind(branch, shown))
  // Nothing is set while another kind has only been chosen.
  const chosen = value === undefined || fitting < 0 ? wanted : fitting
  const branch = field.branches[chosen] ?? field.branches[0]
  return (
    <FieldFrame label={label} error={shared.errorAt(path) ?? null}>
      <div className={styles.variant}>
        <Segmented
          label={text('option.variant', { label })}
          value={String(chosen)}
          onChange={(next) => {
            setWanted(Number(next))
            shared.onChange(path, undefined)
          }}
          isDisabled={shared.isDisabled}
          options={field.branches.map((one, index) => ({
            value: String(index),
            label: branchName(one, text),
          }))}
        />
        {branch !== undefined && (
          <OptionControl
            {...shared}
            errorAt={(at) => (at.length === path.length ? undefined : shared.errorAt(at))}
            field={branch}
            path={path}
            value={value}
            label={branch.title ?? branchName(branch, text)}
          />
        )}
      </div>
    </FieldFrame>
  )
}

function branchName(branch: OptionField, text: Words['text']): string {
  if (branch.title !== undefined) return branch.title
  return text(`option.kind.${branch.kind}`)
}
