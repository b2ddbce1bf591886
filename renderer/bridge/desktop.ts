/** The bridge of the desktop window: calls and events through the preload, uploads to the page's own origin. */
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { HOST_AWAY, readResult } from './result.ts'
import { createListeners, type Bridge } from './bridge.ts'
import { fetchLayout } from './layout.ts'
import { mediaUrl } from './media.ts'
import { uploadTo, type HostEndpoint } from './upload.ts'

/** What the preload puts on `window.atelier`: plain functions and plain data. */
export interface DesktopApi {
  call(route: RouteName, input: unknown): Promise<unknown>
  on(listener: (event: EventMessage) => void): () => void
}

export function createDesktopBridge(api: DesktopApi, fetch: typeof globalThis.fetch): Bridge {
  const ended = createListeners<void>()
  const endpoint: HostEndpoint = { fetch, headers: {}, onEnded: () => ended.tell() }
  return {
    async call<Data>(route: RouteName, input: unknown): Promise<Result<Data>> {
      try {
        return readResult<Data>(await api.call(route, input))
      } catch {
        return HOST_AWAY
      }
    },
    layout: (query, signal) => fetchLayout(endpoint, query, signal),
    on: (listener) => api.on(listener),
    upload: (file, name) => uploadTo(endpoint, '/inputs', file, name),
    importFile: (file, name) => uploadTo(endpoint, '/imports', file, name),
    readRecipe: (file) => uploadTo(endpoint, '/recipes', file),
    saveFile: (file, name) => uploadTo(endpoint, '/saves', file, name),
    storePreview: (assetId, kind, preview) => uploadTo(endpoint, `${mediaUrl(assetId)}/${kind}`, preview),
    onBreak: () => () => undefined,
    onReconnect: () => () => undefined,
    onEnded: (listener) => ended.add(listener),
  }
}
