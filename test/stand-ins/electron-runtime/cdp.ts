/**
 * The DevTools protocol over Chromium's pipe: commands with answers, and events by session.
 *
 * Chromium ends by itself when the pipe closes (`--remote-debugging-pipe`), so that it never outlives this process.
 */
import type { CDPSession } from '@playwright/test'
import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** One attached target, or the browser itself. Commands and events are typed as Playwright's are. */
export interface Session {
  readonly id: string | undefined
  readonly send: CDPSession['send']
  readonly on: CDPSession['on']
}

export interface Connection {
  /** The browser's own session. */
  readonly browser: Session
  session(id: string): Session
  /** Called once, when the browser is gone. */
  onClose(listener: () => void): void
  close(): void
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly sessionId?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** The browser ended before it answered, or ends the command with this message. */
class ProtocolError extends Error {}

/** Speaks with the Chromium whose file descriptors 3 and 4 these are. */
export function connect(input: Writable, output: Readable): Connection {
  const waiting = new Map<number, { method: string; settle(message: Message): void }>()
  const events = new Map<string, EventEmitter>()
  const life = new EventEmitter()
  let lastId = 0
  let isOpen = true
  let rest = ''

  function eventsOf(sessionId = ''): EventEmitter {
    const known = events.get(sessionId)
    if (known) return known
    const made = new EventEmitter().setMaxListeners(0)
    events.set(sessionId, made)
    return made
  }

  function receive(message: Message): void {
    if (message.id !== undefined) {
      waiting.get(message.id)?.settle(message)
      waiting.delete(message.id)
    } else if (message.method !== undefined) {
      eventsOf(message.sessionId).emit(message.method, message.params)
    }
  }

  function end(): void {
    if (!isOpen) return
    isOpen = false
    for (const { settle } of waiting.values()) settle({ error: { message: 'Chromium has ended.' } })
    waiting.clear()
    life.emit('close')
  }

  function send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (!isOpen) return Promise.reject(new ProtocolError(`${method}: Chromium has ended.`))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    lastId += 1
    waiting.set(lastId, {
      method,
      settle: ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new ProtocolError(`${method}: ${error.message}`)),
    })
    input.write(`${JSON.stringify({ id: lastId, method, params: params ?? {}, sessionId })}\0`)
    return promise
  }

  output.setEncoding('utf8')
  output.on('data', (text: string) => {
    const parts = (rest + text).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) receive(JSON.parse(part) as Message)
  })
  output.on('close', end)
  output.on('error', end)
  input.on('error', end)

  function session(id?: string): Session {
    return {
      id,
      send: ((method: string, params: unknown) => send(method, params, id)) as CDPSession['send'],
      on: ((event: string, listener: (payload: unknown) => void) =>
        eventsOf(id).on(event, listener)) as unknown as CDPSession['on'],
    }
  }

  return {
    browser: session(),
    session,
    onClose: (listener) => void life.once('close', listener),
    close() {
      input.destroy()
      output.destroy()
      end()
    },
  }
}
