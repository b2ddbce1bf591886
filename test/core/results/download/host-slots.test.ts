/** Who may download when: a few at once, hosts in turns, and nobody held up by a host that stalls. */
import { expect, test } from 'vitest'
import { createDownloadGate, type Slot } from '#core/results/download/host-slots.ts'

const { signal } = new AbortController()

/** Enters, and notes who came in. */
function open(limits: { mostMoving: number; mostPerHost: number; mostOpen?: number; idleMs?: number }) {
  const gate = createDownloadGate({ mostOpen: 48, idleMs: 60_000, ...limits })
  const inside: string[] = []
  const slots = new Map<string, Slot>()
  const enter = async (name: string, among: AbortSignal = signal): Promise<void> => {
    slots.set(name, await gate.enter(name.replace(/\d+$/, ''), among))
    inside.push(name)
  }
  const leave = async (name: string): Promise<void> => {
    slots.get(name)?.leave()
    await settle()
  }
  return { inside, enter, leave, slots }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('lets a few in at once, fewer of one host, and hosts in turns', async () => {
  const { inside, enter, leave } = open({ mostMoving: 3, mostPerHost: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void enter(name)
  await settle()
  expect(inside).toEqual(['a1', 'a2', 'b1'])
  await leave('a1')
  await leave('a2')
  await leave('b1')
  await leave('a3')
  expect(inside).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4'])
})

test('gives the places of those that are stuck to others, but not those at their host', async () => {
  const { inside, enter, slots } = open({ mostMoving: 2, mostPerHost: 2, idleMs: 30 })
  for (const name of ['a1', 'a2', 'a3']) void enter(name)
  await settle()
  const later = enter('b1')
  expect(inside).toEqual(['a1', 'a2'])
  const alive = setInterval(() => slots.get('a1')?.moved(), 5)
  await later
  clearInterval(alive)
  expect(inside).toEqual(['a1', 'a2', 'b1'])
})

test('lets nobody in for whom nobody waits any more, and passes the turn on', async () => {
  const { inside, enter, leave } = open({ mostMoving: 1, mostPerHost: 1 })
  await enter('a1')
  const leaving = new AbortController()
  const gone = enter('b1', leaving.signal)
  const next = enter('c1')
  leaving.abort(new Error('stopped'))
  await expect(gone).rejects.toThrow('stopped')
  await leave('a1')
  await next
  expect(inside).toEqual(['a1', 'c1'])
  await expect(enter('d1', leaving.signal)).rejects.toThrow('stopped')
})

test('opens no more connections than the most, stuck or not', async () => {
  const { inside, enter } = open({ mostMoving: 9, mostPerHost: 9, mostOpen: 2, idleMs: 1 })
  for (const name of ['a1', 'b1', 'c1']) void enter(name)
  await settle()
  expect(inside).toEqual(['a1', 'b1'])
})
