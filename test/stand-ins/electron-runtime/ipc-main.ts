/**
 * `ipcMain`: the handlers of the main process, and the call that a preload makes.
 *
 * Assumed (electron.d.ts, `IpcMain.handle`, `ipcRenderer.invoke`): one handler a channel; arguments and answers are
 * cloned by the structured clone algorithm, so that functions and promises "will throw an exception"; of an error only the
 * message reaches the page, after "Error invoking remote method '<channel>': ".
 */
import { EventEmitter } from 'node:events'
import { createCodec } from './preload/codec.ts'
import { strict } from './strict.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

const codec = createCodec()
const handlers = new Map<string, Handler>()

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }
  removeHandler(channel: string): void {
    handlers.delete(channel)
  }
}

export const ipcMain = strict('ipcMain', new IpcMain())

export type Answer = { readonly value: string } | { readonly error: string }

/** Runs the handler of `channel` with `args`, text of the codec; the answer is text again. Never rejects. */
export async function invoke(event: object, channel: string, args: string): Promise<Answer> {
  try {
    const handler = handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return { value: codec.encode(await handler(event, ...(codec.decode(args) as unknown[]))) }
  } catch (error) {
    return { error: `Error invoking remote method '${channel}': ${String(error)}` }
  }
}
