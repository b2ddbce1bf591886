import { describe, expect, it } from 'vitest'
import {
  coverOf,
  type WorkerRequest,
  type ThumbnailReady,
} from '#renderer/features/gallery/grid/thumbnails/messages.ts'
import { createThumbnailPainter, rankOf } from '#renderer/features/gallery/grid/thumbnails/painter.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A thread that answers when it is told to, and canvases that remember what was drawn. */
function createThread() {
  const told: WorkerRequest[] = []
  const closed: number[] = []
  let ready: (response: ThumbnailReady) => void = () => undefined
  const painter = createThumbnailPainter(() => ({
    send: (orders) => told.push(orders),
    onReady: (listener) => {
      ready = listener
    },
  }))
  const drawn: string[] = []
  const missing: string[] = []
  function paint(name: string, index: number): () => void {
    const canvas = { dataset: {}, getContext: () => ({ drawImage: () => drawn.push(name) }) }
    const request = { id: name, width: 10, height: 10, index }
    return painter.paint(canvas as unknown as HTMLCanvasElement, request, () => missing.push(name))
  }
  const asked = () => told.flatMap(({ wanted }) => wanted.map(({ id }) => id))
  function reply(name: string, hasPicture = true): void {
    const key = told.flatMap(({ wanted }) => wanted).find(({ id }) => id === name)?.key ?? -1
    const bitmap = { width: 1, height: 1, close: () => closed.push(key) } as unknown as ImageBitmap
    ready({ key, bitmap: hasPicture ? bitmap : null })
  }
  return { painter, paint, told, asked, reply, drawn, missing, closed }
}

describe('the pictures of the grid', () => {
  it('are asked for in one go, those in sight first, and again when half of them are there', async () => {
    const { painter, paint, told, asked, reply, drawn } = createThread()
    painter.setVisible({ from: 20, to: 24, heading: null })
    for (let index = 0; index < 60; index++) paint(String(index), index)
    await settled()
    expect(told).toHaveLength(1)
    expect([asked().slice(0, 5), asked().length]).toEqual([['20', '21', '22', '23', '24'], 12])
    const [first, ...others] = asked()
    for (const name of others.slice(0, 5)) reply(name)
    await settled()
    expect(told).toHaveLength(1)
    reply(first ?? '')
    await settled()
    expect([drawn.length, told.length, asked().length]).toEqual([6, 2, 18])
  })
  it('are asked for by where the reader is by now', async () => {
    const { painter, paint, asked, reply } = createThread()
    for (let index = 0; index < 40; index++) paint(String(index), index)
    await settled()
    painter.setVisible({ from: 30, to: 34, heading: 'down' })
    for (const name of asked().slice(0, 6)) reply(name)
    await settled()
    expect(asked().slice(12, 16)).toEqual(['33', '32', '31', '30'])
  })
  it('are let go of when they leave, whether asked for or not', async () => {
    const { paint, told, asked, reply, drawn, closed } = createThread()
    const leave = Array.from({ length: 20 }, (_, index) => paint(String(index), index))
    await settled()
    leave[0]?.()
    leave[19]?.()
    await settled()
    expect(told.flatMap(({ dropped }) => dropped)).toEqual([told[0]?.wanted[0]?.key])
    // Its answer may be on the way already: it is not drawn, and its pixels are given back.
    reply('0')
    expect([drawn, closed.length]).toEqual([[], 1])
    for (const name of asked().slice(1)) reply(name)
    await settled()
    expect([asked().length, asked().includes('19')]).toEqual([19, false])
  })
  it('are told missing where there are none', async () => {
    const { paint, reply, missing, drawn } = createThread()
    paint('video', 0)
    await settled()
    reply('video', false)
    expect([missing, drawn]).toEqual([['video'], []])
  })
})

it('ranks what is in sight before what is near, and what lies ahead before what lies behind', () => {
  const order = (heading: 'up' | 'down' | null) =>
    Array.from({ length: 10 }, (_, index) => index).toSorted(
      (a, b) => rankOf(a, { from: 4, to: 7, heading }) - rankOf(b, { from: 4, to: 7, heading }),
    )
  expect(order('down')).toEqual([6, 5, 4, 7, 8, 9, 3, 2, 1, 0])
  expect(order('up')).toEqual([4, 5, 6, 3, 2, 1, 0, 7, 8, 9])
  expect(order(null).slice(0, 5)).toEqual([4, 5, 6, 7, 8])
})

it('cuts a picture to its cell as object-fit: cover does, and makes it no larger than it is', () => {
  expect(coverOf({ width: 400, height: 200 }, { width: 100, height: 100 })).toEqual({
    x: 100,
    y: 0,
    width: 200,
    height: 200,
    targetWidth: 100,
    targetHeight: 100,
  })
  expect(coverOf({ width: 400, height: 200 }, { width: 1_600, height: 1_000 })).toMatchObject({
    width: 320,
    height: 200,
    targetWidth: 320,
    targetHeight: 200,
  })
})
