/**
 * The control of each type of option: an entry of `CONTROLS`.
 *
 * Owns the controls of single values, and how they are found. Values that hold further ones: `group-controls.tsx`.
 */
import { RotateCcw } from '#renderer/icons.tsx'
import type { ComponentType, ReactNode } from 'react'
import type { Json } from '#contract/json.ts'
import { isLongInteger, isSeedKey } from '#contract/rules/exact-seeds.ts'
import { isSame } from '#contract/rules/json-values.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import {
  type FieldOf,
  kindOf,
  type OptionField,
  type OptionKind,
} from '#contract/rules/option-types/option-types.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FieldFrame, NumberField, Select, Switch, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import u from '../../../ui/utilities.module.css'
import { valueLabels } from '../batch/axis-values.ts'
import { SeedField } from '../batch/seed-field.tsx'
import { readRatio } from '../expected-results.ts'
import { ListControl, ObjectControl, VariantControl } from './group-controls.tsx'
import { optionLabel } from './option-label.ts'
import { type ControlProps, type OptionControlProps, textOf, useOption } from './option-places.tsx'
import styles from './options.module.css'
import { RatioControl, Shape } from './ratio-control.tsx'

interface ResettableProps {
  readonly path: OptionPath
  /** Of the button. */
  readonly name: string
  readonly children: ReactNode
}

/** A control whose value can be taken back, so that the model chooses again. */
function Resettable({ path, name, children }: ResettableProps) {
  const { value, isDisabled, change } = useOption(path)
  return (
    <div className={u.relative}>
      {children}
      {value !== undefined && (
        <IconButton
          icon={RotateCcw}
          label={name}
          isDisabled={isDisabled}
          onPress={() => change(undefined)}
          className={styles.action}
        />
      )}
    </div>
  )
}

function SwitchControl({ field, path, label }: ControlProps<'switch'>) {
  const { text } = useFormatter()
  const { value, isDisabled, error, change } = useOption(path)
  return (
    <Resettable path={path} name={text('option.reset', { label })}>
      <Switch
        label={label}
        isSelected={(value ?? field.initial) === true}
        onChange={change}
        isDisabled={isDisabled}
      />
      {error !== undefined && <p className={parts.problem}>{error}</p>}
    </Resettable>
  )
}

/** Text fields of this length in characters, or under one of these names, get room for several lines. */
const LONG_TEXT = 200
const LONG_KEYS: readonly string[] = ['lyrics', 'negative_prompt', 'negativePrompt', 'text', 'script']

function isLong({ key, suggestions, longest = 0 }: FieldOf<'text'>): boolean {
  return suggestions.length === 0 && (LONG_KEYS.includes(key) || longest > LONG_TEXT)
}

function TextControl({ field, path, label }: ControlProps<'text'>) {
  const { value, isDisabled, error, change } = useOption(path)
  const shared = {
    label,
    isDisabled,
    error,
    value: textOf(value) ?? '',
    placeholder: textOf(field.initial) ?? '',
    onChange: (entered: string) => change(entered === '' ? undefined : entered),
  }
  if (field.suggestions.length > 0) return <SuggestField {...shared} suggestions={field.suggestions} />
  return <TextField {...shared} {...(isLong(field) ? { rows: field.key === 'lyrics' ? 5 : 2 } : {})} />
}

/** From here on a range is that of any seed, and says nothing to the reader. */
const MAX_SEED = 2 ** 31
const MAX_SUGGESTED = 8

/** A number with its range, and what was usual before as numbers to press. */
function NumberControl(props: ControlProps<'number'>) {
  const { field, path, label } = props
  const { text } = useFormatter()
  const { value, isDisabled, error, change } = useOption(path)
  const { min, max, initial, key, suggestions = [] } = field
  if (isSeedKey(key)) return <SeedControl {...props} />
  const hasRange = min !== undefined && max !== undefined && max < MAX_SEED - 1
  return (
    <div>
      <NumberField
        label={label}
        isDisabled={isDisabled}
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => change(number ?? undefined)}
        {...(field.isSuggested === true ? {} : { min, max })}
        step={field.step ?? stepFor(field)}
        placeholder={typeof initial === 'number' ? String(initial) : ''}
        range={hasRange ? text('option.range', { min, max }) : undefined}
      />
      {suggestions.length > 0 && (
        <Segmented
          label={text('option.suggestions', { label })}
          layout="wrap"
          value={typeof value === 'number' ? String(value) : null}
          onChange={(number) => change(Number(number))}
          onClear={() => change(undefined)}
          isDisabled={isDisabled}
          options={suggestions.slice(0, MAX_SUGGESTED).map((number) => {
            return { value: String(number), label: String(number) }
          })}
        />
      )}
    </div>
  )
}

function SeedControl({ field, path, label }: ControlProps<'number'>) {
  const { text } = useFormatter()
  const { value, isDisabled, error, change } = useOption(path)
  const { initial } = field
  return (
    <Resettable path={path} name={text('option.seed.random')}>
      <SeedField
        label={label}
        isDisabled={isDisabled}
        error={error}
        value={typeof value === 'number' || isLongInteger(value) ? value : null}
        onChange={(seed) => change(seed ?? undefined)}
        placeholder={typeof initial === 'number' ? String(initial) : text('option.seed.placeholder')}
      />
    </Resettable>
  )
}

/** Fine enough for the range, so that a press changes something without leaving it. */
function stepFor({ isInteger, min, max }: FieldOf<'number'>): number | undefined {
  if (isInteger) return 1
  if (min === undefined || max === undefined || max - min > 20) return undefined
  return max - min > 2 ? 0.1 : 0.01
}

const FEW = 4
/** Characters of all values together: what half of the narrowest form holds. */
const SHORT = 9

function ChoiceControl({ field, path, label }: ControlProps<'choice'>) {
  const { text } = useFormatter()
  const { value, isDisabled, error, change } = useOption(path)
  const current = value ?? field.initial
  const isListed = current === undefined || field.values.some((choice) => isSame(choice, current))
  const values = isListed ? field.values : [...field.values, current]
  const names = valueLabels(values)
  const shared = {
    label,
    isDisabled,
    options: values.map((choice, index) => ({ value: JSON.stringify(choice), label: names[index] ?? '' })),
    value: current === undefined ? null : JSON.stringify(current),
    onChange: (key: string) => change(values.find((choice) => JSON.stringify(choice) === key)),
  }
  return (
    <Resettable path={path} name={text('option.reset', { label })}>
      {values.length <= FEW && names.join('').length <= SHORT ? (
        <FieldFrame label={label} error={error ?? null}>
          <Segmented {...shared} onClear={() => change(undefined)} />
        </FieldFrame>
      ) : (
        <Select {...shared} error={error} placeholder="–" />
      )}
    </Resettable>
  )
}

interface ControlOf<Kind extends OptionKind> {
  readonly Control: ComponentType<ControlProps<Kind>> | null
  /** Whether it needs the whole width of the form. */
  isWide?(field: FieldOf<Kind>): boolean
  /** Its value on a chip, where that does not say itself. */
  label?(value: Json, text: Formatter['text']): string
  /** Beside the words on a chip. */
  icon?(label: string): ReactNode
}

const always = (): boolean => true

const CONTROLS: { readonly [Kind in OptionKind]: ControlOf<Kind> } = {
  ratio: {
    Control: RatioControl,
    isWide: always,
    icon: (label) => <Shape ratio={readRatio(label)} />,
  },
  choice: { Control: ChoiceControl },
  number: { Control: NumberControl },
  switch: {
    Control: SwitchControl,
    label: (value, text) => text(value === true ? 'option.on' : 'option.off'),
  },
  text: { Control: TextControl, isWide: isLong },
  list: { Control: ListControl, isWide: always },
  object: { Control: ObjectControl, isWide: always },
  oneOf: { Control: VariantControl, isWide: always },
  // Only the JSON editor can change it.
  json: { Control: null },
}

export function OptionControl({ field, path, label }: OptionControlProps) {
  const { text } = useFormatter()
  const { Control } = CONTROLS[kindOf(field)] as ControlOf<OptionKind>
  return (
    Control && (
      <Control
        field={field as OptionField}
        path={path}
        label={label ?? optionLabel(field, text)}
        Inner={OptionControl}
      />
    )
  )
}

export function isWide(field: OptionField): boolean {
  const control: Pick<ControlOf<OptionKind>, 'isWide'> = CONTROLS[field.kind]
  return control.isWide?.(field) ?? false
}

/** What a chip shows of a value. */
export function chipOf(
  { kind }: OptionField,
  value: Json | undefined,
  text: Formatter['text'],
): { readonly label: string; readonly icon: ReactNode } {
  const control: Pick<ControlOf<OptionKind>, 'label' | 'icon'> = CONTROLS[kind]
  const label =
    value === undefined || value === null ? '' : (control.label?.(value, text) ?? valueText(value, text))
  return { label, icon: control.icon?.(label) ?? null }
}

function valueText(value: Json, text: Formatter['text']): string {
  if (value === 'match_input_image') return text('option.ratio.same')
  if (Array.isArray(value)) return String(value.length)
  return typeof value === 'string' ? value : typeof value === 'object' ? '…' : JSON.stringify(value)
}
