/** What one input is for, and how it is made ready and sent. */
import parts from '#renderer/ui/parts.module.css'
import type { InputForm, InputMedia, InputShape, InputReference } from '#contract/inputs.ts'
import { Button } from '#renderer/ui/button.tsx'
import { NumberField, Select, Switch } from '#renderer/ui/field.tsx'
import { useWords } from '#renderer/ui/text.ts'
import { MASK_PAINTS } from '#contract/rules/media.ts'
import { useForm, useView } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import { formOf, imageOf, roleOf } from './plan-inputs.ts'
import { INPUT_ROLES, type InputRole } from './media-keys.ts'

const FORMS = ['dataUri', 'base64', 'url'] as const satisfies readonly InputForm[]
const FORMATS = ['png', 'jpeg', 'webp'] as const satisfies readonly InputShape['format'][]
const MEGABYTE = 1_000_000
/** As the contract bounds them. */
const SIDES = { min: 64, max: 16_384 }
const SIZES = { min: 0.01, max: 200 }

interface InputSettingsProps {
  readonly input: DraftInput
  readonly media: InputMedia
  readonly shape: InputShape
}

export function InputSettings({ input, media, shape }: InputSettingsProps) {
  const { text } = useWords()
  const setInputShape = useForm((form) => form.setInputShape)
  const onShape = (next: InputShape): void => setInputShape(input.key, next)
  const { longSide, maxBytes, format } = shape
  return (
    <>
      <Select
        label={text('input.form')}
        value={formOf(media, shape)}
        onChange={(form) => onShape({ ...shape, form })}
        options={FORMS.map((form) => ({
          value: form,
          label: text(`input.form.${form}`),
        }))}
        hint={text(`input.form.${formOf(media, shape)}.detail`)}
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
      <Button
        kind="quiet"
        isDisabled={input.shape === undefined}
        onPress={() => setInputShape(input.key, undefined)}
      >
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
interface InputRoleChoiceProps {
  readonly input: DraftInput
  readonly media: InputMedia
  readonly reference: InputReference
}

export function InputRoleChoice({ input, media, reference }: InputRoleChoiceProps) {
  const { text } = useWords()
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

interface MaskUseProps {
  readonly input: DraftInput
  readonly mask: NonNullable<InputReference['mask']>
}

function MaskUse({ input, mask }: MaskUseProps) {
  const { text } = useWords()
  const masked = useView(({ draft }) => imageOf(input, draft.inputs))
  const image = masked?.media?.name ?? masked?.name
  const changeInput = useForm((form) => form.changeInput)
  return (
    <>
      {image !== undefined && <p className={parts.quiet}>{text('input.mask.of', { image })}</p>}
      {mask.paint === undefined ? (
        <p className={parts.quiet}>{text('input.mask.notSent')}</p>
      ) : (
        <Select
          label={text('input.mask.paint')}
          value={mask.paint}
          onChange={(paint) => changeInput(input.key, { paint })}
          options={MASK_PAINTS.map((value) => ({ value, label: text(`input.mask.paint.${value}`) }))}
        />
      )}
      <Switch
        label={text('editor.keepsOutside')}
        isSelected={mask.keepsOutside === true}
        onChange={(keepsOutside) => changeInput(input.key, { keepsOutside })}
      />
    </>
  )
}
