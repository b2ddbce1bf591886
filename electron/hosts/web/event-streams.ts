/**
 * `GET /events`: every event of the application as server-sent events.
 *
 * One subscription feeds all listeners. A listener that does not read is dropped once its buffer is full: it reconnects
 * and asks for a snapshot, as after any other loss of the connection.
 */
import type { App } from '#core/app.ts'
import { saidAnew, type Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import { fail } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import { resultResponse } from '#hosts/page/result-response.ts'
import { INERT_HEADERS } from '#hosts/page/security-headers.ts'

const HEARTBEAT_MS = 15_000
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const MAX_LISTENERS = 32

export type EventStreams = ReturnType<typeof createEventStreams>

interface Listener {
  readonly say: Say
  send(text: string): void
  end(): void
}

export function createEventStreams(app: App, clock: Clock, say: Say, maxBufferedBytes = MAX_BUFFERED_BYTES) {
  const encoder = new TextEncoder()
  const listeners = new Set<Listener>()
  const broadcast = (text: string) => listeners.forEach((listener) => listener.send(text))
  const unsubscribe = app.subscribe((event) => {
    const english = listeners.size > 0 ? lineOf(event) : ''
    for (const listener of listeners)
      listener.send(listener.say.isEnglish ? english : lineOf(saidAnew(event, listener.say)))
  })
  let cancelHeartbeat = clock.after(HEARTBEAT_MS, beat)

  function beat(): void {
    broadcast(': alive\n\n')
    cancelHeartbeat = clock.after(HEARTBEAT_MS, beat)
  }

  function createListener(
    controller: ReadableStreamDefaultController<Uint8Array>,
    drop: () => void,
    say: Say,
  ): Listener {
    const listener: Listener = {
      say,
      send(text) {
        controller.enqueue(encoder.encode(text))
        if ((controller.desiredSize ?? 0) > 0) return
        listeners.delete(listener)
        drop()
      },
      end: () => controller.close(),
    }
    return listener
  }

  return {
    /** A new stream in the words of `voice`; `drop` cuts the connection of a listener that fell behind. */
    open(drop: () => void, voice = say): Response {
      if (listeners.size >= MAX_LISTENERS) {
        return resultResponse(fail('conflict', 'hosts.tooManyWindows'), voice, 503)
      }
      let listener: Listener | null = null
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            listener = createListener(controller, drop, voice)
            listeners.add(listener)
            listener.send(': connected\n\n')
          },
          cancel() {
            if (listener) listeners.delete(listener)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: maxBufferedBytes }),
      )
      const type = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
      return new Response(body, { headers: { ...INERT_HEADERS, ...type } })
    },
    /** Ends every stream and the subscription. */
    close(): void {
      unsubscribe()
      cancelHeartbeat()
      listeners.forEach((listener) => listener.end())
      listeners.clear()
    },
  }
}

function lineOf(event: EventMessage): string {
  return `data: ${JSON.stringify(event)}\n\n`
}
