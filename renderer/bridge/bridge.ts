/**
 * The page's one door to the host: typed calls, events and uploads, whatever carries them.
 *
 * Owns the interface only. `desktop.ts` speaks through the preload, `web.ts` through HTTP.
 */
import type { Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { ImportedFile, Recipe } from '#contract/exchange.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { LayoutQuery } from '#contract/library.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { PreviewKind } from '#contract/rules/previews.ts'

export type Unsubscribe = () => void

export interface Bridge {
  /** Never throws: a host that cannot be reached is an error like any other. */
  call<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<Result<RouteOutput<Name>>>
  /** A whole result set as the bytes that `contract/rules/layout.ts` describes. Aborted, it answers as if nobody had heard. */
  layout(query: LayoutQuery, signal: AbortSignal): Promise<Result<ArrayBuffer>>
  on(listener: (event: EventMessage) => void): Unsubscribe
  /** Hands a file's bytes to the host, which keeps it by hash. */
  upload(file: Blob, name: string): Promise<Result<InputMedia>>
  /** Hands over a preview that the page made of an asset. */
  storePreview(
    assetId: string,
    kind: PreviewKind,
    preview: Blob,
  ): Promise<Result<Readonly<Record<string, never>>>>
  /** Takes a file into the library, with the recipe it carries. The same bytes are never taken twice. */
  importFile(file: Blob, name: string): Promise<Result<ImportedFile>>
  /** How a file was made; `not_found` where it carries no recipe. The host keeps nothing of it. */
  readRecipe(file: Blob): Promise<Result<Recipe>>
  /** Saves a file that the page made: where the user says, or as a download of the browser. `saved` is false where the user does not. */
  saveFile(file: Blob, name: string): Promise<Result<{ readonly saved: boolean }>>
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
