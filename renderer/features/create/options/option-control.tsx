/** One option as the control that fits it. */
import { Plus, RotateCcw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Json } from '#contract/json.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldFrame, Switch, TextField } from '../../../ui/field.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import { ChoiceControl, NumberControl, type ControlProps } from './value-controls.tsx'
import type { OptionPath } from './options-text.ts'
import styles from './options.module.css'
import type { OptionField } from './option-fields.ts'
import { optionLabel } from './option-words.ts'
import { RatioPicker } from './ratio-picker.tsx'
import { isObject, ownValue } from './json-values.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { isOfKind } from './check-options.ts'

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
          {shared.error !== undefined && <p className={styles.controlError}>{shared.error}</p>}
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

export type ListControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'list' }>
  readonly label: string
}

function ListControl({ field, label, path, value, onChange, errorAt, isDisabled }: ListControlProps) {
  const { text } = useWords()
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  const error = errorAt(path)
  const isFull = field.most !== undefined && items.length >= field.most
  function remove(index: number): void {
    // A list that was made here goes with its last value.
    if (items.length === 1) onChange(path, undefined)
    else onChange([...path, index], undefined)
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {items.map((item, index) => (
        // The place of a value in its list is all that tells it from the others.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.item}>
          <OptionControl
            field={field.item}
            path={[...path, index]}
            value={item}
            // An emptied text stays a value of the list until it is removed.
            onChange={(at, next) =>
              onChange(at, next === undefined && at.length === path.length + 1 ? '' : next)
            }
            errorAt={errorAt}
            isDisabled={isDisabled}
            label={text('option.list.item', { label, place: index + 1 })}
          />
          <IconButton
            icon={X}
            label={text('option.list.remove', { label, place: index + 1 })}
            isDisabled={isDisabled}
            onPress={() => remove(index)}
          />
        </div>
      ))}
      {error !== undefined && <p className={styles.controlError}>{error}</p>}
      <Button
        kind="quiet"
        icon={Plus}
        className={styles.add}
        isDisabled={isDisabled || isFull}
        onPress={() => onChange([...path, items.length], firstValue(field.item))}
      >
        {text('option.list.add', { label })}
      </Button>
    </fieldset>
  )
}

/** What a new value of a list starts as: of the right type, and the first that is allowed. */
function firstValue(field: OptionField): Json {
  if (field.initial !== undefined) return field.initial
  switch (field.kind) {
    case 'choice':
    case 'ratio':
      return field.values[0] ?? ''
    case 'number':
      return field.min ?? 0
    case 'switch':
      return false
    case 'text':
      return ''
    case 'list':
      return []
    case 'object':
    case 'json':
      return {}
    case 'oneOf':
      return field.branches[0] === undefined ? null : firstValue(field.branches[0])
  }
}

export type ObjectControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'object' }>
  readonly label: string
}

function ObjectControl({ field, label, path, value, ...shared }: ObjectControlProps) {
  const own = isObject(value) ? value : {}
  const error = shared.errorAt(path)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.pair}>
        {field.fields.map((inner) => (
          <OptionControl
            key={inner.key}
            field={inner}
            path={[...path, inner.key]}
            value={ownValue(own, inner.key)}
            onChange={shared.onChange}
            errorAt={shared.errorAt}
            isDisabled={shared.isDisabled}
          />
        ))}
      </div>
      {error !== undefined && <p className={styles.controlError}>{error}</p>}
    </fieldset>
  )
}

export type VariantControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'oneOf' }>
  readonly label: string
}

function VariantControl({ field, label, path, value, ...shared }: VariantControlProps) {
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
