/** What an input is for: a reference, a first or last frame, or a mask and what is done with it. */
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import { MASK_PAINTS } from '#contract/rules/media.ts'
import { Select, Switch } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { useWords } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import { INPUT_ROLES, type InputRole } from './media-keys.ts'
import { imageOf, roleOf } from './plan-inputs.ts'

export interface InputRoleChoiceProps {
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
