/** What a page does for the host: claimed once, taken from a page that falls silent, and gone when nobody wants it. */
import { expect, test } from 'vitest'
import type { EventMessage } from '#contract/events.ts'
import type { RenderPlan } from '#contract/rendering.ts'
import { createEventBus } from '#core/calls/events.ts'
import type { JobProgress } from '#core/jobs/jobs.ts'
import { MAX_SILENCE_MS, PageWork } from '#core/rendering/page-work.ts'
import { clipOf } from '#test/stand-ins/clips.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

const ONE = '7b3f7a58-3c39-4f0b-9df7-5f0c5a1f0001'
const OTHER = '7b3f7a58-3c39-4f0b-9df7-5f0c5a1f0002'
const PLAN: RenderPlan = {
  name: 'Foxes',
  format: 'mp4',
  width: 640,
  height: 360,
  frameRate: 24,
  clips: [clipOf('one'), clipOf('two', { number: 4 })],
  sound: [],
  normalise: false,
}

function open(write?: (bytes: Uint8Array, position: number) => Promise<void>) {
  const clock = createManualClock()
  const events = createEventBus(() => undefined)
  const announced: number[] = []
  events.subscribe((event: EventMessage) => {
    if (event.name === 'rendering.changed') announced.push(event.data.items.length)
  })
  const work = new PageWork({ clock, events })
  const stopping = new AbortController()
  const told: JobProgress[] = []
  let begun = 0
  const begin = async (): Promise<void> => void begun++
  const onProgress = (progress: JobProgress): void => void told.push(progress)
  const options = { signal: stopping.signal, onProgress, begin, ...(write && { write }) }
  const ended = work.ask({ kind: 'encode', plan: PLAN }, options)
  const id = work.list()[0]?.id ?? ''
  return { work, clock, announced, stopping, told, ended, id, begun: () => begun }
}

test('is claimed by one page, and by the same one again', async () => {
  const { work, id, announced, told } = open()
  expect(told.at(-1)?.message?.id).toBe('rendering.waitsForPage')
  expect(await work.claim({ id, pageId: ONE })).toEqual({ ok: true, data: { claimed: true } })
  expect(await work.claim({ id, pageId: OTHER })).toEqual({ ok: true, data: { claimed: false } })
  expect(await work.claim({ id, pageId: ONE })).toEqual({ ok: true, data: { claimed: true } })
  expect([work.list(), announced]).toEqual([[], [1, 0]])
})

test('is taken from a page that says nothing for 30 s, and begins anew with the next', async () => {
  const { work, clock, id, ended, begun } = open()
  await work.claim({ id, pageId: ONE })
  clock.advance(MAX_SILENCE_MS - 1)
  expect(work.report({ id, pageId: ONE, done: 0.5 })).toEqual({ ok: true, data: { isWanted: true } })
  clock.advance(MAX_SILENCE_MS - 1)
  expect(work.list()).toEqual([])
  clock.advance(1)
  expect(work.list()).toHaveLength(1)
  expect(work.report({ id, pageId: ONE, done: 0.6 })).toEqual({ ok: true, data: { isWanted: false } })
  expect(await work.claim({ id, pageId: OTHER })).toMatchObject({ data: { claimed: true } })
  expect(work.finish({ id, pageId: ONE })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(work.finish({ id, pageId: OTHER })).toMatchObject({ ok: true })
  expect([await ended, begun()]).toEqual([{ ok: true, data: null }, 2])
})

test('tells the rest of the time by how long it took so far', async () => {
  const { work, clock, id, told } = open()
  await work.claim({ id, pageId: ONE })
  clock.advance(20_000)
  work.report({ id, pageId: ONE, done: 0.1 })
  expect(told.at(-1)).toEqual({
    done: 10,
    total: 100,
    message: { id: 'rendering.encodingLeft', values: { minutes: 3 } },
  })
})

test('says which shot a page could not decode, by its number among all shots', async () => {
  const { work, id, ended } = open()
  await work.claim({ id, pageId: ONE })
  work.fail({ id, pageId: ONE, reason: 'noDecoder', clip: 1 })
  expect(await ended).toMatchObject({ error: { id: 'rendering.shotUndecodable', values: { shot: 4 } } })
})

test('a stop ends it for the page too', async () => {
  const { work, id, stopping, ended } = open()
  await work.claim({ id, pageId: ONE })
  stopping.abort(new Error('stopped'))
  await expect(ended).rejects.toThrow('stopped')
  expect(work.report({ id, pageId: ONE, done: 0.5 })).toEqual({ ok: true, data: { isWanted: false } })
})

test('takes pieces of the page that has it alone, and ends where the disk refuses one', async () => {
  const taken: [number, number][] = []
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const { work, id, ended } = open(async (bytes, position) => {
    if (position > 10) throw full
    taken.push([position, bytes.byteLength])
  })
  await work.claim({ id, pageId: ONE })
  const piece = (pageId: string, position: number) => work.take({ id, pageId, position }, new Uint8Array(3))
  expect([await piece(ONE, 0), await piece(OTHER, 3)]).toMatchObject([{ ok: true }, { ok: false }])
  expect(taken).toEqual([[0, 3]])
  const [failed, piece11] = await Promise.allSettled([ended, piece(ONE, 11)])
  expect(failed).toEqual({ status: 'rejected', reason: full })
  expect(piece11).toMatchObject({ status: 'fulfilled', value: { ok: false } })
})
