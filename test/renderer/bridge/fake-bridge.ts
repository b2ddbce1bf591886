/** A bridge whose answers a test gives and whose events a test raises. */
import type { RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { createListeners, type Bridge } from '#renderer/bridge/bridge.ts'

export interface FakeBridge {
  readonly bridge: Bridge
  readonly calls: (readonly [route: string, input: unknown])[]
  raise(event: EventMessage): void
  reconnect(): void
}

/**
 * `answer` gets every call. A layout arrives as the route `layout`, a file as `upload`, `importFile`, `importZip`, `openSequence`,
 * `readRecipe`, `saveFile`, `sendRendered` or `storePreview`.
 */
export function createFakeBridge(respond: (route: string, input: unknown) => unknown): FakeBridge {
  const calls: (readonly [string, unknown])[] = []
  const events = createListeners<EventMessage>()
  const reconnects = createListeners<void>()
  return {
    calls,
    raise: events.tell,
    reconnect: () => reconnects.tell(),
    bridge: {
      async call<Data>(route: RouteName, input: unknown): Promise<RenderedResult<Data>> {
        calls.push([route, input])
        return (await respond(route, input)) as RenderedResult<Data>
      },
      layout: async (query) => {
        calls.push(['layout', query])
        return (await respond('layout', query)) as never
      },
      on: events.add,
      upload: async (_file, name) => (await respond('upload', name)) as never,
      storePreview: async (assetId, kind) => (await respond('storePreview', { assetId, kind })) as never,
      sendRendered: async (work, position) => (await respond('sendRendered', { ...work, position })) as never,
      importFile: async (_file, name) => (await respond('importFile', name)) as never,
      importZip: async (_file, name) => (await respond('importZip', name)) as never,
      openSequence: async (_file, name) => (await respond('openSequence', name)) as never,
      saveFile: async (_file, name) => (await respond('saveFile', name)) as never,
      readRecipe: async (file) => (await respond('readRecipe', file)) as never,
      onBreak: () => () => undefined,
      onReconnect: (listener) => reconnects.add(listener),
      readAgain: () => reconnects.tell(),
      onEnded: () => () => undefined,
    },
  }
}
