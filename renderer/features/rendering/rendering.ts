/**
 * Does what the host asks of an open page: last frames and encoding, each in a worker of its own.
 *
 * Claims, reports and hands over. How it is done is the worker's business. Nothing of it is shown here: the host's jobs tell how far it is.
 */
import type { RenderWork } from '#contract/rendering.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { FromWorker, ToWorker } from './messages.ts'

export type RenderWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

export function startRenderWorker(): RenderWorker {
  return new Worker(new URL('render-worker.ts', import.meta.url), { type: 'module' })
}

/** From now on, one work of each kind at a time, so that a last frame does not wait for a film. */
export function followRenderWork(bridge: Bridge, start: () => RenderWorker): void {
  const pageId = crypto.randomUUID()
  const running = new Set<RenderWork['kind']>()
  let waiting: readonly RenderWork[] = []

  function look(): void {
    for (const work of waiting) {
      if (running.has(work.kind)) continue
      running.add(work.kind)
      waiting = waiting.filter((one) => one !== work)
      void attempt(work).finally(() => {
        running.delete(work.kind)
        look()
      })
    }
  }
  async function attempt(work: RenderWork): Promise<void> {
    const claim = await bridge.call('rendering.claim', { id: work.id, pageId })
    if (claim.ok && claim.data.claimed) await new RenderRun(bridge, work, pageId, start()).ended
  }
  async function load(): Promise<void> {
    const listed = await bridge.call('rendering.work', {})
    if (!listed.ok) return
    waiting = listed.data.items
    look()
  }
  bridge.on((event) => {
    if (event.name !== 'rendering.changed') return
    waiting = event.data.items
    look()
  })
  bridge.onReconnect(() => void load())
  void load()
}

class RenderRun {
  readonly ended: Promise<void>
  readonly #bridge: Bridge
  readonly #of: { readonly id: string; readonly pageId: string }
  readonly #worker: RenderWorker
  readonly #end: () => void

  constructor(bridge: Bridge, work: RenderWork, pageId: string, worker: RenderWorker) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
    this.#bridge = bridge
    this.#of = { id: work.id, pageId }
    this.#worker = worker
    worker.addEventListener(
      'message',
      (event) => void this.#receive((event as MessageEvent<FromWorker>).data),
    )
    worker.addEventListener('error', () => void this.#fail({ reason: 'failed' }))
    this.#tell({ kind: 'work', work })
  }

  #tell(message: ToWorker): void {
    this.#worker.postMessage(message, [])
  }

  async #receive(message: FromWorker): Promise<void> {
    switch (message.kind) {
      case 'progress':
        return this.#report(message.done)
      case 'chunk':
        return this.#send(message.position, message.bytes)
      case 'frame':
        return this.#keep(message.image)
      case 'whole':
        await this.#bridge.call('rendering.finish', this.#of)
        return this.#stop()
      case 'failed':
        return this.#fail(message)
    }
  }

  /** A host that cannot be reached keeps the work for a while; one that no longer wants it says so. */
  async #report(done: number): Promise<void> {
    const told = await this.#bridge.call('rendering.report', { ...this.#of, done })
    if (told.ok && !told.data.isWanted) this.#stop()
  }

  async #send(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const sent = await this.#bridge.sendRendered(this.#of, position, new Blob([bytes]))
    if (sent.ok) this.#tell({ kind: 'taken' })
    else this.#stop()
  }

  async #keep(image: Blob): Promise<void> {
    const input = await this.#bridge.upload(image, 'last-frame.png')
    if (!input.ok) return this.#fail({ reason: 'failed' })
    await this.#bridge.call('rendering.finish', { ...this.#of, inputId: input.data.id })
    this.#stop()
  }

  async #fail({ reason, clip }: Omit<Extract<FromWorker, { kind: 'failed' }>, 'kind'>): Promise<void> {
    await this.#bridge.call('rendering.fail', { ...this.#of, reason, ...(clip !== undefined && { clip }) })
    this.#stop()
  }

  #stop(): void {
    this.#worker.terminate()
    this.#end()
  }
}
