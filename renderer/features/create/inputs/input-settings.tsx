/** What one input is for, and how it is made ready and sent. */
import { TriangleAlert } from '#renderer/icons.tsx'
import { useId, useState } from 'react'
import { Button as PlainButton, DialogTrigger, Input, TextField } from 'react-aria-components'
import type { InputForm, InputMedia, InputReference, InputShape, InputSize } from '#contract/inputs.ts'
import { MASK_PAINTS, type MaskPaint } from '#contract/rules/media.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NumberField, Select, Switch } from '../../../ui/field.tsx'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import parts from '../../../ui/parts.module.css'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import styles from './inputs.module.css'
import { INPUT_ROLES, type InputRole, roleOf } from '#contract/rules/input-keys.ts'
import { formOf, imageOf } from './plan-inputs.ts'

interface SentInput {
  readonly input: DraftInput
  readonly media: InputMedia
  readonly reference: InputReference
  /** Of the model. */
  readonly takesAddresses: boolean
}

interface InputFactsProps extends SentInput {
  readonly size: InputSize | undefined
  readonly bodyBytes: number | undefined
}

/** What the input is for; a press tells how it is made ready and sent. */
export function InputFacts({ size, bodyBytes, ...sent }: InputFactsProps) {
  const { input, media, reference } = sent
  const formatter = useFormatter()
  const { text, duration, bytes } = formatter
  const { name } = media
  const role = text(`input.role.${input.role ?? roleOf(reference.option)}`)
  return (
    <DialogTrigger>
      <PlainButton
        className={classNames(styles.role, size?.warning !== undefined && parts.warning)}
        aria-label={text('input.settings.role', { role, name })}
      >
        {size?.warning === undefined ? null : <TriangleAlert size={12} aria-hidden />}
        <span className={parts.line}>{role}</span>
      </PlainButton>
      <PopoverDialog title={text('input.settings', { name })} placement="bottom start">
        <p className={classNames(parts.stack, parts.quiet, parts.digits)}>
          {input.convertedFrom !== undefined && (
            <span>{text('input.converted', { from: input.convertedFrom })}</span>
          )}
          <bdi>
            {media.durationMs !== undefined && `${duration(media.durationMs)} · `}
            {sizeText(media, formatter)}
          </bdi>
          {size !== undefined && (
            <bdi>
              {isSame(media, size)
                ? text('input.sent.asIs')
                : text('input.sent.made', { size: sizeText(size, formatter) })}
            </bdi>
          )}
          {bodyBytes !== undefined && <span>{text('input.requestSize', { size: bytes(bodyBytes) })}</span>}
          {size?.warning !== undefined && <span className={parts.warning}>{size.warning.text}</span>}
        </p>
        <InputRoleChoice {...sent} />
        <Advanced {...sent} />
      </PopoverDialog>
    </DialogTrigger>
  )
}

/** How it is sent, which follows from the model unless the user says otherwise. */
function Advanced(props: SentInput) {
  const { text } = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const { input, reference } = props
  return (
    <Disclosure title={text('input.advanced')} isOpen={isOpen} onOpen={setOpen}>
      {isOpen && (
        <div className={parts.column}>
          <OptionKey {...props} />
          {reference.mask?.paint !== undefined && (
            <MaskPaintChoice input={input} paint={reference.mask.paint} />
          )}
          {reference.mask === undefined && <InputSettings {...props} />}
        </div>
      )}
    </Disclosure>
  )
}

function OptionKey({ input, media, reference, takesAddresses }: SentInput) {
  const { text } = useFormatter()
  const list = useId()
  const { option, shape = {}, mask } = reference
  const form = formOf(media, shape, { isMask: mask !== undefined, takesAddresses })
  // Without one, the model's own key would stand there at once.
  const [typed, setTyped] = useState<string | null>(null)
  const { keys } = useView((view) => view.knowledge.inputs)
  const changeInput = useForm((form) => form.changeInput)
  return (
    <TextField
      aria-label={text('input.sentAs')}
      value={typed ?? option}
      onChange={(value) => {
        setTyped(value)
        changeInput(input.key, { option: value.trim() || null })
      }}
      onBlur={() => setTyped(null)}
      className={classNames(styles.key)}
    >
      <span>{text(`input.as.${form}`)}</span>
      <Input
        className={classNames(INPUT_FRAME, styles.keyInput)}
        spellCheck="false"
        dir="ltr"
        list={list}
        title={option}
      />
      <datalist id={list}>
        {keys
          .filter(({ kind }) => kind === media.kind)
          .map(({ key, isArray }) => (
            <option key={key}>{isArray ? `${key}[]` : key}</option>
          ))}
      </datalist>
    </TextField>
  )
}

type Size = Pick<InputSize, 'width' | 'height' | 'sizeBytes'>

function sizeText({ width, height, sizeBytes }: Size, { number, bytes }: Formatter): string {
  const sides = width === undefined || height === undefined ? [] : [`${number(width)} × ${number(height)}`]
  return [...sides, bytes(sizeBytes)].join(' · ')
}

function isSame(media: Size, size: Size): boolean {
  return media.width === size.width && media.height === size.height && media.sizeBytes === size.sizeBytes
}

const FORMS = ['dataUri', 'base64', 'url'] as const satisfies readonly InputForm[]
const FORMATS = ['png', 'jpeg', 'webp'] as const satisfies readonly InputShape['format'][]
const MEGABYTE = 1_000_000
/** As the contract bounds them. */
const SIDES = { min: 64, max: 16_384 }
const SIZES = { min: 0.01, max: 200 }

function InputSettings({ input, media, reference: { shape = {} }, takesAddresses }: SentInput) {
  const { text } = useFormatter()
  const shown = formOf(media, shape, { takesAddresses })
  const changeInput = useForm((form) => form.changeInput)
  const onShape = (next: InputShape | undefined): void => changeInput(input.key, { shape: next })
  const { longSide, maxBytes, format } = shape
  return (
    <>
      <Select
        label={text('input.form')}
        value={shown}
        onChange={(form) => onShape({ ...shape, form })}
        options={FORMS.filter((form) => form !== 'url' || takesAddresses).map((form) => ({
          value: form,
          label: text(`input.form.${form}`),
        }))}
        hint={text(`input.form.${shown}.detail`)}
      />
      {media.kind === 'image' && (
        <>
          <Select
            label={text('input.format')}
            value={format ?? 'as is'}
            onChange={(value) => onShape(withLimit(shape, 'format', value === 'as is' ? null : value))}
            options={[
              { value: 'as is', label: text('input.format.asIs') },
              ...FORMATS.map((name) => ({ value: name, label: text(`input.format.${name}`) })),
            ]}
          />
          <NumberField
            label={text('input.longSide')}
            value={longSide ?? null}
            {...SIDES}
            step={1}
            placeholder={text('input.noLimit')}
            onChange={(value) => onShape(withLimit(shape, 'longSide', value))}
          />
          <NumberField
            label={text('input.maxSize')}
            value={maxBytes === undefined ? null : maxBytes / MEGABYTE}
            {...SIZES}
            placeholder={text('input.noLimit')}
            onChange={(value) =>
              onShape(withLimit(shape, 'maxBytes', value === null ? null : Math.round(value * MEGABYTE)))
            }
          />
        </>
      )}
      <Button kind="quiet" isDisabled={input.shape === undefined} onPress={() => onShape(undefined)}>
        {text('input.usual')}
      </Button>
    </>
  )
}

/** Without the limit where `value` is null. */
function withLimit<Name extends 'format' | 'longSide' | 'maxBytes'>(
  shape: InputShape,
  name: Name,
  value: NonNullable<InputShape[Name]> | null,
): InputShape {
  const { [name]: _, ...rest } = shape
  return value === null ? rest : { ...rest, [name]: value }
}

/** What an input is for: a reference, a first or last frame, or a mask and what is done with it. */
function InputRoleChoice({ input, media, reference }: SentInput) {
  const { text } = useFormatter()
  const changeInput = useForm((form) => form.changeInput)
  const hasFrames = useView(({ mediaType }) => mediaType === 'video')
  const keys = useView(({ knowledge }) => knowledge.inputs.keys)
  if (media.kind !== 'image') return null
  const role = input.role ?? roleOf(reference.option)
  const isFrame = role === 'firstFrame' || role === 'lastFrame'
  const roles = INPUT_ROLES.filter(
    (one) => one === role || one === 'reference' || (one === 'mask') !== hasFrames,
  )
  const hasKey = roleOf(reference.option) === role || keys.length === 0
  return (
    <>
      <Select
        label={text('input.role')}
        value={role}
        onChange={(chosen: InputRole) => changeInput(input.key, { role: chosen, option: null })}
        options={roles.map((value) => ({ value, label: text(`input.role.${value}`) }))}
        hint={isFrame && !hasKey ? text('input.role.noKey', { key: reference.option }) : undefined}
      />
      {reference.mask !== undefined && <MaskUse input={input} mask={reference.mask} />}
    </>
  )
}

interface MaskPaintChoiceProps {
  readonly input: DraftInput
  readonly paint: MaskPaint
}

function MaskPaintChoice({ input, paint }: MaskPaintChoiceProps) {
  const { text } = useFormatter()
  const changeInput = useForm((form) => form.changeInput)
  return (
    <Select
      label={text('input.mask.paint')}
      value={paint}
      onChange={(next) => changeInput(input.key, { paint: next })}
      options={MASK_PAINTS.map((value) => ({ value, label: text(`input.mask.paint.${value}`) }))}
    />
  )
}

interface MaskUseProps {
  readonly input: DraftInput
  readonly mask: NonNullable<InputReference['mask']>
}

function MaskUse({ input, mask }: MaskUseProps) {
  const { text } = useFormatter()
  const masked = useView(({ draft }) => imageOf(input, draft.inputs))
  const image = masked?.media?.name ?? masked?.name
  const changeInput = useForm((form) => form.changeInput)
  return (
    <>
      {image !== undefined && <p className={parts.quiet}>{text('input.mask.of', { image })}</p>}
      {mask.paint === undefined && <p className={parts.quiet}>{text('input.mask.notSent')}</p>}
      <Switch
        label={text('editor.keepsOutside')}
        isSelected={mask.keepsOutside === true}
        onChange={(keepsOutside) => changeInput(input.key, { keepsOutside })}
      />
    </>
  )
}
