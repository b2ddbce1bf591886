/**
 * Starts Debian's Chromium without a window, on a profile of its own that goes with it, and speaks the DevTools protocol over its
 * pipe: commands with answers, and events by session.
 *
 * Chromium ends by itself when the pipe closes (`--remote-debugging-pipe`), so that it never outlives this process.
 */
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { CDPSession } from '@playwright/test'
import { until } from '../until.ts'

export interface Chromium {
  readonly pid: number
  readonly connection: Connection
  /** A second way to the same browser, for the test that plays the user: `http://127.0.0.1:PORT`. */
  readonly endpoint: string
  /** Resolves when the browser is gone and its profile is removed. */
  close(): Promise<void>
}

/** `hostRules` are rules of `--host-resolver-rules`. Rejects where the program cannot be started. */
export async function launchChromium(program: string, hostRules: string): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'atelier-chromium-'))
  const child = spawn(
    program,
    [
      '--headless=new',
      // Chromium's own sandbox cannot be had as root and in most containers; the page's isolation does not need it.
      '--no-sandbox',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-renderer-backgrounding',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--hide-scrollbars',
      '--password-store=basic',
      `--user-data-dir=${profile}`,
      `--host-resolver-rules=${hostRules}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const gone = once(child, 'exit').catch(() => undefined)
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const clean = () => rm(profile, { recursive: true, force: true, maxRetries: 5 })
  try {
    await connection.browser.send('Browser.getVersion')
    const port = await until(() => portIn(profile), { what: 'the port of Chromium' })
    return {
      pid: child.pid ?? 0,
      connection,
      endpoint: `http://127.0.0.1:${port}`,
      async close() {
        await connection.browser.send('Browser.close').catch(() => undefined)
        connection.close()
        await gone
        await clean()
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    await gone
    await clean()
    throw error
  }
}

/** The file appears when the port is open: its first line is the number. */
async function portIn(profile: string): Promise<number | null> {
  const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
  const port = Number(text.split('\n')[0])
  return text.includes('\n') && port > 0 ? port : null
}

/** One attached target, or the browser itself. Commands and events are typed as Playwright's are. */
export type Session = Pick<CDPSession, 'send' | 'on'>

export interface Connection {
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

/** Speaks with the Chromium whose file descriptors 3 and 4 these are. */
function connect(input: Writable, output: Readable): Connection {
  const waiting = new Map<number, (message: Message) => void>()
  const events = new Map<string, EventEmitter>()
  const life = new EventEmitter()
  let lastId = 0
  let isOpen = true
  let rest = ''

  function eventsOf(sessionId = ''): EventEmitter {
    const known = events.get(sessionId) ?? new EventEmitter().setMaxListeners(0)
    events.set(sessionId, known)
    return known
  }

  function receive(message: Message): void {
    if (message.id !== undefined) {
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    } else if (message.method !== undefined) {
      eventsOf(message.sessionId).emit(message.method, message.params)
    }
  }

  function end(): void {
    if (!isOpen) return
    isOpen = false
    for (const settle of waiting.values()) settle({ error: { message: 'Chromium has ended.' } })
    waiting.clear()
    life.emit('close')
  }

  function send(method: string, params: unknown, sessionId: string | undefined): Promise<unknown> {
    if (!isOpen) return Promise.reject(new Error(`${method}: Chromium has ended.`))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    lastId += 1
    waiting.set(lastId, ({ result, error }) =>
      error === undefined ? resolve(result) : reject(new Error(`${method}: ${error.message}`)),
    )
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
