/**
 * The preload's side: an isolated world with Electron's renderer modules, the few globals a sandboxed preload has, and a
 * `require` that refuses everything else.
 *
 * Assumed (Electron's documentation, "Process Sandboxing", "Preload scripts"): `require` offers `electron` (the renderer's
 * modules), `events`, `timers` and `url`; there are `Buffer`, `process`, `setImmediate` and `clearImmediate`. The
 * stand-in has of these what Atelier's preload uses.
 */
import type { createCodec, createCrossroads, Crossing } from './main-world.ts'

/** From the preload to the main process, as text through the binding. `args` is text of the codec. */
export type ToMain =
  | { readonly do: 'invoke'; readonly id: number; readonly channel: string; readonly args: string }
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
}

type Preload = (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void
type Listener = (...args: unknown[]) => void

/** Stands on its own, as the codec does: its text is run in the preload, so it is one function whatever its length. */
export function enterPreloadWorld(
  makeCodec: typeof createCodec,
  makeCrossroads: typeof createCrossroads,
  world: PreloadWorld,
  preload: Preload,
): void {
  if (window !== window.top) return
  const codec = makeCodec()
  const scope = globalThis as unknown as Record<string, (text: string) => void>
  const toMain = (message: ToMain): void => scope[world.binding]?.(JSON.stringify(message))
  const toPage = (crossing: Crossing): void => {
    const detail = JSON.stringify(crossing)
    document.dispatchEvent(new CustomEvent(`${world.channel}:page`, { detail }))
  }
  const calls = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, Set<Listener>>()
  let lastCall = 0

  const crossroads = makeCrossroads(codec, toPage, () => undefined)
  document.addEventListener(`${world.channel}:preload`, (event) => {
    crossroads.hear(JSON.parse((event as CustomEvent<string>).detail) as Crossing)
  })

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
    on(channel: string, listener: Listener) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      return ipcRenderer
    },
    off(channel: string, listener: Listener) {
      listeners.get(channel)?.delete(listener)
      return ipcRenderer
    },
  }
  const exposed = new Set<string>()
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      }
      exposed.add(key)
      toPage({ do: 'expose', key, value: codec.encode(api, crossroads.special) })
    },
  }
  // A File does not cross between the worlds here: the page's call throws before it comes to this.
  const webUtils = { getPathForFile: () => '' }
  const require = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer, webUtils }
    throw new Error(`module not found: ${name}`)
  }
  scope[world.receiver] = (text) => {
    const message = JSON.parse(text) as ToPreload
    if (message.do === 'message') {
      for (const listener of listeners.get(message.channel) ?? [])
        listener({ sender: ipcRenderer, ports: [] }, ...(codec.decode(message.args) as unknown[]))
      return
    }
    const waiting = calls.get(message.id)
    calls.delete(message.id)
    if (message.error === undefined) waiting?.resolve(codec.decode(message.value ?? 'null'))
    else waiting?.reject(new Error(message.error))
  }
  const module = { exports: {} }
  try {
    preload(require, module, module.exports)
  } catch (error) {
    const { message, stack = '' } = error as Error
    toMain({ do: 'failed', message, stack })
  }
}
