/** Counts what undici hands out of bodies, by the path of the request, as it says on its diagnostics channel. */
import { channel } from 'node:diagnostics_channel'

export interface ReceivedBytes {
  /** Of all requests for this path, whatever their query. */
  of(path: string): number
  stop(): void
}

export function countReceivedBytes(): ReceivedBytes {
  const counts = new Map<string, number>()
  const chunks = channel('undici:request:bodyChunkReceived')
  const count = (message: unknown): void => {
    const { request, chunk } = message as { request: { path: string }; chunk: Uint8Array }
    const path = request.path.split('?')[0] ?? ''
    counts.set(path, (counts.get(path) ?? 0) + chunk.length)
  }
  chunks.subscribe(count)
  return {
    of: (path) => counts.get(path) ?? 0,
    stop: () => {
      chunks.unsubscribe(count)
    },
  }
}
