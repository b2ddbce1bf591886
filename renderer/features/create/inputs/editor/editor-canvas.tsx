/** The image with its mask over it or its frame around it, drawn on with a mouse, a finger, a pen, or from the keyboard. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { type Size, useElementSize } from '../../../../ui/use-element-size.ts'
import { pressKey } from '../../../../ui/use-keys.ts'
import type { Source, View } from './draw-mask.ts'
import {
  type Box,
  boxBetween,
  type Edit,
  type MaskPart,
  type Point,
  type StrokePoint,
  union,
} from './edit.ts'
import styles from './editor.module.css'
import { createPainter, type Draft, type Tool } from './paint.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export interface EditorCanvasProps {
  readonly source: Source
  readonly edit: Edit
  readonly tool: Tool
  /** Of the brush, in pixels of the image. */
  readonly radius: number
  readonly name: string
  readonly descriptionId: string
  onPart(part: MaskPart): void
  onFrame(frame: Box): void
}

/** Pressed lightly a pen draws this share of the brush. */
const LIGHTEST = 0.15
/** Of what is in sight, for a press of an arrow. */
const STEP = 1 / 40

export function EditorCanvas(props: EditorCanvasProps) {
  const { source, edit, tool, radius, name, descriptionId } = props
  const place = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const room = useElementSize(place)
  const { draft, latest, setDraft } = useDraft()
  const [cursor, setCursor] = useState<Point | null>(null)
  const shown = draft?.kind === 'frame' ? { ...edit, frame: movedFrame(edit.frame, draft) } : edit
  const view = viewOf(source.image, edit.frame, tool, room)
  const [paint] = useState(createPainter)
  useEffect(() => {
    if (canvas.current === null || view === null) return
    paint(canvas.current, view, { source, edit: shown, draft, tool, cursor, radius })
  })
  const hands = useHands({ ...props, view, draft, latest, cursor, setDraft, setCursor })
  return (
    <div ref={place} className={classNames(u.relative, u.narrows, u.shortens, styles.place)}>
      {view !== null && (
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- it has keys of its own
          role="application"
          aria-label={name}
          aria-describedby={descriptionId}
          tabIndex={0}
          className={styles.canvas}
          width={Math.round(view.box.width * view.scale)}
          height={Math.round(view.box.height * view.scale)}
          style={{
            inlineSize: (view.box.width * view.scale) / window.devicePixelRatio,
            blockSize: (view.box.height * view.scale) / window.devicePixelRatio,
          }}
          {...hands}
        />
      )}
    </div>
  )
}

/** A move and the end of a stroke may come before the page was drawn again: they go on from the latest draft. */
function useDraft() {
  const latest = useRef<Draft | null>(null)
  const [draft, draw] = useState<Draft | null>(null)
  const setDraft = (next: Draft | null): void => {
    latest.current = next
    draw(next)
  }
  return { draft, latest, setDraft }
}

/** Where a frame is chosen, the image is in sight beside it. */
function viewOf(image: Size, frame: Box, tool: Tool, room: Size | null): View | null {
  if (room === null || room.width === 0 || room.height === 0) return null
  const whole = { x: 0, y: 0, width: image.width, height: image.height }
  const box = tool === 'frame' ? union(whole, frame) : frame
  const scale = Math.min(room.width / box.width, room.height / box.height)
  return { box, scale: scale * window.devicePixelRatio }
}

interface Hands extends EditorCanvasProps {
  readonly view: View | null
  readonly draft: Draft | null
  readonly latest: { readonly current: Draft | null }
  readonly cursor: Point | null
  setDraft(draft: Draft | null): void
  setCursor(cursor: Point | null): void
}

function useHands(hands: Hands) {
  const { view, tool, latest, setDraft, setCursor } = hands
  return {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>): void {
      if (view === null || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = placeOf(event, view)
      setCursor(at)
      if (tool === 'box' || tool === 'frame') setDraft({ kind: tool, from: at, to: at })
      else setDraft({ kind: 'stroke', points: [pointOf(event, view, hands.radius)] })
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>): void {
      if (view === null) return
      const at = placeOf(event, view)
      setCursor(at)
      const draft = latest.current
      if (draft === null) return
      if (draft.kind !== 'stroke') return setDraft({ ...draft, to: at })
      // What the browser put together into one event are the points of a quick stroke.
      const all = event.nativeEvent.getCoalescedEvents?.() ?? []
      const points = (all.length > 0 ? all : [event.nativeEvent]).map((one) =>
        pointOf(one, view, hands.radius),
      )
      setDraft({ ...draft, points: [...draft.points, ...points] })
    },
    onPointerUp: () => finish(hands, latest.current),
    onPointerCancel: () => setDraft(null),
    onPointerLeave: () => latest.current === null && setCursor(null),
    onBlur: () => setCursor(null),
    onKeyDown(event: KeyboardEvent): void {
      // Escape ends what is under way, and closes the editor where nothing is.
      if (pressKey(keysOf(hands, event.shiftKey), event)) event.stopPropagation()
    },
  }
}

function finish({ edit, tool, setDraft, onPart, onFrame }: Hands, draft: Draft | null): void {
  setDraft(null)
  if (draft === null) return
  if (draft.kind === 'frame') return onFrame(movedFrame(edit.frame, draft))
  if (draft.kind === 'stroke') return onPart({ ...draft, isErased: tool === 'eraser' })
  if (draft.from.x === draft.to.x || draft.from.y === draft.to.y) return
  onPart({ kind: 'box', isErased: false, box: boxBetween(draft.from, draft.to, edit.frame) })
}

/** Arrows move the cross, with Shift they draw; Space and Enter draw where it is, or begin and end a rectangle. */
function keysOf(hands: Hands, isDrawing: boolean) {
  const { view, tool, draft, edit, radius, setDraft, setCursor, onPart, onFrame } = hands
  const { frame } = edit
  const cursor = hands.cursor ?? { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const isErased = tool === 'eraser'
  const stepSize = Math.max(1, Math.round(Math.max(frame.width, frame.height) * STEP))
  function move(x: number, y: number): boolean {
    if (view === null) return false
    const to = { x: cursor.x + x * stepSize, y: cursor.y + y * stepSize }
    if (tool === 'frame') {
      onFrame(movedFrame(frame, { from: cursor, to }))
      return true
    }
    setCursor(to)
    if (draft?.kind === 'box') setDraft({ ...draft, to })
    else if (isDrawing && tool !== 'box')
      onPart({
        kind: 'stroke',
        isErased,
        points: [
          { ...cursor, radius },
          { ...to, radius },
        ],
      })
    return true
  }
  function press(): boolean {
    if (tool === 'frame') return false
    setCursor(cursor)
    if (tool !== 'box') onPart({ kind: 'stroke', isErased, points: [{ ...cursor, radius }] })
    else if (draft === null) setDraft({ kind: 'box', from: cursor, to: cursor })
    else finish(hands, draft)
    return true
  }
  function stop(): boolean {
    setDraft(null)
    return draft !== null
  }
  return {
    arrowleft: () => move(-1, 0),
    arrowright: () => move(1, 0),
    arrowup: () => move(0, -1),
    arrowdown: () => move(0, 1),
    ' ': press,
    enter: press,
    escape: stop,
  }
}

function movedFrame(frame: Box, { from, to }: { readonly from: Point; readonly to: Point }): Box {
  return { ...frame, x: Math.round(frame.x - (to.x - from.x)), y: Math.round(frame.y - (to.y - from.y)) }
}

type At = Pick<globalThis.PointerEvent, 'clientX' | 'clientY' | 'target'>

function placeOf({ clientX, clientY, target }: At, { box }: View): Point {
  const { left, top, width, height } = (target as Element).getBoundingClientRect()
  return {
    x: box.x + ((clientX - left) / width) * box.width,
    y: box.y + ((clientY - top) / height) * box.height,
  }
}

function pointOf(
  event: At & Pick<globalThis.PointerEvent, 'pressure' | 'pointerType'>,
  view: View,
  radius: number,
): StrokePoint {
  const share = event.pointerType === 'pen' ? Math.max(LIGHTEST, event.pressure) : 1
  return { ...placeOf(event, view), radius: radius * share }
}
