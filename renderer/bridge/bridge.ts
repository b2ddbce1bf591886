/**
 * The page's connection to the host: typed calls, events and uploads.
 *
 * Owns the interface only. `desktop.ts` uses the preload, `web.ts` uses HTTP.
 */
import type { ImportedSequence } from '#contract/sequences.ts'
import type { RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { ImportedFile, Recipe } from '#contract/exchange.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { Job, LayoutQuery } from '#contract/library.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { PreviewKind } from '#contract/rules/media.ts'

export type Unsubscribe = () => void

export interface Bridge {
  /** Never throws: a host that cannot be reached is an error like any other. */
  call<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<RenderedResult<RouteOutput<Name>>>
  /** A whole result set as the bytes that `contract/rules/layout.ts` describes. Aborted, it fails like an unreachable host. */
  layout(query: LayoutQuery, signal: AbortSignal): Promise<RenderedResult<ArrayBuffer>>
  on(listener: (event: EventMessage) => void): Unsubscribe
  /** Uploads a file as an input, which the host stores by hash. */
  upload(file: Blob, name: string): Promise<RenderedResult<InputMedia>>
  /** Stores a preview that the page made of an asset. */
  storePreview(
    assetId: string,
    kind: PreviewKind,
    preview: Blob,
  ): Promise<RenderedResult<Readonly<Record<string, never>>>>
  /** A piece of a file that this page renders, and where it stands in it, in bytes. */
  sendRendered(
    work: { readonly id: string; readonly pageId: string },
    position: number,
    bytes: Blob,
  ): Promise<RenderedResult<Readonly<Record<string, never>>>>
  /** Imports a file into the library, with the recipe in it. The same bytes are never imported twice. */
  importFile(file: Blob, name: string): Promise<RenderedResult<ImportedFile>>
  importZip(file: Blob, name: string, collectionId?: string): Promise<RenderedResult<Job>>
  /** Makes a sequence of an `.atelier` file. */
  openSequence(file: Blob, name: string): Promise<RenderedResult<ImportedSequence>>
  /** The recipe in a file; `not_found` where it has none. The host does not store the file. */
  readRecipe(file: Blob): Promise<RenderedResult<Recipe>>
  /** Saves a file that the page made: where the user chooses, or as a browser download. `saved` is false where the user cancels. */
  saveFile(file: Blob, name: string): Promise<RenderedResult<{ readonly saved: boolean }>>
  /** Called when the event stream breaks; the bridge reconnects by itself. */
  onBreak(listener: () => void): Unsubscribe
  /** Called when the event stream is back: what is shown may be out of date. */
  onReconnect(listener: () => void): Unsubscribe
  /** What the host said is to be read again, as after a reconnect: it speaks another language. */
  readAgain(): void
  /** Called once, when the host no longer accepts this page. */
  onEnded(listener: () => void): Unsubscribe
}

/** A set of listeners that may change while it is being called. */
export function createListeners<Message>() {
  const listeners = new Set<(message: Message) => void>()
  return {
    add(listener: (message: Message) => void): Unsubscribe {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell(message: Message): void {
      for (const listener of Array.from(listeners)) listener(message)
    },
  }
}
