/** How one input is made ready and sent. */
import type { InputForm, InputMedia, InputShape } from '#contract/inputs.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, Select } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { useForm } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import { formOf } from './plan-inputs.ts'

const FORMS = ['dataUri', 'base64', 'url'] as const satisfies readonly InputForm[]
const FORMATS = ['png', 'jpeg', 'webp'] as const satisfies readonly InputShape['format'][]
const MEGABYTE = 1_000_000
/** As the contract bounds them. */
const SIDES = { min: 64, max: 16_384 }
const SIZES = { min: 0.01, max: 200 }

export interface InputSettingsProps {
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
