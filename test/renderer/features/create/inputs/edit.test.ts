import { describe, expect, it } from 'vitest'
import {
  boxBetween,
  frameFor,
  frameOf,
  freshEdit,
  type History,
  marginsOf,
  step,
  union,
} from '#renderer/features/create/inputs/editor/edit.ts'

const IMAGE = { width: 400, height: 200 }
const FRAME = { x: 0, y: 0, ...IMAGE }

describe('the frame', () => {
  it.each([
    [1, 'crop', { x: 100, y: 0, width: 200, height: 200 }],
    [1, 'extend', { x: 0, y: -100, width: 400, height: 400 }],
    [4, 'crop', { x: 0, y: 50, width: 400, height: 100 }],
    [4, 'extend', { x: -200, y: 0, width: 800, height: 200 }],
  ] as const)('of a ratio of %d, to %s', (ratio, how, frame) => {
    expect(frameFor(IMAGE, ratio, how)).toEqual(frame)
  })
  it('follows margins and tells them, within what can be drawn', () => {
    const margins = { left: 10, top: -20, right: 0, bottom: 5 }
    const frame = { x: -10, y: 20, width: 410, height: 185 }
    expect(frameOf(margins, IMAGE)).toEqual(frame)
    expect(marginsOf(frame, IMAGE)).toEqual(margins)
    expect(marginsOf(frameOf(marginsOf(FRAME, IMAGE), IMAGE), IMAGE)).toEqual({
      left: 0,
      top: 0,
      right: 0,
      bottom: 0,
    })
    expect(frameOf({ ...margins, left: -1_000 }, IMAGE).width).toBe(16)
    expect(frameOf({ ...margins, right: 100_000 }, IMAGE).width).toBe(8192)
    expect(union(FRAME, frame)).toEqual({ x: -10, y: 0, width: 410, height: 205 })
  })
})

it('a rectangle that touches the edge goes on beyond it', () => {
  expect(boxBetween({ x: 50, y: 60 }, { x: 10, y: 20 }, FRAME)).toEqual({
    x: 10,
    y: 20,
    width: 40,
    height: 40,
  })
  expect(boxBetween({ x: -1, y: 20 }, { x: 10, y: 300 }, FRAME)).toEqual({
    x: -600,
    y: 20,
    width: 610,
    height: 780,
  })
})

it('every part and frame is a step to undo, and the places of a slider are none', () => {
  const now = freshEdit(IMAGE)
  const drawn = { ...now, parts: [{ kind: 'invert' }] } as const
  let history: History = { past: [], now, future: [] }
  history = step(history, { kind: 'edit', edit: drawn })
  history = step(history, { kind: 'edit', edit: { ...drawn, feather: 3 } })
  history = step(history, { kind: 'edit', edit: { ...drawn, feather: 9 } })
  expect(history.past).toEqual([now])
  history = step(history, { kind: 'undo' })
  expect(history.now).toBe(now)
  expect(step(history, { kind: 'undo' })).toEqual(history)
  expect(step(history, { kind: 'redo' }).now).toEqual({ ...drawn, feather: 9 })
})
