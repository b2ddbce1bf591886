/** Text, number and choice fields with their label, hint and error in one place each. */
import { ChevronDown, Minus, Plus } from '#renderer/icons.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Button,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField as AriaNumberField,
  Select as AriaSelect,
  SelectValue,
  Switch as AriaSwitch,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { INPUT_FRAME } from './input-frame.ts'
import parts from './parts.module.css'
import { Popover } from './popover.tsx'
import { useFormatter } from './text.ts'
import { useTypedNumber } from './typed-number.ts'

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | null | undefined
  readonly isDisabled?: boolean | undefined
  readonly className?: string | undefined
}

function Notes({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {hint !== undefined && (
        <Text slot="description" className={classNames(parts.quiet)}>
          {hint}
        </Text>
      )}
      <FieldError className={classNames(parts.problem)}>{error}</FieldError>
    </>
  )
}

/**
 * Nothing becomes wrong while it is being typed: an error shows once the field was left, or Enter pressed. One that stood
 * there before stays, and where the field is left by a press, the error waits for its end: a button that moves is not pressed.
 */
function useErrorAfterwards(error: string | null | undefined) {
  const [before, setBefore] = useState<{ readonly error: string | null | undefined } | null>(null)
  const press = useRef({ isDown: false, hasLeft: false })
  const isTyped = before !== null
  useEffect(() => {
    if (!isTyped) return
    const follow = ({ type }: Event): void => {
      const isDown = type === 'pointerdown'
      // What was pressed has heard of it then.
      if (!isDown && press.current.hasLeft) setTimeout(() => setBefore(null))
      press.current = { isDown, hasLeft: false }
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) window.addEventListener(type, follow, true)
    return () => {
      for (const type of types) window.removeEventListener(type, follow, true)
    }
  }, [isTyped])
  return {
    error: before === null || before.error === error ? error : null,
    onType: () => setBefore((known) => known ?? { error }),
    onLeave() {
      if (press.current.isDown) press.current.hasLeft = true
      else setBefore(null)
    },
  }
}

export interface TextFieldProps extends FieldProps {
  readonly value: string
  onChange(value: string): void
  readonly type?: 'text' | 'password' | 'email' | 'url'
  readonly placeholder?: string
  readonly rows?: number
  readonly isMono?: boolean
  /** The user has just opened the form that starts with this field. */
  readonly takesFocus?: boolean
  readonly maxLength?: number
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    className,
    rows,
    isMono,
    placeholder,
    type = 'text',
    isDisabled,
    takesFocus,
    ...rest
  } = props
  const inputClass = classNames(INPUT_FRAME, styles.input, isMono === true && styles.mono)
  const shown = placeholder === undefined ? {} : { placeholder }
  const left = useErrorAfterwards(error)
  return (
    <AriaTextField
      {...rest}
      onChange={(value) => {
        left.onType()
        rest.onChange(value)
      }}
      onBlur={left.onLeave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') left.onLeave()
        event.continuePropagation()
      }}
      {...(takesFocus === true ? { autoFocus: true } : {})}
      type={type}
      validationBehavior="aria"
      isInvalid={Boolean(left.error)}
      isDisabled={isDisabled ?? false}
      autoComplete={type === 'password' ? 'off' : ''}
      className={classNames(styles.field, className)}
    >
      <Label className={styles.label}>{label}</Label>
      {rows === undefined ? (
        <Input className={inputClass} {...shown} />
      ) : (
        <TextArea className={inputClass} rows={rows} spellCheck={isMono !== true} {...shown} />
      )}
      <Notes hint={hint} error={left.error} />
    </AriaTextField>
  )
}

export interface NumberFieldProps extends FieldProps {
  /** null: nothing is set. */
  readonly value: number | null
  onChange(value: number | null): void
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly step?: number | undefined
  readonly placeholder?: string | undefined
  /** The allowed range in words, beside the label. */
  readonly range?: string | undefined
}

const PLAIN_NUMBER: Intl.NumberFormatOptions = { useGrouping: false, maximumFractionDigits: 20 }

export function NumberField(props: NumberFieldProps) {
  const { label, hint, error, value, onChange, min, max, step, range, placeholder, isDisabled, className } =
    props
  const { text } = useFormatter()
  const { doubt, takes, inputProps } = useTypedNumber()
  return (
    <AriaNumberField
      value={value ?? Number.NaN}
      onChange={(next) => takes() && onChange(Number.isNaN(next) ? null : next)}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      {...(step === undefined ? {} : { step })}
      commitBehavior="validate"
      isWheelDisabled // Whoever scrolls past a number would change it.
      formatOptions={PLAIN_NUMBER}
      validationBehavior="aria"
      isInvalid={Boolean(doubt ?? error)}
      isDisabled={isDisabled ?? false}
      className={classNames(styles.field, className)}
    >
      <Label className={styles.label}>
        {label}
        {range !== undefined && <span className={styles.range}> {range}</span>}
      </Label>
      <Group className={classNames(styles.number)}>
        <Input
          {...inputProps}
          className={classNames(styles.numberInput)}
          placeholder={placeholder ?? ''}
          onKeyDown={(event) => {
            // What was typed counts once the field is left. Escape may take the field away before that.
            if (event.key === 'Escape') event.currentTarget.blur()
            else inputProps.onKeyDown(event)
          }}
        />
        <Button slot="decrement" className={classNames(styles.step)} aria-label={text('field.less')}>
          <Minus size={14} aria-hidden />
        </Button>
        <Button slot="increment" className={classNames(styles.step)} aria-label={text('field.more')}>
          <Plus size={14} aria-hidden />
        </Button>
      </Group>
      <Notes hint={hint} error={doubt ?? error} />
    </AriaNumberField>
  )
}

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly detail?: string
}

export interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value | null
  onChange(value: Value): void
  readonly options: readonly SelectOption<Value>[]
  readonly placeholder?: string
  /** The label is for screen readers alone. */
  readonly isLabelHidden?: boolean
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, value, onChange, options, placeholder, isDisabled, className, isLabelHidden } =
    props
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key)
        if (chosen !== undefined) onChange(chosen.value)
      }}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      isDisabled={isDisabled ?? false}
      {...(placeholder === undefined ? {} : { placeholder })}
      className={classNames(styles.field, className)}
    >
      <Label className={isLabelHidden === true ? parts.hidden : styles.label}>{label}</Label>
      <Button className={classNames(styles.select)}>
        <SelectValue className={classNames(styles.selectValue)} />
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Notes hint={hint} error={error} />
      <Popover className={styles.popover} offset={4}>
        <ListBox
          className={classNames(parts.list)}
          items={options.map((option) => ({ ...option, id: option.value }))}
        >
          {(option) => (
            <ListBoxItem className={classNames(parts.option, styles.option)} textValue={option.label}>
              <span>{option.label}</span>
              {option.detail !== undefined && <span className={parts.quiet}>{option.detail}</span>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}

export interface SwitchProps {
  readonly label: string
  readonly isSelected: boolean
  onChange(isSelected: boolean): void
  readonly isDisabled?: boolean
  readonly hint?: string | undefined
}

export function Switch({ label, isSelected, onChange, isDisabled, hint }: SwitchProps) {
  return (
    <div className={styles.field}>
      <AriaSwitch
        isSelected={isSelected}
        onChange={onChange}
        isDisabled={isDisabled ?? false}
        className={classNames(styles.switch)}
      >
        <span className={styles.track} aria-hidden />
        {label}
      </AriaSwitch>
      {hint !== undefined && <span className={parts.quiet}>{hint}</span>}
    </div>
  )
}

/** A label above something that is not one input, such as a group of buttons. */
export function FieldFrame({
  label,
  error,
  children,
}: {
  label: ReactNode
  error?: string | null
  children: ReactNode
}) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      {children}
      {error && (
        <span className={parts.problem} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
