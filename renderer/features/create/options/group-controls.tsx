/** The controls of values that hold further ones: lists, objects, and several kinds of value. */
import { Plus, X } from '#renderer/icons.tsx'
import { useState } from 'react'
import type { Json } from '#contract/json.ts'
import type { AnyField, OptionPath } from '#contract/rules/option-types/option-type.ts'
import { firstValue, isOfKind, kindOf } from '#contract/rules/option-types/option-types.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { FieldFrame } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import u from '../../../ui/utilities.module.css'
import { type ControlProps, OptionPlacesContext, useOption, useOptionPlaces } from './option-places.tsx'
import styles from './options.module.css'

export function ListControl({ field, label, path, Inner }: ControlProps<'list'>) {
  const { text } = useFormatter()
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
            <Inner
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

export function ObjectControl({ field, label, path, Inner }: ControlProps<'object'>) {
  const { error } = useOption(path)
  return (
    <fieldset className={classNames(u.column, u.gap8, u.narrows, u.pad0, u.unframed, styles.group)}>
      <legend className={classNames(u.pad0, u.quiet, u.medium, styles.legend)}>{label}</legend>
      <FieldGrid>
        {field.fields.map((inner) => (
          <Inner key={inner.key} field={inner} path={[...path, inner.key]} />
        ))}
      </FieldGrid>
      {error !== undefined && <p className={parts.problem}>{error}</p>}
    </fieldset>
  )
}

export function VariantControl({ field, label, path, Inner }: ControlProps<'oneOf'>) {
  const { text } = useFormatter()
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
            // A press on the kind that is chosen tells of it once more.
            if (Number(next) === chosen) return
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
            <Inner field={branch} path={path} label={branchName(branch, text)} />
          </OptionPlacesContext>
        )}
      </div>
    </FieldFrame>
  )
}

function branchName(branch: AnyField, text: Formatter['text']): string {
  return branch.title ?? text(`option.kind.${kindOf(branch)}`)
}
