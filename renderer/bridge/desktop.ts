/** The bridge of the desktop window: calls and events through the preload, files to the page's own origin. */
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { createListeners, type Bridge } from './bridge.ts'
import { fileCalls, HOST_AWAY, readResult } from './endpoint.ts'

/** What the preload puts on `window.atelier`: plain functions and plain data. */
export interface DesktopApi {
  call(route: RouteName, input: unknown): Promise<unknown>
  on(listener: (event: EventMessage) => void): () => void
}

export function createDesktopBridge(api: DesktopApi, fetch: typeof globalThis.fetch): Bridge {
  const ended = createListeners<void>()
  return {
    ...fileCalls({ fetch, headers: {}, origin: '', onEnded: () => ended.tell() }),
    async call<Data>(route: RouteName, input: unknown): Promise<Result<Data>> {
      try {
        return readResult<Data>(await api.call(route, input))
      } catch {
        return HOST_AWAY
      }
    },
    on: (listener) => api.on(listener),
    onBreak: () => () => undefined,
    onReconnect: () => () => undefined,
    onEnded: (listener) => ended.add(listener),
  }
}
