/** One option as the control that fits it; lists, objects and variants hold further ones. */
import { Plus, X } from '#renderer/icons.tsx'
import { type ComponentType, useState } from 'react'
import type { Json } from '#contract/json.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { FieldFrame } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { type MessageId, useWords, type Words } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { optionProblemWords } from '../problem-words.ts'
import { isOfKind } from './check-options.ts'
import { isOnlyRefused } from './know-options.ts'
import type { OptionField } from './option-fields.ts'
import type { OptionPath } from './options-text.ts'
import styles from './options.module.css'
import { RatioControl } from './ratio-control.tsx'
import {
  ChoiceControl,
  type ControlProps,
  isLong,
  NumberControl,
  OptionPlacesContext,
  SwitchControl,
  TextControl,
  useOption,
  useOptionPlaces,
} from './value-controls.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const CONTROLS: { readonly [Kind in OptionField['kind']]: ComponentType<ControlProps<Kind>> | null } = {
  ratio: RatioControl,
  choice: ChoiceControl,
  number: NumberControl,
  switch: SwitchControl,
  text: TextControl,
  list: ListControl,
  object: ObjectControl,
  oneOf: VariantControl,
  // Only the JSON editor can change it.
  json: null,
}

/** True for a control that needs the whole width of the form. */
export function isWide(field: OptionField): boolean {
  if (field.kind === 'text') return isLong(field)
  return ['ratio', 'list', 'object', 'oneOf'].includes(field.kind)
}

export interface OptionControlProps {
  readonly field: OptionField
  readonly path: OptionPath
  /** In place of the field's own name. */
  readonly label?: string
}

function OptionControl({ field, path, label }: OptionControlProps) {
  const { text } = useWords()
  const Control = CONTROLS[field.kind] as ComponentType<ControlProps> | null
  return Control && <Control field={field} path={path} label={label ?? optionLabel(field, text)} />
}

interface FieldWithAdviceProps {
  readonly field: OptionField
  /** With its description in sight. */
  readonly isExplained?: boolean
}

/** An option of the model with what speaks against its value. */
export function FieldWithAdvice({ field, isExplained = false }: FieldWithAdviceProps) {
  const { text } = useWords()
  const { adviceAt } = useOptionPlaces()
  const learned = useView((view) => view.knowledge).memory.get(field.key)
  const isRefused = learned !== undefined && isOnlyRefused(learned)
  const advice = isRefused
    ? optionProblemWords({ kind: 'refused', refused: learned.refused }, text)
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

function ListControl({ field, label, path }: ControlProps<'list'>) {
  const { text } = useWords()
  const places = useOptionPlaces()
  const { value, error, isDisabled, change } = useOption(path)
  const items = Array.isArray(value) ? (value as readonly Json[]) : []
  const isFull = field.most !== undefined && items.length >= field.most
  // An emptied text stays a value of the list until it is removed.
  const set = (at: OptionPath, next: Json | undefined): void =>
    places.set(at, next === undefined && at.length === path.length + 1 ? '' : next)
  return (
    <fieldset className={classNames(u.column, u.gap8, u.narrows, u.pad0, u.unframed, styles.group)}>
      <legend className={classNames(u.pad0, u.quiet, u.medium, styles.legend)}>{label}</legend>
      <OptionPlacesContext value={{ ...places, set }}>
        {items.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place of a value in its list is all that tells it from the others
          <div key={index} className={classNames(u.grid, u.gap4, styles.item)}>
            <OptionControl
              field={field.item}
              path={[...path, index]}
              label={text('option.list.item', { label, place: index + 1 })}
            />
            <IconButton
              icon={X}
              label={text('option.list.remove', { label, place: index + 1 })}
              isDisabled={isDisabled}
              // A list that was made here goes with its last value.
              onPress={() =>
                items.length === 1 ? change(undefined) : places.set([...path, index], undefined)
              }
            />
          </div>
        ))}
      </OptionPlacesContext>
      {error !== undefined && <p className={parts.problem}>{error}</p>}
      <Button
        kind="quiet"
        icon={Plus}
        className={parts.start}
        isDisabled={isDisabled || isFull}
        onPress={() => places.set([...path, items.length], firstValue(field.item))}
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

function ObjectControl({ field, label, path }: ControlProps<'object'>) {
  const { error } = useOption(path)
  return (
    <fieldset className={classNames(u.column, u.gap8, u.narrows, u.pad0, u.unframed, styles.group)}>
      <legend className={classNames(u.pad0, u.quiet, u.medium, styles.legend)}>{label}</legend>
      <FieldGrid>
        {field.fields.map((inner) => (
          <OptionControl key={inner.key} field={inner} path={[...path, inner.key]} />
        ))}
      </FieldGrid>
      {error !== undefined && <p className={parts.problem}>{error}</p>}
    </fieldset>
  )
}

function VariantControl({ field, label, path }: ControlProps<'oneOf'>) {
  const { text } = useWords()
  const places = useOptionPlaces()
  const { value, error, isDisabled, change } = useOption(path)
  const [wanted, setWanted] = useState(0)
  const shown = value ?? field.initial
  const fitting = shown === undefined ? -1 : field.branches.findIndex((branch) => isOfKind(branch, shown))
  // Nothing is set while another kind has only been chosen.
  const chosen = value === undefined || fitting < 0 ? wanted : fitting
  const branch = field.branches[chosen] ?? field.branches[0]
  const errorAt = (at: OptionPath): string | undefined =>
    at.length === path.length ? undefined : places.errorAt(at)
  return (
    <FieldFrame label={label} error={error ?? null}>
      <div className={parts.column}>
        <Segmented
          label={text('option.variant', { label })}
          value={String(chosen)}
          onChange={(next) => {
            setWanted(Number(next))
            change(undefined)
          }}
          isDisabled={isDisabled}
          options={field.branches.map((one, index) => ({
            value: String(index),
            label: branchName(one, text),
          }))}
        />
        {branch !== undefined && (
          <OptionPlacesContext value={{ ...places, errorAt }}>
            <OptionControl field={branch} path={path} label={branchName(branch, text)} />
          </OptionPlacesContext>
        )}
      </div>
    </FieldFrame>
  )
}

function branchName(branch: OptionField, text: Words['text']): string {
  return branch.title ?? text(`option.kind.${branch.kind}`)
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
