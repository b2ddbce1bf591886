/** How many downloads run at once: in all and per host, hosts in rotation, without waiting for a host that stalls. */
import { expect, test } from 'vitest'
import { createDownloadSemaphore, type Permit } from '#core/results/download/semaphore.ts'

const { signal } = new AbortController()

/** Acquires permits, and records who got one. */
function open(limits: { mostActive: number; mostPerHost: number; mostOpen?: number; idleMs?: number }) {
  const semaphore = createDownloadSemaphore({ mostOpen: 48, idleMs: 60_000, ...limits })
  const running: string[] = []
  const permits = new Map<string, Permit>()
  const acquire = async (name: string, among: AbortSignal = signal): Promise<void> => {
    permits.set(name, await semaphore.acquire(name.replace(/\d+$/, ''), among))
    running.push(name)
  }
  const release = async (name: string): Promise<void> => {
    permits.get(name)?.release()
    await settle()
  }
  return { running, acquire, release, permits }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('starts a few at once, fewer per host, hosts in rotation', async () => {
  const { running, acquire, release } = open({ mostActive: 3, mostPerHost: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void acquire(name)
  await settle()
  expect(running).toEqual(['a1', 'a2', 'b1'])
  await release('a1')
  await release('a2')
  await release('b1')
  await release('a3')
  expect(running).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4'])
})

test('starts others for those that stall, but none at the same host', async () => {
  const { running, acquire, permits } = open({ mostActive: 2, mostPerHost: 2, idleMs: 30 })
  for (const name of ['a1', 'a2', 'a3']) void acquire(name)
  await settle()
  const later = acquire('b1')
  expect(running).toEqual(['a1', 'a2'])
  const alive = setInterval(() => permits.get('a1')?.reportProgress(), 5)
  await later
  clearInterval(alive)
  expect(running).toEqual(['a1', 'a2', 'b1'])
})

test('starts the next one where a waiter aborts', async () => {
  const { running, acquire, release } = open({ mostActive: 1, mostPerHost: 1 })
  await acquire('a1')
  const leaving = new AbortController()
  const gone = acquire('b1', leaving.signal)
  const next = acquire('c1')
  leaving.abort(new Error('stopped'))
  await expect(gone).rejects.toThrow('stopped')
  await release('a1')
  await next
  expect(running).toEqual(['a1', 'c1'])
  await expect(acquire('d1', leaving.signal)).rejects.toThrow('stopped')
})

test('never opens more connections than allowed, stalled or not', async () => {
  const { running, acquire } = open({ mostActive: 9, mostPerHost: 9, mostOpen: 2, idleMs: 1 })
  for (const name of ['a1', 'b1', 'c1']) void acquire(name)
  await settle()
  expect(running).toEqual(['a1', 'b1'])
})
