/** The bridge of the desktop window: calls and events through the preload, files to the page's own origin. */
import type { RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { createListeners, type Bridge } from './bridge.ts'
import { fileCalls, hostAway, readResult } from './endpoint.ts'

/** What the preload puts on `window.atelier`: plain functions and plain data. */
export interface DesktopApi {
  call(route: RouteName, input: unknown): Promise<unknown>
  on(listener: (event: EventMessage) => void): () => void
  /** Null where the file lies nowhere: the page has made it. Throws for what is no file. */
  file(place: string, file: Blob, headers: Readonly<Record<string, string>>): Promise<unknown> | null
}

/** What takes files that the user has. */
const BY_PATH: ReadonlySet<string> = new Set([
  '/inputs',
  '/imports',
  '/imports/zip',
  '/sequences',
  '/recipes',
])
/** Below this a file is sent whole. */
const STREAMED_BYTES = 1024 ** 2

/**
 * A file that is the body itself reaches the host as one piece, held in the main process twice (Electron's source,
 * `electron_api_data_pipe_holder.cc`); its stream does not.
 */
function bodyOf(file: Blob): Pick<RequestInit, 'body'> {
  // `duplex` is of the Fetch standard and missing in the types of the DOM.
  const streaming = { body: file.stream(), duplex: 'half' }
  return file.size < STREAMED_BYTES ? { body: file } : streaming
}

export function createDesktopBridge(api: DesktopApi, fetch: typeof globalThis.fetch): Bridge {
  const ended = createListeners<void>()
  const outdated = createListeners<void>()
  /** What the user dropped or picked lies on the disk already. */
  async function handOver(
    path: string,
    file: Blob,
    headers: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    if (!BY_PATH.has(path) || !(file instanceof File)) return null
    try {
      return await api.file(path, file, headers)
    } catch {
      return null
    }
  }
  return {
    ...fileCalls({ fetch, headers: {}, origin: '', bodyOf, handOver, onEnded: () => ended.tell() }),
    async call<Data>(route: RouteName, input: unknown): Promise<RenderedResult<Data>> {
      try {
        return readResult<Data>(await api.call(route, input))
      } catch {
        return hostAway()
      }
    },
    on: (listener) => api.on(listener),
    onBreak: () => () => undefined,
    onReconnect: (listener) => outdated.add(listener),
    readAgain: () => outdated.tell(),
    onEnded: (listener) => ended.add(listener),
  }
}
