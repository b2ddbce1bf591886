/**
 * The page's one door to the host: typed calls, events and uploads, whatever carries them.
 *
 * Owns the interface only. `desktop.ts` speaks through the preload, `web.ts` through HTTP.
 */
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { InputMedia } from '#contract/input.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'

export type Unsubscribe = () => void

export interface Bridge {
  /** Never throws: a host that cannot be reached is an error like any other. */
  call<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<Result<RouteOutput<Name>>>
  on(listener: (event: EventMessage) => void): Unsubscribe
  /** Hands a file's bytes to the host, which keeps it by hash. */
  upload(file: Blob, name: string): Promise<Result<InputMedia>>
  /** Called when events stop flowing; the bridge tries again by itself. */
  onBreak(listener: () => void): Unsubscribe
  /** Called when events flow again after a pause: whatever was shown may be out of date. */
  onReconnect(listener: () => void): Unsubscribe
  /** Called once, when the host no longer accepts this page. */
  onEnded(listener: () => void): Unsubscribe
}

/** A set of listeners that is safe to change while it is being called. */
export interface Listeners<Message> {
  add(listener: (message: Message) => void): Unsubscribe
  tell(message: Message): void
}

export function createListeners<Message>(): Listeners<Message> {
  const listeners = new Set<(message: Message) => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(message) {
      for (const listener of Array.from(listeners)) listener(message)
    },
  }
}
