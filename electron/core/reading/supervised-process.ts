/**
 * The process that reads, for one reader: started when something is sent to it, given a time to be ready, and ended when it has
 * been idle for a while.
 *
 * Owns the process. What it reads, how long that may take and who is to blame for its end is the reader's business.
 */
import type { ReaderProcess } from '../ports/reader-process.ts'
import type { ResponseMessage, ReaderCall, ReaderMessage } from './readings.ts'

/** After this it is not worth its memory. */
const IDLE_MS = 20_000
/** A computer may be busy with much else. */
const MAX_START_MS = 60_000

interface SupervisedProcessOptions {
  readonly spawn: () => ReaderProcess
  readonly onResponse: (message: ResponseMessage) => void
  /** It ended by itself or by `kill`, not by `stop`. */
  readonly onEnd: (reason: string, wasReady: boolean) => void
}

export class SupervisedProcess {
  readonly #options: SupervisedProcessOptions
  #process: ReaderProcess | null = null
  #isReady = false
  #isFresh = true
  #startLeftMs = 0
  #idle: NodeJS.Timeout | null = null

  constructor(options: SupervisedProcessOptions) {
    this.#options = options
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Nothing has been sent to it. */
  get isFresh(): boolean {
    return this.#isFresh
  }

  send(call: ReaderCall): void {
    this.#endRest()
    this.#isFresh = false
    this.#process ??= this.#start()
    this.#process.send(call)
  }

  /** A start has lasted `ms` more. */
  startFor(ms: number): void {
    this.#startLeftMs -= ms
    if (this.#startLeftMs <= 0) this.kill()
  }

  /** Its end is reported. */
  kill(): void {
    this.#process?.kill()
  }

  /** Its end is not reported. */
  stop(): void {
    this.#endRest()
    const ending = this.#process
    this.#forget()
    ending?.kill()
  }

  /** Nothing is being read. */
  rest(): void {
    if (this.#process) this.#idle ??= setTimeout(() => this.stop(), IDLE_MS).unref()
  }

  #endRest(): void {
    if (this.#idle) clearTimeout(this.#idle)
    this.#idle = null
  }

  #forget(): void {
    this.#process = null
    this.#isReady = false
    this.#isFresh = true
  }

  #start(): ReaderProcess {
    const started = this.#options.spawn()
    this.#startLeftMs = MAX_START_MS
    started.onMessage((received) => {
      if (this.#process !== started) return
      const message = received as ReaderMessage
      if (message.kind === 'ready') this.#isReady = true
      else this.#options.onResponse(message)
    })
    started.onExit((reason) => {
      if (this.#process !== started) return
      const wasReady = this.#isReady
      this.#forget()
      this.#options.onEnd(reason, wasReady)
    })
    return started
  }
}
