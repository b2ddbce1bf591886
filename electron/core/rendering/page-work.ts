/**
 * What a page does for the host: it waits here until one claims it, and is taken from a page that falls silent.
 *
 * Owns who does what. What is done with a last frame or a rendered file is the business of whoever asked.
 */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import { message } from '#contract/messages/message.ts'
import { FORMAT_NAMES, type RenderPlan, type RenderWork } from '#contract/rendering.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Context } from '../context/context.ts'
import type { JobProgress } from '../jobs/jobs.ts'

/** A page reports far more often, and a computer may sleep in between. */
export const MAX_SILENCE_MS = 30_000
/** `done` of `JobProgress` counts to this. */
const WHOLE = 100
/** Before this much is done, nobody can tell how long the rest takes. */
const MIN_DONE = 0.03

export type Wanted =
  | { readonly kind: 'lastFrame'; readonly assetId: string }
  | { readonly kind: 'encode'; readonly plan: RenderPlan }

interface PageWorkOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ((progress: JobProgress) => void) | undefined
  /** A page begins, maybe after another one that fell silent: what that one sent counts for nothing. */
  readonly begin?: () => Promise<void>
  /** Takes a piece of the file. @throws the disk's error, which ends the work. */
  readonly write?: (bytes: Uint8Array, position: number) => Promise<void>
}

/** A piece of a file, and where it stands in it, in bytes. */
export interface Chunk {
  readonly id: string
  readonly pageId: string
  readonly position: number
}

interface Item extends PageWorkOptions {
  readonly work: RenderWork
  /** The input that a page made of the last frame; null for a file. */
  readonly resolve: (end: Result<string | null>) => void
  readonly reject: (error: unknown) => void
  pageId: string | null
  /** By the monotonic clock: when the page began. */
  beganAtMs: number
  silence: (() => void) | null
}

const NO_WORK = fail('not_found', 'rendering.noWork')

export class PageWork {
  readonly #context: Pick<Context, 'clock' | 'events'>
  readonly #items = new Map<string, Item>()

  constructor(context: Pick<Context, 'clock' | 'events'>) {
    this.#context = context
  }

  /** What waits for a page. */
  list(): readonly RenderWork[] {
    return [...this.#items.values()].filter(({ pageId }) => pageId === null).map(({ work }) => work)
  }

  /**
   * Ends with the id of the input that a last frame became, or null when a file is sent whole.
   *
   * @throws the reason of `signal`, and what `begin` and `write` throw.
   */
  async ask(wanted: Wanted, options: PageWorkOptions): Promise<Result<string | null>> {
    options.signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Result<string | null>>()
    const work = { ...wanted, id: `render_${randomUUID()}` }
    const item: Item = { ...options, work, resolve, reject, pageId: null, beganAtMs: 0, silence: null }
    const stop = (): void => this.#end(item, () => reject(options.signal.reason))
    options.signal.addEventListener('abort', stop, { once: true })
    try {
      this.#items.set(work.id, item)
      this.#wait(item)
      return await promise
    } finally {
      options.signal.removeEventListener('abort', stop)
    }
  }

  async claim({
    id,
    pageId,
  }: ParsedInput<'rendering.claim'>): Promise<Result<{ readonly claimed: boolean }>> {
    const item = this.#items.get(id)
    if (item?.pageId !== null) return succeed({ claimed: item?.pageId === pageId })
    item.pageId = pageId
    item.beganAtMs = this.#context.clock.monotonicMs()
    this.#listen(item)
    this.#announce()
    try {
      await item.begin?.()
    } catch (error) {
      this.#end(item, () => item.reject(error))
    }
    item.onProgress?.({ done: 0, total: WHOLE, message: message('rendering.encoding') })
    return succeed({ claimed: this.#held(id, pageId) !== null })
  }

  report({ id, pageId, done }: ParsedInput<'rendering.report'>): Result<{ readonly isWanted: boolean }> {
    const item = this.#held(id, pageId)
    if (!item) return succeed({ isWanted: false })
    this.#listen(item)
    const tookMs = this.#context.clock.monotonicMs() - item.beganAtMs
    item.onProgress?.({ done: Math.floor(done * WHOLE), total: WHOLE, message: said(done, tookMs) })
    return succeed({ isWanted: true })
  }

  /** A piece of a file. `not_found` tells the page to leave the work. */
  async take({ id, pageId, position }: Chunk, bytes: Uint8Array): Promise<Result<Record<string, never>>> {
    const item = this.#held(id, pageId)
    if (!item?.write) return NO_WORK
    this.#listen(item)
    try {
      await item.write(bytes, position)
      return succeed({})
    } catch (error) {
      this.#end(item, () => item.reject(error))
      return NO_WORK
    }
  }

  fail({ id, pageId, reason, clip }: ParsedInput<'rendering.fail'>): Result<Record<string, never>> {
    const item = this.#held(id, pageId)
    if (!item) return NO_WORK
    this.#end(item, () => item.resolve(fail('invalid_input', reasonOf(item.work, reason, clip))))
    return succeed({})
  }

  finish({ id, pageId, inputId }: ParsedInput<'rendering.finish'>): Result<Record<string, never>> {
    const item = this.#held(id, pageId)
    if (!item || (item.work.kind === 'lastFrame') !== (inputId !== undefined)) return NO_WORK
    this.#end(item, () => item.resolve(succeed(inputId ?? null)))
    return succeed({})
  }

  #held(id: string, pageId: string): Item | null {
    const item = this.#items.get(id)
    return item?.pageId === pageId ? item : null
  }

  #wait(item: Item): void {
    item.pageId = null
    item.onProgress?.({ done: 0, total: WHOLE, message: message('rendering.waitsForPage') })
    this.#announce()
  }

  #listen(item: Item): void {
    item.silence?.()
    item.silence = this.#context.clock.after(MAX_SILENCE_MS, () => this.#wait(item))
  }

  #end(item: Item, settle: () => void): void {
    item.silence?.()
    if (!this.#items.delete(item.work.id)) return
    settle()
    this.#announce()
  }

  #announce(): void {
    this.#context.events.emit('rendering.changed', { items: this.list() })
  }
}

/** With the rest of the time, once it can be told. */
function said(done: number, tookMs: number): Message {
  if (done < MIN_DONE) return message('rendering.encoding')
  const minutes = Math.ceil((tookMs / done - tookMs) / 60_000)
  return message('rendering.encodingLeft', { minutes })
}

const OF_SHOT = {
  damaged: 'rendering.shotDamaged',
  noDecoder: 'rendering.shotUndecodable',
  noSoundDecoder: 'rendering.soundUndecodable',
} as const

function reasonOf(
  work: RenderWork,
  reason: ParsedInput<'rendering.fail'>['reason'],
  clip: number | undefined,
): Message {
  const plan = work.kind === 'encode' ? work.plan : null
  if (reason === 'noEncoder') {
    return message('rendering.noEncoder', { format: plan ? FORMAT_NAMES[plan.format] : 'PNG' })
  }
  if (clip !== undefined && reason === 'noTrackDecoder')
    return message('rendering.trackUndecodable', { track: clip + 1 })
  const shot = plan?.clips[clip ?? -1]?.number
  if (shot !== undefined && reason in OF_SHOT)
    return message(OF_SHOT[reason as keyof typeof OF_SHOT], { shot })
  return message(reason === 'damaged' || reason === 'noDecoder' ? `rendering.${reason}` : 'rendering.failed')
}
