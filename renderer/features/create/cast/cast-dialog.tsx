/** The cast: its members in a list, and the form of one of them. */
import '../../../locales/create.ts'
import { Pencil, Plus, Trash2, User } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CastMember } from '#contract/cast.ts'
import { useHost } from '../../../bridge/host.tsx'
import { inputUrl } from '../../../bridge/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions, DialogPlace, DialogText } from '../../../ui/dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import type { DraggedAssets } from '../inputs/dropped-items.ts'
import type { CastStore } from './cast-store.ts'
import styles from './cast.module.css'
import u from '#renderer/ui/utilities.module.css'
import { type EditedMember, editedMember, type FirstMember, newMember, savedMember } from './edited-member.ts'
import { MemberForm } from './member-form.tsx'

export interface CastDialogProps {
  readonly cast: CastStore
  readonly dragged: DraggedAssets
  readonly first?: FirstMember | undefined
  onClose(): void
}

export function CastDialog({ cast, dragged, first, onClose }: CastDialogProps) {
  const { text } = useFormatter()
  const [edited, setEdited] = useState<EditedMember | null>(() =>
    first ? newMember(first.handle, first.assetIds) : null,
  )
  useEffect(() => void cast.load(), [cast])
  if (edited === null)
    return (
      <Dialog title={text('cast.title')} isOpen onClose={onClose}>
        <Members cast={cast} onEdit={setEdited} onClose={onClose} />
      </Dialog>
    )
  return (
    // The place above shows one dialog at a time: its question would take the form away.
    <DialogPlace>
      <MemberForm first={edited} dragged={dragged} onClose={() => setEdited(null)} />
    </DialogPlace>
  )
}

interface MembersProps extends Pick<CastDialogProps, 'cast' | 'onClose'> {
  onEdit(member: EditedMember): void
}

function Members({ cast, onEdit, onClose }: MembersProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { items, phase, error } = useStore(cast)
  const [removed, setRemoved] = useState<CastMember | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove(member: CastMember): Promise<void> {
    const done = await bridge.call('cast.remove', { id: member.id })
    setProblem(done.ok ? null : done.error.message)
    if (done.ok) setRemoved(member)
  }
  async function restore(member: CastMember): Promise<void> {
    const { id: _, ...again } = editedMember(member)
    const done = await bridge.call('cast.save', savedMember(again, [], {}))
    setProblem(done.ok ? null : done.error.message)
    if (done.ok) setRemoved(null)
  }
  return (
    <>
      {phase === 'ready' && items.length === 0 && <DialogText>{text('cast.empty')}</DialogText>}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={text('cast.title')}>
          {items.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onEdit={() => onEdit(editedMember(member))}
              onRemove={() => void remove(member)}
            />
          ))}
        </ul>
      )}
      <Status>
        {removed !== null && (
          <div className={parts.row}>
            <span className={classNames(parts.grow, parts.quiet)}>
              {text('cast.removed', { name: removed.name })}
            </span>
            <Button kind="quiet" takesFocus onPress={() => void restore(removed)}>
              {text('action.undo')}
            </Button>
          </div>
        )}
      </Status>
      <Problem message={problem ?? error?.message} />
      <DialogActions>
        <Button icon={Plus} onPress={() => onEdit(newMember())}>
          {text('cast.add')}
        </Button>
        <Button kind="main" takesFocus onPress={onClose}>
          {text('cast.close')}
        </Button>
      </DialogActions>
    </>
  )
}

interface MemberRowProps {
  readonly member: CastMember
  onEdit(): void
  onRemove(): void
}

function MemberRow({ member: { handle, name, images }, onEdit, onRemove }: MemberRowProps) {
  const { text } = useFormatter()
  const shown = images.find(({ inputId }) => inputId !== null)?.inputId
  return (
    <li className={classNames(u.row, u.gap8)}>
      <span className={styles.thumb}>
        {shown == null ? <User size={18} aria-hidden /> : <img src={inputUrl(shown)} alt="" />}
      </span>
      <span className={classNames(parts.stack, parts.grow)}>
        <bdi className={parts.line}>{name}</bdi>
        <bdi className={classNames(parts.line, parts.quiet)}>@{handle}</bdi>
      </span>
      <IconButton icon={Pencil} label={text('cast.edit', { name })} onPress={onEdit} />
      <IconButton icon={Trash2} label={text('cast.remove', { name })} onPress={onRemove} />
    </li>
  )
}
