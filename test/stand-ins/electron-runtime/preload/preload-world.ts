/**
 * The preload's side: an isolated world with Electron's renderer modules, the few globals a sandboxed preload has, and a
 * `require` that refuses everything else.
 *
 * Assumed (Electron's documentation, "Process Sandboxing", "Preload scripts"): `require` offers `electron` (the renderer's
 * modules), `events`, `timers` and `url`; there are `Buffer`, `process`, `setImmediate` and `clearImmediate`. The
 * stand-in has `electron` of these and says so for the rest.
 */
import type { Codec } from './codec.ts'
import type { createCrossroads, Crossing } from './main-world.ts'

/** From the preload to the main process, as text through the binding. `args` is text of the codec. */
export type ToMain =
  | { readonly do: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
  | { readonly do: 'send'; readonly channel: string; readonly args: string }
  | { readonly do: 'failed'; readonly message: string; readonly stack: string }

/** From the main process to the preload, as text handed to the function named `receiver`. */
export type ToPreload =
  | { readonly do: 'answer'; readonly id: number; readonly value?: string; readonly error?: string }
  | { readonly do: 'message'; readonly channel: string; readonly args: string }

export interface PreloadWorld {
  /** The name of the binding, and of the function that takes what comes back. */
  readonly binding: string
  readonly receiver: string
  readonly channel: string
  readonly platform: string
  readonly versions: Readonly<Record<string, string>>
}

type Preload = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: unknown,
) => void

/** Stands on its own, as the codec does: its text is run in the preload, so it is one function whatever its length. */
export function enterPreloadWorld(
  createCodec: () => Codec,
  makeCrossroads: typeof createCrossroads,
  world: PreloadWorld,
  preload: Preload,
): void {
  if (window !== window.top) return
  const codec = createCodec()
  const scope = globalThis as unknown as Record<string, (text: string) => void>
  const toMain = (message: ToMain): void => scope[world.binding]?.(JSON.stringify(message))
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, { listener: (...args: unknown[]) => void; once: boolean }[]>()
  let lastCall = 0

  const crossroads = makeCrossroads(
    codec,
    (crossing) =>
      void document.dispatchEvent(
        new CustomEvent(`${world.channel}:page`, { detail: JSON.stringify(crossing) }),
      ),
    () => undefined,
  )
  document.addEventListener(`${world.channel}:preload`, (event) => {
    crossroads.hear(JSON.parse((event as CustomEvent<string>).detail) as Crossing)
  })

  const add = (channel: string, listener: (...args: unknown[]) => void, once: boolean): void => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
  }
  const remove = (channel: string, listener: (...args: unknown[]) => void): void => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((entry) => entry.listener !== listener),
    )
  }
  const refuse = (name: string) => (): never => {
    throw new Error(`The stand-in for Electron has no ${name} in a preload.`)
  }
  const ipcRenderer = {
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const made = Promise.withResolvers<unknown>()
      try {
        const text = codec.encode(args)
        lastCall += 1
        calls.set(lastCall, made)
        toMain({ do: 'invoke', id: lastCall, channel, args: text })
      } catch (error) {
        made.reject(error)
      }
      return made.promise
    },
    send: (channel: string, ...args: unknown[]) => toMain({ do: 'send', channel, args: codec.encode(args) }),
    on: (channel: string, listener: (...args: unknown[]) => void) => (
      add(channel, listener, false),
      ipcRenderer
    ),
    once: (channel: string, listener: (...args: unknown[]) => void) => (
      add(channel, listener, true),
      ipcRenderer
    ),
    off: (channel: string, listener: (...args: unknown[]) => void) => (
      remove(channel, listener),
      ipcRenderer
    ),
    removeListener: (channel: string, listener: (...args: unknown[]) => void) => (
      remove(channel, listener),
      ipcRenderer
    ),
    removeAllListeners: (channel: string) => (listeners.delete(channel), ipcRenderer),
    sendSync: refuse('ipcRenderer.sendSync'),
    postMessage: refuse('ipcRenderer.postMessage'),
  }
  const exposed = new Set<string>()
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      }
      exposed.add(key)
      const value = codec.encode(api, crossroads.special)
      const crossing: Crossing = { do: 'expose', key, value }
      document.dispatchEvent(new CustomEvent(`${world.channel}:page`, { detail: JSON.stringify(crossing) }))
    },
  }
  const electron = {
    contextBridge,
    ipcRenderer,
    /** Assumed (electron.d.ts, `webUtils.getPathForFile`): the empty string for a file that was made by a script. */
    webUtils: { getPathForFile: (): string => '' },
    webFrame: { setZoomFactor: refuse('webFrame.setZoomFactor') },
  }
  const require = (name: string): unknown => {
    if (name === 'electron') return electron
    if (['events', 'timers', 'url'].includes(name.replace(/^node:/u, ''))) return refuse(name)()
    throw new Error(`module not found: ${name}`)
  }
  scope[world.receiver] = (text) => {
    const message = JSON.parse(text) as ToPreload
    if (message.do === 'message') {
      const entries = listeners.get(message.channel) ?? []
      for (const { listener, once } of entries) {
        if (once) remove(message.channel, listener)
        listener({ sender: ipcRenderer, ports: [] }, ...(codec.decode(message.args) as unknown[]))
      }
      return
    }
    const waiting = calls.get(message.id)
    calls.delete(message.id)
    if (message.error === undefined) waiting?.resolve(codec.decode(message.value ?? 'null'))
    else waiting?.reject(new Error(message.error))
  }
  const module = { exports: {} }
  const process = {
    platform: world.platform,
    versions: world.versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
  }
  try {
    preload(require, module, module.exports, process)
  } catch (error) {
    const { message, stack = '' } = error as Error
    toMain({ do: 'failed', message, stack })
  }
}
