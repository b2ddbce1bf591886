/** Several values of one kind, one under the other. */
import { Plus, X } from 'lucide-react'
import type { Json } from '#contract/json.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './option-control.module.css'
import { OptionControl, type OptionControlProps } from './option-control.tsx'
import type { OptionField } from './option-fields.ts'

export type ListControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'list' }>
  readonly label: string
}

export function ListControl({ field, label, path, value, onChange, errorAt, isDisabled }: ListControlProps) {
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
      {error !== undefined && <p className={styles.error}>{error}</p>}
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
export function firstValue(field: OptionField): Json {
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
