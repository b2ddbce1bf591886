/**
 * The application, as a host sees it.
 *
 * A host opens it with what differs between hosts, passes calls to `call`, forwards `subscribe`d events to its page, serves
 * files found by `media`, and closes it.
 */
import type { Capability, RaisedNotice } from '#contract/app.ts'
import type { ImportedSequence } from '#contract/sequences.ts'
import type { RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { ImportedFile, Recipe } from '#contract/exchange.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { Job } from '#contract/library.ts'
import type { PreviewKind } from '#contract/rules/media.ts'
import type { Context } from './context/context.ts'
import type { AgentAccess } from './agents/agents.ts'
import type { Upload } from './library/exchange/import-library.ts'
import type { Bytes } from './media/receive-file.ts'
import type { Chunk } from './rendering/page-work.ts'
import type { FindProxy, Shell, Updates } from './ports/shell.ts'
import type { SpawnReader } from './ports/reader-process.ts'
import type { Secrets, SettingsFile } from './ports/settings.ts'
import type { ServableMedia } from './servable-media.ts'

export interface AppOptions extends Pick<Context, 'dataDir' | 'clock' | 'random' | 'log'> {
  readonly version: string
  readonly host: 'desktop' | 'web'
  readonly capabilities: readonly Capability[]
  readonly secrets: Secrets
  readonly settings: SettingsFile
  /** Days end in this host's time zone from now on. Without it, in that of the host that the user started last. */
  readonly startedByUser?: boolean
  readonly shell?: Shell
  /** The process that reads files from outside. */
  readonly reader?: {
    /** Without it, Node's `fork`. */
    readonly spawn?: SpawnReader
    /** For tests: the share of its usual time that a file has. */
    readonly patience?: number
  }
  /** A thread watches over the host's own. */
  readonly watchdog?: boolean
  readonly updates?: Updates
  readonly agentServer?: {
    readonly mcpUrl: () => string | null
    readonly command: () => Promise<readonly string[]>
  }
  /** The proxy that the system names for an address; without it the system has none. */
  readonly systemProxy?: FindProxy
  /** Makes a fresh one-time address of the page (web host). */
  readonly launchUrl?: () => string
  /** What the host found out before the core was there, and the user must read. */
  readonly notices?: readonly RaisedNotice[]
  readonly safeMode?: boolean
  readonly licensesFile?: string
  /** The end of the logs and the notes of crashes, by file, for a report that the user reads first. */
  readonly supportLogs?: () => Promise<string>
}

export interface App {
  /** Parses `input`, handles the call and answers a Result; never throws. An unknown route is `not_found`. */
  call(route: string, input: unknown): Promise<RenderedResult<unknown>>
  /** Every event, in order, until the returned function is called. */
  subscribe(listener: (event: EventMessage) => void): () => void
  /** What agents may do; a host's server for them passes nothing else on. */
  readonly agents: AgentAccess
  /** Files by opaque id; null where there is none. Rejects for what nobody foresaw, which is logged. `thumb` makes the thumbnail when it is missing. */
  readonly media: ServableMedia
  /**
   * Takes reference media as raw bytes; refuses what is not an image, a video or audio, and what is too large. Rejects when the sender
   * goes away.
   */
  addInput(name: string, bytes: Bytes): Promise<RenderedResult<InputMedia>>
  addPreview(
    assetId: string,
    kind: PreviewKind,
    bytes: Uint8Array,
  ): Promise<RenderedResult<Record<string, never>>>
  /** Takes a piece of the file that a page renders. `not_found` where it is no longer wanted of that page. */
  addRendered(chunk: Chunk, bytes: Uint8Array): Promise<RenderedResult<Record<string, never>>>
  /** The layout of a result set, as layout.ts of the contract lays it down; `input` is parsed. Never throws. */
  layout(input: unknown): Promise<RenderedResult<Uint8Array<ArrayBuffer>>>
  /** Takes a file into the library, with what it says about how it was made. Rejects when the sender goes away. */
  importFile(upload: Upload): Promise<RenderedResult<ImportedFile>>
  /** Begins to take in the files of a zip, into the collection if one is named. Rejects when the sender goes away. */
  importZip(upload: Upload, collectionId?: string): Promise<RenderedResult<Job>>
  /** Makes a sequence of an `.atelier` file. Rejects when the sender goes away. */
  openSequence(name: string, bytes: Bytes): Promise<RenderedResult<ImportedSequence>>
  /** How the file was made, from what the library knows or what the file says; `not_found` where neither does. Rejects as above. */
  readRecipe(bytes: Bytes): Promise<RenderedResult<Recipe>>
  /**
   * Saves a file that the page made where the user says; `saved` is false where the user does not. Absent where the host has no
   * dialog to ask in.
   */
  readonly saveFile?: (name: string, bytes: Bytes) => Promise<RenderedResult<{ readonly saved: boolean }>>
  /** Tells where the bundled local service is now, or null while it is down. `starting`: the place follows. */
  setLocalService(at: { readonly baseUrl: string; readonly apiKey: string } | 'starting' | null): void
  /** The computer has slept: looks at once for what is due, within the services' limits. */
  wake(): void
  /** Starts no request any more; resolves when none is being sent, or after `limitMs`. One that is cut off may have been paid. */
  finishSending(limitMs: number): Promise<void>
  /** Stops every wait, request and download, and closes the database. Open tasks go on at the service. */
  close(): Promise<void>
  /** Closes the database and gives the directory free before it returns, for a process that is ended then. */
  closeAtOnce(): void
}
