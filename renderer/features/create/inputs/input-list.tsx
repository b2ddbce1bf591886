/** The inputs as a row of thumbnails in the order in which they are sent; dragged by hand or by keyboard into another one. */
import '../../../locales/create.ts'
import { AudioLines, Brush, GripVertical, Image, TriangleAlert, X } from '#renderer/icons.tsx'
import { useId, useState } from 'react'
import {
  Button,
  DialogTrigger,
  GridList,
  GridListItem,
  Input,
  TextField,
  useDragAndDrop,
} from 'react-aria-components'
import type { InputMedia, InputReference, InputSize } from '#contract/inputs.ts'
import type { RouteOutput } from '#contract/routes.ts'
import { inputUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Hidden } from '../../../ui/hidden.tsx'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import type { DraftInput } from '../draft.ts'
import { InputRoleChoice, InputSettings } from './input-settings.tsx'
import styles from './inputs.module.css'
import { formOf, roleOf } from './plan-inputs.ts'
import { useInputMenu } from './use-input-menu.tsx'

/** Marks the page's own drag, so that it is not taken for something from outside. */
const ROW_TYPE = 'application/x-atelier-input'

type RequestSizes = RouteOutput<'inputs.measure'>

export interface InputListProps {
  readonly references: readonly InputReference[]
  /** Null until they have been measured. */
  readonly sizes: RequestSizes | null
}

export function InputList({ references, sizes }: InputListProps) {
  const { text } = useWords()
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
  const edit = (key: string): void => editedInput.setState(key, true)
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
  readonly canMove: boolean
  onEdit(): void
}

function InputTile({ input, reference, size, bodyBytes, canMove, onEdit }: InputTileProps) {
  const { text } = useWords()
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
        <InputFacts input={input} media={media} reference={reference} size={size} bodyBytes={bodyBytes} />
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

interface InputFactsProps {
  readonly input: DraftInput
  readonly media: InputMedia
  readonly reference: InputReference
  readonly size: InputSize | undefined
  readonly bodyBytes: number | undefined
}

/** What the input is for; a press tells how it is made ready and sent. */
function InputFacts({ input, media, reference, size, bodyBytes }: InputFactsProps) {
  const words = useWords()
  const { text, duration, bytes } = words
  const { name } = media
  const role = text(`input.role.${input.role ?? roleOf(reference.option)}`)
  return (
    <DialogTrigger>
      <Button
        className={classNames(styles.role, size?.warning !== undefined && parts.warning)}
        aria-label={text('input.settings.role', { role, name })}
      >
        {size?.warning === undefined ? null : <TriangleAlert size={12} aria-hidden />}
        <span className={parts.line}>{role}</span>
      </Button>
      <PopoverDialog title={text('input.settings', { name })} placement="bottom start">
        <p className={classNames(parts.stack, parts.quiet, parts.digits)}>
          {input.convertedFrom !== undefined && (
            <span>{text('input.converted', { from: input.convertedFrom })}</span>
          )}
          <bdi>
            {media.durationMs !== undefined && `${duration(media.durationMs)} · `}
            {sizeWords(media, words)}
          </bdi>
          {size !== undefined && (
            <bdi>
              {isSame(media, size)
                ? text('input.sent.asIs')
                : text('input.sent.made', { size: sizeWords(size, words) })}
            </bdi>
          )}
          {bodyBytes !== undefined && <span>{text('input.requestSize', { size: bytes(bodyBytes) })}</span>}
          {size?.warning !== undefined && <span className={parts.warning}>{size.warning}</span>}
        </p>
        <InputRoleChoice input={input} media={media} reference={reference} />
        <OptionKey inputKey={input.key} media={media} reference={reference} />
        {reference.mask === undefined && (
          <InputSettings input={input} media={media} shape={reference.shape ?? {}} />
        )}
      </PopoverDialog>
    </DialogTrigger>
  )
}

interface OptionKeyProps {
  readonly inputKey: string
  readonly media: InputMedia
  readonly reference: InputReference
}

/** The key under which it is sent. */
function OptionKey({ inputKey, media, reference: { option, shape = {}, mask } }: OptionKeyProps) {
  const { text } = useWords()
  const list = useId()
  const { keys } = useView((view) => view.knowledge.inputs)
  const setInputOption = useForm((form) => form.setInputOption)
  return (
    <TextField
      aria-label={text('input.sentAs')}
      value={option}
      onChange={(value) => setInputOption(inputKey, value.trim() === '' ? null : value.trim())}
      className={classNames(styles.key)}
    >
      <span>{text(`input.as.${formOf(media, shape, mask !== undefined)}`)}</span>
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

function Thumb({ media }: { readonly media: InputMedia }) {
  // Browsers show no TIFF.
  const [isShown, setShown] = useState(true)
  if (media.kind === 'audio') return <AudioLines size={18} aria-hidden />
  if (media.kind === 'video')
    return <video src={inputUrl(media.id)} muted preload="metadata" draggable={false} />
  if (!isShown) return <Image size={18} aria-hidden />
  return <img src={inputUrl(media.id)} alt="" draggable={false} onError={() => setShown(false)} />
}

type Size = Pick<InputSize, 'width' | 'height' | 'sizeBytes'>

function sizeWords({ width, height, sizeBytes }: Size, { number, bytes }: Words): string {
  const sides = width === undefined || height === undefined ? [] : [`${number(width)} × ${number(height)}`]
  return [...sides, bytes(sizeBytes)].join(' · ')
}

function isSame(media: Size, size: Size): boolean {
  return media.width === size.width && media.height === size.height && media.sizeBytes === size.sizeBytes
}
