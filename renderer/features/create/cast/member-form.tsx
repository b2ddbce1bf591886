/** The form of one member of the cast. What the host refuses stands at its field. */
import { useState } from 'react'
import type { RenderedFailure } from '#contract/errors.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, Form } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useLeave } from '../use-leave.ts'
import type { DraggedAssets } from '../inputs/dropped-items.ts'
import { type EditedMember, savedMember } from './edited-member.ts'
import { MemberImages, type Roles, useAddedImages } from './member-images.tsx'

export interface MemberFormProps {
  readonly first: EditedMember
  readonly dragged: DraggedAssets
  onClose(): void
}

const FIELDS = ['handle', 'name', 'sentence', 'voice', 'images'] as const

export function MemberForm({ first, dragged, onClose }: MemberFormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const [member, setMember] = useState(first)
  const [roles, setRoles] = useState<Roles>({})
  const [failure, setFailure] = useState<RenderedFailure | null>(null)
  const [isSaving, setSaving] = useState(false)
  const added = useAddedImages()
  const isReading = added.items.some(({ media, problem }) => media === null && problem === null)
  const edit = (change: Partial<EditedMember>): void => setMember({ ...member, ...change })
  const place = FIELDS.find((field) => failure?.field?.split('.')[0] === field)
  const errorAt = (field: (typeof FIELDS)[number]) => (place === field ? failure?.message : undefined)

  async function save(): Promise<void> {
    if (isReading || isSaving) return
    setSaving(true)
    const response = await bridge.call('cast.save', savedMember(member, added.items, roles))
    setSaving(false)
    if (response.ok) onClose()
    else setFailure(response.error)
  }
  const leave = useLeave(isEdited(first, member) || added.items.length > 0, 'leave.member', onClose)
  const title = text(first.id === undefined ? 'cast.new' : 'cast.edit', { name: first.name })
  return (
    <Dialog title={title} isOpen onClose={leave}>
      <Form label={text('cast.title')} onSubmit={() => void save()}>
        <TextField
          label={text('cast.handle')}
          hint={text('cast.handle.hint')}
          value={member.handle}
          onChange={(handle) => edit({ handle })}
          error={errorAt('handle')}
          takesFocus={first.handle === ''}
        />
        <TextField
          label={text('cast.name')}
          value={member.name}
          onChange={(name) => edit({ name })}
          error={errorAt('name')}
          takesFocus={first.handle !== ''}
        />
        <TextField
          label={text('cast.sentence')}
          hint={text('cast.sentence.hint')}
          value={member.sentence}
          onChange={(sentence) => edit({ sentence })}
          error={errorAt('sentence')}
          rows={3}
          maxLength={2000}
        />
        <MemberImages
          {...{ member, added, roles, dragged, edit }}
          error={errorAt('images')}
          onRoles={setRoles}
        />
        <TextField
          label={text('cast.voice')}
          hint={text('cast.voice.hint')}
          value={member.voice}
          onChange={(voice) => edit({ voice })}
          error={errorAt('voice')}
        />
        <Problem message={place === undefined ? failure?.message : null} />
        <DialogActions>
          <Button onPress={leave}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit" isDisabled={isReading} isPending={isSaving}>
            {text('cast.member.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function isEdited(first: EditedMember, member: EditedMember): boolean {
  return JSON.stringify(member) !== JSON.stringify(first)
}
