/** One option as the control that fits it. */
import { RotateCcw } from 'lucide-react'
import type { Json } from '#contract/json.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FieldFrame, NumberField, Select, Switch, TextField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords, type MessageId } from '../../../ui/text.ts'
import styles from './option-control.module.css'
import type { OptionField } from './option-fields.ts'
import { RatioPicker } from './ratio-picker.tsx'

export interface OptionControlProps {
  readonly field: OptionField
  readonly value: Json | undefined
  onChange(value: Json | undefined): void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

/** Keys that have the same meaning everywhere are named in the reader's language. */
const KNOWN_LABELS: Readonly<Record<string, MessageId>> = {
  aspect_ratio: 'option.aspectRatio',
  resolution: 'option.resolution',
  seed: 'option.seed',
  duration: 'option.duration',
  n: 'option.count',
}
const MOST_SEED = 2 ** 31
const FEW = 4

export function OptionControl({ field, value, onChange, isDisabled, error }: OptionControlProps) {
  const { text } = useWords()
  const known = KNOWN_LABELS[field.key]
  const label = known === undefined ? (field.title ?? readableKey(field.key)) : text(known)
  const shared = { label, isDisabled, error }
  switch (field.kind) {
    case 'ratio':
      return (
        <FieldFrame label={label} error={error ?? null}>
          <RatioPicker
            label={label}
            values={field.values}
            value={stringOr(value ?? field.initial)}
            onChange={onChange}
            isOpen={field.isOpen}
            isDisabled={isDisabled}
          />
        </FieldFrame>
      )
    case 'choice':
      return <ChoiceControl {...shared} field={field} value={value} onChange={onChange} />
    case 'number':
      return (
        <div className={styles.withAction}>
          <NumberField
            {...shared}
            value={typeof value === 'number' ? value : null}
            onChange={(number) => onChange(number ?? undefined)}
            min={field.min}
            max={field.max}
            step={field.step ?? stepFor(field)}
            placeholder={placeholderFor(field, text)}
            range={rangeWords(field, text)}
          />
          {field.key === 'seed' && value !== undefined && (
            <IconButton
              icon={RotateCcw}
              label={text('option.seed.random')}
              isDisabled={isDisabled}
              onPress={() => onChange(undefined)}
              className={styles.action}
            />
          )}
        </div>
      )
    case 'switch':
      return (
        <Switch
          label={label}
          isSelected={(value ?? field.initial) === true}
          onChange={onChange}
          isDisabled={isDisabled}
        />
      )
    case 'text':
      if (field.suggestions.length > 0)
        return (
          <SuggestField
            {...shared}
            value={stringOr(value) ?? ''}
            onChange={(words) => onChange(words === '' ? undefined : words)}
            suggestions={field.suggestions}
            placeholder={stringOr(field.initial) ?? ''}
          />
        )
      return (
        <TextField
          {...shared}
          value={stringOr(value) ?? ''}
          onChange={(words) => onChange(words === '' ? undefined : words)}
          placeholder={stringOr(field.initial) ?? ''}
        />
      )
    case 'json':
      return null
  }
}

interface ChoiceProps {
  readonly field: Extract<OptionField, { kind: 'choice' }>
  readonly label: string
  readonly value: Json | undefined
  onChange(value: Json | undefined): void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

/** Few short values lie side by side; many open as a list. Each value keeps its own type. */
function ChoiceControl({ field, label, value, onChange, isDisabled, error }: ChoiceProps) {
  const current = value ?? field.initial
  const keyOf = (choice: Json): string => JSON.stringify(choice)
  const known = current === undefined || field.values.some((choice) => keyOf(choice) === keyOf(current))
  const values = known || current === undefined ? field.values : [...field.values, current]
  const options = values.map((choice) => ({ value: keyOf(choice), label: choiceLabel(choice) }))
  const choose = (key: string): void => onChange(values.find((choice) => keyOf(choice) === key))
  const isShort = options.length <= FEW && options.every((option) => option.label.length <= 5)
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

function choiceLabel(choice: Json): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice)
}

function stringOr(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

function rangeWords(
  field: Extract<OptionField, { kind: 'number' }>,
  text: ReturnType<typeof useWords>['text'],
) {
  const { min, max } = field
  if (min === undefined || max === undefined || max >= MOST_SEED - 1) return undefined
  return text('option.range', { min, max })
}

/** Fine enough for the range, so that a press changes something without leaving it. */
function stepFor({ isInteger, min, max }: Extract<OptionField, { kind: 'number' }>): number | undefined {
  if (isInteger) return 1
  if (min === undefined || max === undefined || max - min > 20) return undefined
  return max - min > 2 ? 0.1 : 0.01
}

function placeholderFor(field: OptionField, text: ReturnType<typeof useWords>['text']): string {
  if (typeof field.initial === 'number') return String(field.initial)
  return field.key === 'seed' ? text('option.seed.placeholder') : ''
}

/** `num_inference_steps` and `numInferenceSteps` as "Num inference steps". */
function readableKey(key: string): string {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
