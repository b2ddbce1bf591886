/** An option that has options of its own, as a group. */
import { ownValue, isObject } from './json-values.ts'
import styles from './option-control.module.css'
import { OptionControl, type OptionControlProps } from './option-control.tsx'
import type { OptionField } from './option-fields.ts'

export type ObjectControlProps = OptionControlProps & {
  readonly field: Extract<OptionField, { kind: 'object' }>
  readonly label: string
}

export function ObjectControl({ field, label, path, value, ...shared }: ObjectControlProps) {
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
      {error !== undefined && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}
