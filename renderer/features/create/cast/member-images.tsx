/** The images of a member in its form: dropped, pasted or chosen, each with what it shows. */
import { Image, ImagePlus, X } from '#renderer/icons.tsx'
import { type ReactNode, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useHost } from '../../../bridge/host.tsx'
import { inputUrl } from '../../../bridge/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import { type DraggedAssets, useInputDrop } from '../inputs/dropped-items.ts'
import { createInputActions, type DropProblem } from '../inputs/input-actions.ts'
import { dropProblemText } from '../problem-text.ts'
import styles from './cast.module.css'
import u from '#renderer/ui/utilities.module.css'
import type { EditedMember } from './edited-member.ts'

/** By the key of an added image. */
export type Roles = Readonly<Record<string, string>>

export interface MemberImagesProps {
  readonly member: EditedMember
  readonly added: ReturnType<typeof useAddedImages>
  readonly roles: Roles
  readonly dragged: DraggedAssets
  readonly error: string | undefined
  edit(change: Partial<EditedMember>): void
  onRoles(roles: Roles): void
}

export function MemberImages(props: MemberImagesProps) {
  const { member, added, roles, dragged, error, edit, onRoles } = props
  const { text } = useFormatter()
  const { isOver, handlers } = useInputDrop(dragged, (dropped) => void added.actions.addItems(dropped))
  return (
    <section
      aria-label={text('cast.images')}
      className={classNames(styles.images, isOver && styles.target)}
      {...handlers}
    >
      {member.images.map(({ key, url, role }, index) => (
        <ImageRow
          key={key}
          number={index + 1}
          url={url}
          role={role}
          onRole={(next) =>
            edit({ images: member.images.map((one) => (one.key === key ? { ...one, role: next } : one)) })
          }
          onRemove={() => edit({ images: member.images.filter((one) => one.key !== key) })}
        />
      ))}
      {added.items.map(({ key, media, problem }, index) => (
        <ImageRow
          key={key}
          number={member.images.length + index + 1}
          url={media && inputUrl(media.id)}
          role={roles[key] ?? ''}
          onRole={(role) => onRoles({ ...roles, [key]: role })}
          onRemove={() => added.actions.removeInput(key)}
        >
          <Problem message={problem} />
        </ImageRow>
      ))}
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={['image/*']}
        onSelect={(files) => files !== null && void added.actions.addFiles([...files])}
      >
        <Button kind="quiet" icon={ImagePlus}>
          {text('cast.images.add')}
        </Button>
      </FileTrigger>
      <Problem message={error ?? (added.problem && dropProblemText(added.problem, text))} />
    </section>
  )
}

/** The images that were dropped or chosen here, read as the inputs of a request are. */
export function useAddedImages() {
  const { bridge } = useHost()
  const [{ store, actions }] = useState(() => {
    const added = createStore<{ items: readonly DraftInput[]; problem: DropProblem | null }>()(() => ({
      items: [],
      problem: null,
    }))
    return {
      store: added,
      actions: createInputActions({
        bridge,
        createKey: () => crypto.randomUUID(),
        mediaType: () => 'image',
        inputsOf: () => added.getState().items,
        edit: (_, items) => added.setState({ items }),
        tell: (problem) => added.setState({ problem }),
      }),
    }
  })
  return { ...useStore(store), actions }
}

interface ImageRowProps {
  readonly number: number
  /** Null while it is being read, and where its file is gone. */
  readonly url: string | null
  readonly role: string
  onRole(role: string): void
  onRemove(): void
  readonly children?: ReactNode
}

function ImageRow({ number, url, role, onRole, onRemove, children }: ImageRowProps) {
  const { text } = useFormatter()
  return (
    <div className={classNames(u.row, u.gap8)}>
      <span className={styles.thumb}>
        {url === null ? <Image size={18} aria-hidden /> : <img src={url} alt="" />}
      </span>
      <div className={classNames(parts.stack, parts.grow)}>
        <TextField
          label={text('cast.role', { number })}
          value={role}
          onChange={onRole}
          placeholder={text('cast.role.example')}
          maxLength={100}
        />
        {children}
      </div>
      <IconButton icon={X} label={text('cast.image.remove', { number })} onPress={onRemove} />
    </div>
  )
}
