/**
 * The bridge of the page in a browser: `POST /rpc/<route>` for calls, `GET /events` for events.
 *
 * A 401 or 403 from the host means that this page's session has ended; nothing is tried again after it.
 */
import type { RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { createListeners, type Bridge } from './bridge.ts'
import { fileCalls, post, type HostEndpoint } from './endpoint.ts'
import { followEvents } from './event-stream.ts'

/** Characters: browsers refuse to outlive a page with over 64 KiB in all (Fetch standard, 4.6), and a character may take 3 bytes. */
const MAX_KEPT_ALIVE = 10_000

export interface WebBridgeOptions {
  readonly token: string
  /** Empty for the page's own origin. */
  readonly origin: string
  readonly fetch: typeof globalThis.fetch
  /** Ends the event stream. */
  readonly signal: AbortSignal
}

export function createWebBridge({ token, origin, fetch, signal }: WebBridgeOptions): Bridge {
  const headers = { 'x-atelier-token': token }
  const events = createListeners<EventMessage>()
  const breaks = createListeners<void>()
  const reconnects = createListeners<void>()
  const ends = createListeners<void>()
  const closing = new AbortController()
  let ended = false

  function end(): void {
    if (ended) return
    ended = true
    closing.abort()
    ends.tell()
  }

  const endpoint: HostEndpoint = { fetch, headers, origin, onEnded: end }

  void followEvents({
    open: (streamSignal) => fetch(`${origin}/events`, { headers, signal: streamSignal, cache: 'no-store' }),
    onEvent: (event) => events.tell(event),
    onBreak: () => breaks.tell(),
    onReconnect: () => reconnects.tell(),
    onRefused: end,
    signal: AbortSignal.any([signal, closing.signal]),
  })

  return {
    ...fileCalls(endpoint),
    call<Data>(route: RouteName, input: unknown): Promise<RenderedResult<Data>> {
      const body = JSON.stringify(input)
      // The last draft is written while its page goes away.
      const keepalive = route === 'uiState.set' && body.length <= MAX_KEPT_ALIVE
      return post<Data>(endpoint, `/rpc/${route}`, {
        headers: { 'content-type': 'application/json' },
        body,
        keepalive,
      })
    },
    on: (listener) => events.add(listener),
    saveFile: async (file, name) => {
      download(file, name)
      return { ok: true, data: { saved: true } }
    },
    onBreak: (listener) => breaks.add(listener),
    onReconnect: (listener) => reconnects.add(listener),
    readAgain: () => reconnects.tell(),
    onEnded: (listener) => {
      if (ended) listener()
      return ends.add(listener)
    },
  }
}

/** Lets the browser download a file. The browser does not report whether the user saved it. */
function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser may still be reading a large file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
