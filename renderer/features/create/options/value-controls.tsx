/** The controls of single values, and how each finds its place in the options. */
import { RotateCcw } from '#renderer/icons.tsx'
import { createContext, type ReactNode, use } from 'react'
import type { Json, JsonObject } from '#contract/json.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FieldFrame, NumberField, Select, Switch, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords } from '../../../ui/text.ts'
import { valueLabels } from '../batch/axis-values.ts'
import type { OptionField } from './option-fields.ts'
import styles from './options.module.css'
import { isSame, type OptionPath, valueAt } from './options-text.ts'
import u from '#renderer/ui/utilities.module.css'

/** The options that the controls change. */
export interface OptionPlaces {
  readonly options: JsonObject
  readonly isDisabled: boolean
  /** undefined takes the value away. */
  set(path: OptionPath, value: Json | undefined): void
  /** The words on what is wrong at a place. */
  errorAt(path: OptionPath): string | undefined
  /** The words on what is unusual at a place and stops nothing. */
  adviceAt(path: OptionPath): string | undefined
}

export const OptionPlacesContext = createContext<OptionPlaces | null>(null)

export function useOptionPlaces(): OptionPlaces {
  const places = use(OptionPlacesContext)
  if (places === null) throw new Error('useOptionPlaces is called outside OptionPlacesContext')
  return places
}

/** The value at a place, and what a control there needs. */
export function useOption(path: OptionPath) {
  const { options, isDisabled, set, errorAt } = useOptionPlaces()
  return {
    value: valueAt(options, path),
    isDisabled,
    error: errorAt(path),
    change: (value: Json | undefined): void => set(path, value),
  }
}

export interface ControlProps<Kind extends OptionField['kind'] = OptionField['kind']> {
  readonly field: Extract<OptionField, { kind: Kind }>
  readonly path: OptionPath
  readonly label: string
}

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

export function SwitchControl({ field, path, label }: ControlProps<'switch'>) {
  const { text } = useWords()
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

export function isLong({ key, suggestions, longest = 0 }: Extract<OptionField, { kind: 'text' }>): boolean {
  return suggestions.length === 0 && (LONG_KEYS.includes(key) || longest > LONG_TEXT)
}

export function TextControl({ field, path, label }: ControlProps<'text'>) {
  const { value, isDisabled, error, change } = useOption(path)
  const shared = {
    label,
    isDisabled,
    error,
    value: textOf(value) ?? '',
    placeholder: textOf(field.initial) ?? '',
    onChange: (words: string) => change(words === '' ? undefined : words),
  }
  if (field.suggestions.length > 0) return <SuggestField {...shared} suggestions={field.suggestions} />
  return <TextField {...shared} {...(isLong(field) ? { rows: field.key === 'lyrics' ? 5 : 2 } : {})} />
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** From here on a range is that of any seed, and says nothing to the reader. */
const MOST_SEED = 2 ** 31
const MOST_SUGGESTED = 8

/** A number with its range, and what was usual before as numbers to press. */
export function NumberControl({ field, path, label }: ControlProps<'number'>) {
  const { text } = useWords()
  const { value, isDisabled, error, change } = useOption(path)
  const { min, max, initial, key, suggestions = [] } = field
  const hasRange = min !== undefined && max !== undefined && max < MOST_SEED - 1
  const control = (
    <>
      <NumberField
        label={label}
        isDisabled={isDisabled}
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={(number) => change(number ?? undefined)}
        {...(field.isSuggested === true ? {} : { min, max })}
        step={field.step ?? stepFor(field)}
        placeholder={
          typeof initial === 'number'
            ? String(initial)
            : key === 'seed'
              ? text('option.seed.placeholder')
              : ''
        }
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
          options={suggestions.slice(0, MOST_SUGGESTED).map((number) => {
            return { value: String(number), label: String(number) }
          })}
        />
      )}
    </>
  )
  if (key !== 'seed') return <div>{control}</div>
  return (
    <Resettable path={path} name={text('option.seed.random')}>
      {control}
    </Resettable>
  )
}

/** Fine enough for the range, so that a press changes something without leaving it. */
function stepFor({ isInteger, min, max }: Extract<OptionField, { kind: 'number' }>): number | undefined {
  if (isInteger) return 1
  if (min === undefined || max === undefined || max - min > 20) return undefined
  return max - min > 2 ? 0.1 : 0.01
}

const FEW = 4
/** Characters of all values together: what half of the narrowest form holds. */
const SHORT = 9

export function ChoiceControl({ field, path, label }: ControlProps<'choice'>) {
  const { text } = useWords()
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
