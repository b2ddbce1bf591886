/** One option as the control that fits it. */
import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Json } from '#contract/json.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FieldFrame, Switch, TextField } from '../../../ui/field.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords } from '../../../ui/text.ts'
import { ChoiceControl } from './choice-control.tsx'
import type { OptionPath } from './json-tree.ts'
import { ListControl } from './list-control.tsx'
import { NumberControl } from './number-control.tsx'
import { ObjectControl } from './object-control.tsx'
import styles from './option-control.module.css'
import type { OptionField } from './option-fields.ts'
import { optionLabel } from './option-label.ts'
import { RatioPicker } from './ratio-picker.tsx'
import { VariantControl } from './variant-control.tsx'

export interface OptionControlProps {
  readonly field: OptionField
  readonly path: OptionPath
  readonly value: Json | undefined
  /** undefined takes the value away. */
  onChange(path: OptionPath, value: Json | undefined): void
  /** The words on what is wrong at a place. */
  errorAt(path: OptionPath): string | undefined
  readonly isDisabled: boolean
  /** In place of the field's own name. */
  readonly label?: string
}

/** What each control needs, whatever its kind. */
export interface ControlProps<Kind extends OptionField['kind']> {
  readonly field: Extract<OptionField, { kind: Kind }>
  readonly label: string
  readonly value: Json | undefined
  onChange(value: Json | undefined): void
  readonly isDisabled: boolean
  readonly error: string | undefined
}

/** Text fields of this length in characters, or under one of these names, get room for several lines. */
const LONG_TEXT = 200
const LONG_KEYS: ReadonlySet<string> = new Set([
  'lyrics',
  'negative_prompt',
  'negativePrompt',
  'text',
  'script',
])

/** True for a control that needs the whole width of the form. */
export function isWide(field: OptionField): boolean {
  if (field.kind === 'text') return isLong(field)
  return field.kind === 'ratio' || field.kind === 'list' || field.kind === 'object' || field.kind === 'oneOf'
}

export function OptionControl(props: OptionControlProps) {
  const { field, path, value, onChange, errorAt, isDisabled } = props
  const { text } = useWords()
  const label = props.label ?? optionLabel(field, text)
  const change = (next: Json | undefined): void => onChange(path, next)
  const shared = { label, value, onChange: change, isDisabled, error: errorAt(path) }
  switch (field.kind) {
    case 'ratio':
      return (
        <FieldFrame label={label} error={shared.error ?? null}>
          <RatioPicker
            label={label}
            values={field.values}
            value={textOf(value ?? field.initial)}
            onChange={change}
            isOpen={field.isOpen}
            isDisabled={isDisabled}
          />
        </FieldFrame>
      )
    case 'choice':
      return (
        <Resettable {...shared} isSet={value !== undefined}>
          <ChoiceControl {...shared} field={field} />
        </Resettable>
      )
    case 'number':
      return (
        <Resettable
          {...shared}
          isSet={field.key === 'seed' && value !== undefined}
          name={text('option.seed.random')}
        >
          <NumberControl {...shared} field={field} />
        </Resettable>
      )
    case 'switch':
      return (
        <Resettable {...shared} isSet={value !== undefined}>
          <Switch
            label={label}
            isSelected={(value ?? field.initial) === true}
            onChange={change}
            isDisabled={isDisabled}
          />
          {shared.error !== undefined && <p className={styles.error}>{shared.error}</p>}
        </Resettable>
      )
    case 'text':
      return <TextControl {...shared} field={field} />
    case 'list':
      return <ListControl {...props} field={field} label={label} />
    case 'object':
      return <ObjectControl {...props} field={field} label={label} />
    case 'oneOf':
      return <VariantControl {...props} field={field} label={label} />
    case 'json':
      return null
  }
}

function TextControl({ field, label, value, onChange, isDisabled, error }: ControlProps<'text'>) {
  const shared = {
    label,
    isDisabled,
    error,
    value: textOf(value) ?? '',
    placeholder: textOf(field.initial) ?? '',
    onChange: (words: string) => onChange(words === '' ? undefined : words),
  }
  if (field.suggestions.length > 0) return <SuggestField {...shared} suggestions={field.suggestions} />
  return <TextField {...shared} {...(isLong(field) ? { rows: field.key === 'lyrics' ? 5 : 2 } : {})} />
}

interface ResettableProps {
  readonly isSet: boolean
  readonly label: string
  readonly name?: string
  onChange(value: undefined): void
  readonly isDisabled: boolean
  readonly children: ReactNode
}

/** A control whose value can be taken back, so that the model chooses again. */
function Resettable({ isSet, label, name, onChange, isDisabled, children }: ResettableProps) {
  const { text } = useWords()
  return (
    <div className={styles.withAction}>
      {children}
      {isSet && (
        <IconButton
          icon={RotateCcw}
          label={name ?? text('option.reset', { label })}
          isDisabled={isDisabled}
          onPress={() => onChange(undefined)}
          className={styles.action}
        />
      )}
    </div>
  )
}

function isLong(field: Extract<OptionField, { kind: 'text' }>): boolean {
  return field.suggestions.length === 0 && (LONG_KEYS.has(field.key) || (field.longest ?? 0) > LONG_TEXT)
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}
