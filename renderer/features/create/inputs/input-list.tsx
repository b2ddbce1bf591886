/** The inputs as a row of thumbnails in the order in which they are sent; dragged by hand or by keyboard into another one. */
import '../../../locales/create.ts'
import { AudioLines, Brush, GripVertical, Image, TriangleAlert, X } from '#renderer/icons.tsx'
import { type MouseEvent, useState } from 'react'
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import type { InputMedia, InputReference, InputSize } from '#contract/inputs.ts'
import type { RouteOutput } from '#contract/routes.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Hidden } from '../../../ui/hidden.tsx'
import { useContextMenu } from '../../../ui/menu.tsx'
import parts from '../../../ui/parts.module.css'
import { rowKeyAt } from '../../../ui/row-key.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import { InputFacts } from './input-settings.tsx'
import styles from './inputs.module.css'

/** Marks the page's own drag, so that it is not taken for something from outside. */
const ROW_TYPE = 'application/x-atelier-input'

type RequestSizes = RouteOutput<'inputs.measure'>

export interface InputListProps {
  readonly references: readonly InputReference[]
  /** Null until they have been measured. */
  readonly sizes: RequestSizes | null
}

export function InputList({ references, sizes }: InputListProps) {
  const { text } = useFormatter()
  const inputs = useView((view) => view.draft.inputs)
  const moveInput = useForm((form) => form.moveInput)
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => Array.from(keys, (key) => ({ [ROW_TYPE]: String(key) })),
    onReorder({ keys, target }) {
      const [moved] = Array.from(keys, String)
      if (moved === undefined) return
      const others = inputs.filter(({ key }) => key !== moved)
      const at = others.findIndex(({ key }) => key === target.key)
      const next = others[target.dropPosition === 'before' ? at : at + 1]
      moveInput(moved, next?.key ?? null)
    },
  })
  const settled = inputs.filter(({ media }) => media !== null)
  const { editedInput } = useCreate()
  const edit = (key: string): void => editedInput.setState({ key }, true)
  const { menu, openAt } = useInputMenu(edit)
  return (
    <div role="presentation" className={parts.contents} onContextMenu={openAt}>
      <GridList
        aria-label={text('input.title')}
        keyboardNavigationBehavior="tab"
        layout="grid"
        dragAndDropHooks={dragAndDropHooks}
        dependencies={[inputs, references, sizes]}
        items={inputs.map((input) => ({ id: input.key, input }))}
        className={classNames(styles.list)}
      >
        {({ input }) => {
          const place = settled.indexOf(input)
          const reference = references[place]
          const size = sizes?.items[place]
          return (
            <InputTile
              input={input}
              reference={reference}
              size={size?.inputId === reference?.inputId ? size : undefined}
              bodyBytes={sizes?.bodyBytes}
              takesAddresses={sizes?.takesAddresses ?? true}
              canMove={inputs.length > 1}
              onEdit={() => edit(input.key)}
            />
          )
        }}
      </GridList>
      {menu}
    </div>
  )
}

interface InputTileProps {
  readonly input: DraftInput
  /** How it is sent; undefined until the host has accepted it. */
  readonly reference: InputReference | undefined
  readonly size: InputSize | undefined
  /** Of the whole request. */
  readonly bodyBytes: number | undefined
  readonly takesAddresses: boolean
  readonly canMove: boolean
  onEdit(): void
}

function InputTile({ input, reference, size, canMove, onEdit, ...sent }: InputTileProps) {
  const { text } = useFormatter()
  const removeInput = useForm((form) => form.removeInput)
  const { media, problem } = input
  const name = media?.name ?? input.name
  return (
    <GridListItem
      id={input.key}
      textValue={name}
      className={classNames(styles.tile, problem !== null && styles.refused)}
    >
      {/* The whole of it is dragged; this is its handle for the keyboard. */}
      <Button
        slot="drag"
        isDisabled={!canMove}
        className={classNames(parts.bare, styles.grip)}
        aria-label={text('input.move', { name })}
      >
        <GripVertical size={14} aria-hidden />
      </Button>
      <div className={styles.thumb} title={name}>
        {problem !== null && <TriangleAlert size={18} className={parts.problem} aria-hidden />}
        {problem === null && media === null && (
          <>
            <Skeleton width="100%" height={72} />
            <Hidden>{text('input.reading')}</Hidden>
          </>
        )}
        {media !== null && <Thumb media={media} />}
      </div>
      {problem !== null && (
        <p className={parts.stack}>
          <bdi className={parts.line}>{name}</bdi>
          <span className={parts.problem} role="alert">
            {problem}
          </span>
        </p>
      )}
      {media !== null && reference !== undefined && (
        <InputFacts input={input} media={media} reference={reference} size={size} {...sent} />
      )}
      {media?.kind === 'image' && (
        <IconButton
          icon={Brush}
          label={text('input.edit', { name })}
          className={styles.edit}
          onPress={onEdit}
        />
      )}
      <IconButton
        icon={X}
        label={text('input.remove', { name })}
        className={styles.remove}
        onPress={() => removeInput(input.key)}
      />
    </GridListItem>
  )
}

function Thumb({ media }: { readonly media: InputMedia }) {
  // Browsers show no TIFF.
  const [isShown, setShown] = useState(true)
  if (media.kind === 'audio') return <AudioLines size={18} aria-hidden />
  if (media.kind === 'video')
    return <video src={inputUrl(media.id)} muted preload="metadata" draggable={false} />
  if (!isShown) return <Image size={18} aria-hidden />
  return <img src={inputUrl(media.id)} alt="" draggable={false} onError={() => setShown(false)} />
}

/** The menu of an input: its place among the others, and away with it. */
function useInputMenu(onEdit: (key: string) => void) {
  const { text } = useFormatter()
  const inputs = useView((view) => view.draft.inputs)
  const moveInput = useForm((form) => form.moveInput)
  const removeInput = useForm((form) => form.removeInput)
  const { menu, open } = useContextMenu<string>()
  return {
    menu,
    /** For the row of the list that the event is in. */
    openAt(event: MouseEvent): void {
      const at = inputs.findIndex(({ key }) => key === rowKeyAt(event))
      const input = inputs[at]
      if (input === undefined) return
      const { key } = input
      const name = input.media?.name ?? input.name
      const before = inputs[at - 1]
      const edit = { id: 'edit', label: text('input.edit', { name }), run: () => onEdit(key) }
      const items = [
        ...(input.media?.kind === 'image' ? [edit] : []),
        {
          id: 'earlier',
          label: text('input.menu.earlier'),
          isDisabled: before === undefined,
          run: () => before !== undefined && moveInput(key, before.key),
        },
        {
          id: 'later',
          label: text('input.menu.later'),
          isDisabled: at === inputs.length - 1,
          run: () => moveInput(key, inputs[at + 2]?.key ?? null),
        },
        { id: 'remove', label: text('input.remove', { name }), run: () => removeInput(key) },
      ]
      open(event, {
        label: name,
        items,
        onChoose: (id) => items.find((item) => item.id === id)?.run(),
      })
    },
  }
}
