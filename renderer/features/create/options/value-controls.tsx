/** A number with its range, and what was usual before as numbers to press. */
import { Button } from '../../../ui/button.tsx'
import { FieldFrame, NumberField, Select } from '../../../ui/field.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import styles from './options.module.css'
import type { OptionField } from './option-fields.ts'
import type { Json } from '#contract/json.ts'
import { Segmented } from '../../../ui/segmented.tsx'

/** What each control needs, whatever its kind. */
export interface ControlProps<Kind extends OptionField['kind']> {
  readonly field: Extract<OptionField, { kind: Kind }>
  readonly label: string
  readonly value: Json | undefined
  onChange(value: Json | undefined): void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

type NumberOption = Extract<OptionField, { kind: 'number' }>

/** From here on a range is that of any seed, and says nothing to the reader. */
const MOST_SEED = 2 ** 31
const MOST_SUGGESTED = 8

export function NumberControl({ field, label, value, onChange, isDisabled, error }: ControlProps<'number'>) {
  const { text } = useWords()
  const suggestions = (field.suggestions ?? []).slice(0, MOST_SUGGESTED)
  return (
    <>
      <NumberField
        label={label}
        isDisabled={isDisabled}
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => onChange(number ?? undefined)}
        {...(field.isSuggested === true ? {} : { min: field.min, max: field.max })}
        step={field.step ?? stepFor(field)}
        placeholder={placeholderFor(field, text)}
        range={rangeWords(field, text)}
      />
      {suggestions.length > 0 && (
        <fieldset className={styles.suggestions} aria-label={text('option.suggestions', { label })}>
          {suggestions.map((number) => (
            <Button
              key={number}
              kind="quiet"
              className={styles.suggestion}
              isDisabled={isDisabled}
              onPress={() => onChange(number)}
            >
              {String(number)}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}

function rangeWords({ min, max }: NumberOption, text: Words['text']): string | undefined {
  if (min === undefined || max === undefined || max >= MOST_SEED - 1) return undefined
  return text('option.range', { min, max })
}

/** Fine enough for the range, so that a press changes something without leaving it. */
function stepFor({ isInteger, min, max }: NumberOption): number | undefined {
  if (isInteger) return 1
  if (min === undefined || max === undefined || max - min > 20) return undefined
  return max - min > 2 ? 0.1 : 0.01
}

function placeholderFor(field: NumberOption, text: Words['text']): string {
  if (typeof field.initial === 'number') return String(field.initial)
  return field.key === 'seed' ? text('option.seed.placeholder') : ''
}

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
function choiceNames(values: readonly Json[]): readonly string[] {
  const plain = values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return plain.map((name, index) =>
    plain.indexOf(name) === index && plain.lastIndexOf(name) === index ? name : JSON.stringify(values[index]),
  )
}
