/** Masks, crops and extends an image that is an input. Loaded when it is opened. */
import '../../../../locales/create.ts'
import { X } from '#renderer/icons.tsx'
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useStore } from 'zustand'
import type { InputMedia } from '#contract/inputs.ts'
import { inputUrl } from '../../../../bridge/media.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import parts from '../../../../ui/parts.module.css'
import { Status } from '../../../../ui/status.tsx'
import { useFormatter } from '../../../../ui/text.ts'
import { pressKey } from '../../../../ui/use-keys.ts'
import { useCreate, useView } from '../../create-context.ts'
import { useLeave } from '../../use-leave.ts'
import { canMask, imageOf, maskedInput } from '../plan-inputs.ts'
import { maskedShare, readMask, type Source } from './draw-mask.ts'
import { type Edit, freshEdit, type History, type HistoryStep, type MaskPart, step } from './edit.ts'
import { EditorCanvas } from './editor-canvas.tsx'
import styles from './editor.module.css'
import { FramePanel, MaskPanel } from './panels.tsx'
import type { Tool } from './paint.ts'
import { SaveBar, useSaving } from './saving.tsx'
import u from '#renderer/ui/utilities.module.css'

/** A mask opens with its image. */
export function InputEditor({ inputKey, onClose }: Pick<ImageEditorProps, 'inputKey' | 'onClose'>) {
  const inputs = useView((view) => view.draft.inputs)
  const chosen = inputs.find(({ key }) => key === inputKey)
  const input = chosen?.role === 'mask' ? (imageOf(chosen, inputs) ?? maskedInput(inputs)) : chosen
  if (input?.media == null) return null
  const mask = inputs.find((one) => one.role === 'mask' && imageOf(one, inputs)?.key === input.key)
  return (
    <ImageEditor
      inputKey={input.key}
      media={input.media}
      mask={mask?.media ?? null}
      canMask={canMask(inputs, input.key)}
      onClose={onClose}
    />
  )
}

interface ImageEditorProps {
  readonly inputKey: string
  readonly media: InputMedia
  readonly mask: InputMedia | null
  /** Only one image of a request can have a mask. */
  readonly canMask: boolean
  onClose(): void
}

function ImageEditor({ media, mask, onClose, ...rest }: ImageEditorProps) {
  const { text } = useFormatter()
  const source = useSource(media.id, mask?.id ?? null)
  const title = text('editor.title', { name: media.name })
  const [isChanged, setChanged] = useState(false)
  const leave = useLeave(isChanged, 'leave.editor', onClose)
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && leave()} className={classNames(styles.scrim)}>
      <Modal className={classNames(u.tall, styles.modal)}>
        <Dialog className={classNames(u.tall, u.column, styles.dialog)}>
          <div className={classNames(u.row, u.between, u.gap12, styles.head)}>
            <Heading
              slot="title"
              className={classNames(u.narrows, u.clip, u.sizeText, u.bold, u.oneLine, styles.title)}
            >
              {title}
            </Heading>
            <IconButton icon={X} label={text('editor.close')} shortcut="Esc" onPress={leave} />
          </div>
          {source === 'failed' && <p className={parts.problem}>{text('editor.unreadable')}</p>}
          {source === null && <Status>{text('input.reading')}</Status>}
          {source !== null && source !== 'failed' && (
            <Editing source={source} name={media.name} onClose={onClose} onChanged={setChanged} {...rest} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** null while it is being read. */
function useSource(imageId: string, maskId: string | null): Source | 'failed' | null {
  const [source, setSource] = useState<Source | 'failed' | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const [image, mask] = await Promise.all([
        readImage(imageId),
        maskId === null ? null : readImage(maskId).then(readMask),
      ])
      if (isCurrent) setSource({ image, mask })
    }
    read().catch(() => isCurrent && setSource('failed'))
    return () => {
      isCurrent = false
    }
  }, [imageId, maskId])
  return source
}

async function readImage(inputId: string): Promise<ImageBitmap> {
  const response = await fetch(inputUrl(inputId))
  return await createImageBitmap(await response.blob())
}

interface EditingProps extends Pick<ImageEditorProps, 'inputKey' | 'canMask' | 'onClose'> {
  readonly source: Source
  readonly name: string
  onChanged(isChanged: boolean): void
}

/** The brush at first, and what it may be at most, in shares of the longer side. */
const USUAL_BRUSH = 0.04

function Editing({ source, name, inputKey, canMask, onClose, onChanged }: EditingProps) {
  const { text } = useFormatter()
  const description = useId()
  const [history, dispatch] = useHistory(source.image)
  const { now } = history
  const isChanged = history.past.length > 0
  useEffect(() => onChanged(isChanged), [isChanged, onChanged])
  const edit = (change: Partial<Edit>): void => dispatch({ kind: 'edit', edit: { ...now, ...change } })
  const add = (part: MaskPart): void => edit({ parts: [...now.parts, part] })
  const [tool, setTool] = useState<Tool>(canMask ? 'brush' : 'frame')
  const [brush, setBrush] = useState(USUAL_BRUSH)
  const saving = useSaving(inputKey, source, onClose)
  const share = useMemo(() => maskedShare(now, source), [now, source])
  const press = useEditorKeys({ canMask, brush, dispatch, onTool: setTool, onBrush: setBrush, onPart: add })
  const side = Math.max(source.image.width, source.image.height)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole editor
    <div className={classNames(u.grid, u.grow, u.shortens, styles.body)} onKeyDown={press}>
      <EditorCanvas
        source={source}
        edit={now}
        tool={tool}
        radius={(brush * side) / 2}
        name={text('editor.canvas', { name })}
        descriptionId={description}
        onPart={add}
        onFrame={(frame) => edit({ frame })}
      />
      <div className={classNames(u.column, u.gap16, u.scroll, u.surface, styles.panel)}>
        <p id={description} className={parts.hidden}>
          {text(tool === 'frame' ? 'editor.keys.frame' : 'editor.keys.mask')}
        </p>
        {canMask && (
          <MaskPanel
            tool={tool}
            onTool={setTool}
            brush={brush}
            onBrush={setBrush}
            feather={now.feather}
            mostFeather={Math.round(side / 10)}
            onFeather={(feather) => edit({ feather })}
            onPart={add}
            keepsOutside={saving.keepsOutside}
            onKeepsOutside={saving.setKeepsOutside}
          />
        )}
        <FramePanel
          image={source.image}
          frame={now.frame}
          isOpen={tool === 'frame'}
          onOpen={() => setTool('frame')}
          onFrame={(frame) => edit({ frame })}
          onRestore={saving.restore}
        />
        <Status className={classNames(parts.quiet)}>{text('editor.share', { share })}</Status>
        {saving.problem !== null && (
          <p className={parts.problem} role="alert">
            {saving.problem}
          </p>
        )}
        <SaveBar
          history={history}
          dispatch={dispatch}
          isSaving={saving.isSaving}
          canSave={isChanged || source.mask !== null}
          onSave={() => void saving.save(now)}
        />
      </div>
    </div>
  )
}

/** Goes on with what was done before another place was opened. */
function useHistory(image: Source['image']) {
  const { editedInput } = useCreate()
  const start = useMemo((): History => ({ past: [], now: freshEdit(image), future: [] }), [image])
  const history = useStore(editedInput, (state) => state?.history ?? start)
  const dispatch = (action: HistoryStep): void =>
    editedInput.setState(
      (state) => state && { ...state, history: step(state.history ?? start, action) },
      true,
    )
  return [history, dispatch] as const
}

interface KeyTargets {
  readonly canMask: boolean
  readonly brush: number
  dispatch(action: HistoryStep): void
  onTool(tool: Tool): void
  onBrush(brush: number): void
  onPart(part: MaskPart): void
}

const MIN_BRUSH = 0.005
const MAX_BRUSH = 0.4
const BRUSH_STEP = 1.25

function useEditorKeys({ canMask, brush, dispatch, onTool, onBrush, onPart }: KeyTargets) {
  const ofMask = {
    b: () => onTool('brush'),
    e: () => onTool('eraser'),
    r: () => onTool('box'),
    i: () => onPart({ kind: 'invert' }),
    '[': () => onBrush(Math.max(MIN_BRUSH, brush / BRUSH_STEP)),
    ']': () => onBrush(Math.min(MAX_BRUSH, brush * BRUSH_STEP)),
  }
  const keys = {
    'ctrl+z': () => dispatch({ kind: 'undo' }),
    'ctrl+shift+z': () => dispatch({ kind: 'redo' }),
    'ctrl+y': () => dispatch({ kind: 'redo' }),
    c: () => onTool('frame'),
    ...(canMask && ofMask),
  }
  return (event: KeyboardEvent): void => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input:not([type="range"])') !== null
    if (!isTyping) pressKey(keys, event)
  }
}
