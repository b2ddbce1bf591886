/** One of the listed values. Few short ones lie side by side, many open as a list. Each keeps its own type. */
import type { Json } from '#contract/json.ts'
import { FieldFrame, Select } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { ControlProps } from './option-control.tsx'

const FEW = 4
/** Characters of all values together: what half of the narrowest form holds. */
const SHORT = 9

export function ChoiceControl({ field, label, value, onChange, isDisabled, error }: ControlProps<'choice'>) {
  const current = value ?? field.initial
  const keyOf = (choice: Json): string => JSON.stringify(choice)
  const isKnown = current === undefined || field.values.some((choice) => keyOf(choice) === keyOf(current))
  const values = isKnown || current === undefined ? field.values : [...field.values, current]
  const names = choiceNames(values)
  const options = values.map((choice, index) => ({ value: keyOf(choice), label: names[index] ?? '' }))
  const choose = (key: string): void => onChange(values.find((choice) => keyOf(choice) === key))
  const isShort = options.length <= FEW && options.map(({ label: name }) => name).join('').length <= SHORT
  const selected = current === undefined ? null : keyOf(current)
  if (!isShort)
    return (
      <Select
        label={label}
        options={options}
        value={selected}
        onChange={choose}
        isDisabled={isDisabled}
        error={error}
        placeholder="–"
      />
    )
  return (
    <FieldFrame label={label} error={error ?? null}>
      <Segmented
        label={label}
        options={options}
        value={selected}
        onChange={choose}
        onClear={() => onChange(undefined)}
        isDisabled={isDisabled}
      />
    </FieldFrame>
  )
}

/** Texts without quotes, unless another value would read the same: `"5"` beside `5`. */
export function choiceNames(values: readonly Json[]): readonly string[] {
  const plain = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return plain.map((name, index) =>
    plain.indexOf(name) === index && plain.lastIndexOf(name) === index ? name : JSON.stringify(values[index]),
  )
}
