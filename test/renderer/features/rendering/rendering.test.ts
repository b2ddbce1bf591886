/** What a page tells the host while a worker renders: by the worker's word, as a page in the background has slow timers. */
import { expect, it } from 'vitest'
import type { FromWorker } from '#renderer/features/rendering/messages.ts'
import { followRenderWork, type RenderWorker } from '#renderer/features/rendering/rendering.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const ok = (data: unknown) => ({ ok: true, data })
const WORK = { id: 'w', kind: 'lastFrame', assetId: 'a' } as const

/** A page that has claimed its work, and the worker that does it. */
async function begin() {
  const host = { isWanted: true }
  const { bridge, calls } = createFakeBridge((route) => {
    if (route === 'rendering.work') return ok({ items: [WORK] })
    if (route === 'rendering.claim') return ok({ claimed: true })
    return ok({ isWanted: host.isWanted })
  })
  const worker = Object.assign(new EventTarget(), {
    told: [] as unknown[],
    isEnded: false,
    postMessage: (message: unknown) => void worker.told.push(message),
    terminate: () => void (worker.isEnded = true),
  })
  followRenderWork(bridge, () => worker as RenderWorker)
  await expect.poll(() => worker.told).toEqual([{ kind: 'work', work: WORK }])
  const say = (data: FromWorker) => worker.dispatchEvent(new MessageEvent('message', { data }))
  const reported = () =>
    calls.flatMap(([route, input]) =>
      route === 'rendering.report' ? [(input as { done: number }).done] : [],
    )
  return { host, worker, say, reported }
}

it('reports how far the worker is when the worker says so', async () => {
  const { say, reported } = await begin()
  say({ kind: 'progress', done: 0.25 })
  expect(reported()).toEqual([0.25])
})

it('ends the worker when the host no longer wants it', async () => {
  const { host, worker, say } = await begin()
  host.isWanted = false
  say({ kind: 'progress', done: 0.5 })
  await expect.poll(() => worker.isEnded, { timeout: 1_000 }).toBe(true)
})
