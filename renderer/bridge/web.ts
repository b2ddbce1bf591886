/**
 * The bridge of the page in a browser: `POST /rpc/<route>` for calls, `GET /events` for events.
 *
 * A 401 or 403 from the host means that this page's session has ended; nothing is tried again after it.
 */
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { HOST_AWAY, readResult } from './result.ts'
import { createListeners, type Bridge } from './bridge.ts'
import { followEvents } from './event-stream.ts'
import { fetchLayout } from './layout.ts'
import { mediaUrl } from './media.ts'
import { uploadTo, type HostEndpoint } from './upload.ts'

/** Characters: browsers refuse to outlive a page with over 64 KiB in all (Fetch standard, 4.6), and a character may take 3 bytes. */
const LONGEST_KEPT_ALIVE = 10_000

export interface WebBridgeOptions {
  /** The page token that the host wrote into the page. */
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
    async call<Data>(route: RouteName, input: unknown): Promise<Result<Data>> {
      try {
        const body = JSON.stringify(input)
        const response = await fetch(`${origin}/rpc/${route}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          // The last draft is written while its page goes away.
          keepalive: route === 'uiState.set' && body.length <= LONGEST_KEPT_ALIVE,
        })
        if (response.status === 401 || response.status === 403) end()
        return readResult<Data>(await response.json())
      } catch {
        return HOST_AWAY
      }
    },
    layout: (query, signal) => fetchLayout(endpoint, query, signal),
    on: (listener) => events.add(listener),
    upload: (file, name) => uploadTo(endpoint, '/inputs', file, name),
    importFile: (file, name) => uploadTo(endpoint, '/imports', file, name),
    readRecipe: (file) => uploadTo(endpoint, '/recipes', file),
    saveFile: async (file, name) => {
      download(file, name)
      return { ok: true, data: { saved: true } }
    },
    storePreview: (assetId, kind, preview) => uploadTo(endpoint, `${mediaUrl(assetId)}/${kind}`, preview),
    onBreak: (listener) => breaks.add(listener),
    onReconnect: (listener) => reconnects.add(listener),
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
