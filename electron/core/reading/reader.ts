/**
 * Reads files from outside in a process that can be killed: what is parsed or decoded there can stop that process, and nothing
 * else.
 *
 * Each reading has a deadline, and a note on disk before it begins. When the process ends, or is ended, one reading is to blame.
 * What was read beside others is read again alone, in a fresh process, and only the file that stops that one is marked. A file
 * that is marked is not read again.
 *
 * Deadlines are counted in steps of work and not by the clock port: a computer that sleeps, or a host that is busy, does not
 * make a file slow.
 *
 * Owns the order, the deadlines and who is to blame. supervised-process.ts owns the process.
 */
import { availableParallelism } from 'node:os'
import type { ReaderProcess } from '../ports/reader-process.ts'
import type { ResponseMessage, ReadingInput, ReadingName, ReadingOutput } from './readings.ts'
import { endIfMarked, stillWanted, UNREADABLE, type OpenReading } from './open-reading.ts'
import type { ReadingNotes, UnreadableFiles } from './reading-notes.ts'
import { SupervisedProcess } from './supervised-process.ts'

export { UNREADABLE }

export interface ReadOptions {
  /** The content of the file, hex. */
  readonly sha256: string
  readonly signal?: AbortSignal
  /** Added to the deadline of its kind: for what takes longer the larger the file is. */
  readonly moreMs?: number
}

export interface Reader {
  /**
   * Reads in the order of the calls. `UNREADABLE` where the file stopped the process.
   *
   * @throws Error with the system's `code` when the disk refuses, the reason of `signal`, and an Error when Atelier closes.
   */
  read<Name extends ReadingName>(
    name: Name,
    input: ReadingInput<Name>,
    options: ReadOptions,
  ): Promise<ReadingOutput<Name> | typeof UNREADABLE>
  isUnreadable(sha256: string): boolean
  /** Marks a file that would stop whoever shows it. */
  giveUp(sha256: string): void
  /** It may be read again: the user asks for it. */
  forgive(sha256: string): void
  onUnreadable(listener: (sha256: string) => void): void
  /** What is being read may go on for a moment; then everything is refused. */
  endSoon(): void
  close(): Promise<void>
}

export interface ReaderDeps {
  readonly files: UnreadableFiles
  readonly notes: ReadingNotes
  readonly spawn: () => ReaderProcess
  /** How long each reading may work. A file that takes longer cannot be read. */
  readonly deadlinesMs: Readonly<Record<ReadingName, number>>
  readonly log: (line: string) => void
  /** The share of its usual time that a file has. */
  readonly patience: number
}

/** Beside those that decode, the next ones, and some that only read heads. */
const MAX_AT_ONCE = availableParallelism() * 4 + 2
const STEP_MS = 250
/** The share of its deadline that a file has beside others: the rest of it is for when it is read alone. */
const SHARE_BESIDE_OTHERS = 0.35
const LAST_MS = 1_500
const MAX_STARTS = 3

export function createReader(deps: ReaderDeps): Reader {
  return new SupervisedReader(deps)
}

class SupervisedReader implements Reader {
  readonly #deps: ReaderDeps
  readonly #queue: OpenReading[] = []
  readonly #running = new Map<number, OpenReading>()
  readonly #listeners: ((sha256: string) => void)[] = []
  readonly #process: SupervisedProcess
  #isSlow = false
  #failedStarts = 0
  #lastId = 0
  #steps: NodeJS.Timeout | null = null
  #ending: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(deps: ReaderDeps) {
    this.#deps = deps
    this.#process = new SupervisedProcess({
      spawn: deps.spawn,
      onResponse: (message) => this.#receive(message),
      onEnd: (reason, wasReady) => this.#ended(reason, wasReady),
    })
  }

  async read<Name extends ReadingName>(
    name: Name,
    input: ReadingInput<Name>,
    { sha256, signal, moreMs = 0 }: ReadOptions,
  ): Promise<ReadingOutput<Name> | typeof UNREADABLE> {
    const { files, notes, deadlinesMs, patience } = this.#deps
    signal?.throwIfAborted()
    if (files.has(sha256)) return UNREADABLE
    const endNote = await notes.begin(sha256)
    try {
      signal?.throwIfAborted()
      const wasInterrupted = files.wasInterrupted(sha256)
      const deadlineMs = (deadlinesMs[name] + moreMs) * patience
      const output = await this.#run({ name, input, sha256, deadlineMs, alone: wasInterrupted }, signal)
      if (wasInterrupted && output !== UNREADABLE) files.forget(sha256)
      return output as ReadingOutput<Name> | typeof UNREADABLE
    } finally {
      endNote()
    }
  }

  isUnreadable(sha256: string): boolean {
    return this.#deps.files.has(sha256)
  }

  giveUp(sha256: string): void {
    this.#deps.files.add(sha256, 'slow')
    for (const listener of this.#listeners) listener(sha256)
  }

  forgive(sha256: string): void {
    this.#deps.files.forget(sha256)
  }

  onUnreadable(listener: (sha256: string) => void): void {
    this.#listeners.push(listener)
  }

  endSoon(): void {
    this.#ending ??= setTimeout(() => this.#end(), LAST_MS)
  }

  async close(): Promise<void> {
    this.#end()
    await this.#deps.notes.close()
  }

  #end(): void {
    this.#isClosed = true
    if (this.#ending) clearTimeout(this.#ending)
    this.#refuseAll('Atelier is closing.')
    this.#process.stop()
  }

  async #run(
    what: Pick<OpenReading, 'name' | 'input' | 'sha256' | 'deadlineMs' | 'alone'>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const open: OpenReading = { ...what, resolve, reject, cancelled: null, isWorking: true, leftMs: 0 }
    const cancel = (): void => this.#cancel(open, signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      this.#queue.push(open)
      this.#next()
      return await promise
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  #next(): void {
    if (this.#isClosed) return this.#refuseAll('Atelier is closing.')
    for (let next = this.#queue[0]; next && this.#canStart(next); next = this.#queue[0]) {
      this.#queue.shift()
      this.#start(next)
    }
    if (this.#running.size === 0) this.#rest()
  }

  #canStart({ alone }: OpenReading): boolean {
    if (this.#running.size === 0) return true
    const isOneAlone = [...this.#running.values()].some((open) => open.alone)
    return !alone && !isOneAlone && this.#running.size < MAX_AT_ONCE
  }

  #start(open: OpenReading): void {
    if (endIfMarked(this.#deps.files, open)) return
    // What another file left behind in the process is not this one's fault.
    if (open.alone && !this.#process.isFresh) this.#process.stop()
    if (this.#process.isFresh) this.#isSlow = false
    const id = ++this.#lastId
    open.isWorking = true
    open.leftMs = open.deadlineMs * (open.alone ? 1 : SHARE_BESIDE_OTHERS)
    this.#running.set(id, open)
    this.#process.send({ kind: 'read', id, name: open.name, input: open.input })
    this.#steps ??= setInterval(() => this.#step(), STEP_MS)
  }

  #receive(message: ResponseMessage): void {
    this.#failedStarts = 0
    const open = this.#running.get(message.id)
    if (!open) return
    switch (message.kind) {
      case 'waits':
        open.isWorking = false
        return
      case 'works':
        open.isWorking = true
        return
      case 'done':
        open.resolve(message.output)
        break
      case 'failed':
        open.reject(Object.assign(new Error(message.message), message.code && { code: message.code }))
    }
    this.#running.delete(message.id)
    this.#next()
  }

  /** Time counts from when the process is there: a start may take long where much else is started. */
  #step(): void {
    if (!this.#process.isReady) return this.#process.startFor(STEP_MS)
    for (const open of this.#running.values()) {
      if (open.isWorking) open.leftMs -= STEP_MS
      if (open.leftMs <= 0) this.#isSlow = true
    }
    if (this.#isSlow) this.#process.kill()
  }

  #ended(reason: string, wasReady: boolean): void {
    if (wasReady) this.#failedStarts = 0
    const suspects = stillWanted(this.#running.values())
    this.#running.clear()
    if (!wasReady && ++this.#failedStarts >= MAX_STARTS) {
      this.#queue.unshift(...suspects)
      this.#failedStarts = 0
      this.#deps.log(`Files cannot be read: the process for it does not start (${reason}).`)
      return this.#refuseAll(`The process that reads files does not start: ${reason}.`)
    }
    const [only] = suspects
    if (wasReady && only?.alone) this.#blame(only, reason)
    else
      this.#queue.unshift(...suspects.map((open) => Object.assign(open, { alone: open.alone || wasReady })))
    this.#next()
  }

  #blame(open: OpenReading, reason: string): void {
    const how = this.#isSlow ? 'took too long' : `ended the process that read it (${reason})`
    this.#deps.log(`A file could not be read and is not read again: ${open.name} of ${open.sha256} ${how}.`)
    try {
      this.#deps.files.add(open.sha256, this.#isSlow ? 'slow' : 'crashed')
      for (const listener of this.#listeners) listener(open.sha256)
      open.resolve(UNREADABLE)
    } catch (error) {
      open.reject(error)
    }
  }

  /** What runs is asked to end, and has its deadline for that. */
  #cancel(open: OpenReading, reason: unknown): void {
    const at = this.#queue.indexOf(open)
    if (at >= 0) {
      this.#queue.splice(at, 1)
      return open.reject(reason)
    }
    open.cancelled = { reason }
    for (const [id, running] of this.#running)
      if (running === open) this.#process.send({ kind: 'cancel', id })
  }

  #refuseAll(why: string): void {
    const all = [...this.#running.values(), ...this.#queue]
    this.#running.clear()
    this.#queue.length = 0
    for (const { reject } of all) reject(new Error(why))
    this.#rest()
  }

  #rest(): void {
    if (this.#steps) clearInterval(this.#steps)
    this.#steps = null
    this.#process.rest()
  }
}
