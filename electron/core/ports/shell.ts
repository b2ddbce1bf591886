/** What the surrounding system can do for the user. A host declares what it has as capabilities. */
import type { Command, NotificationHealth, UpdateState } from '#contract/app.ts'

export interface Shell {
  /** Shows the file in the system's file manager. */
  reveal(path: string): Promise<void>
  /** Lets the user choose a folder in the system's dialog; null when the dialog is closed without one. */
  chooseFolder?(): Promise<string | null>
  /**
   * Lets the user say where a file goes, in the system's dialog, which proposes `name` and asks before another is replaced; null
   * when the dialog is closed without it.
   */
  chooseFile?(name: string): Promise<string | null>
  copyText?(text: string): Promise<void>
  copyImage?(png: Uint8Array): Promise<void>
  /** Drags these files out of the window, the pointer's button being down; `thumbnail` hangs on the pointer. */
  dragOut?(paths: readonly string[], thumbnail: string | null): Promise<void>
  /** Hands over what was asked for outside the page before it listened. */
  takeCommands?(): readonly Command[]
  /** The languages that the user of this computer reads, the best first: tags such as `de-AT`. */
  systemLanguages?(): readonly string[]
  /** Languages that the spell checker knows. */
  spellLanguages?(): readonly string[]
  notifications?(): NotificationHealth
}

/** Updates of the program itself, where a host can replace it. */
export interface Updates {
  current(): UpdateState
  /** Looks for a newer version. Every call resolves with what came of it, never throws, and does nothing where it does not fit. */
  check(): Promise<UpdateState>
  download(): Promise<UpdateState>
  /** Ends the program and has it replaced by what was fetched. */
  install(): UpdateState
  /** Every state from now on, until the returned function is called. */
  follow(listener: (state: UpdateState) => void): () => void
}

/**
 * The proxy that a request to `url` goes through, as `http://host:port` or `https://host:port`, with user and password where it asks
 * for them; null: straight to the address.
 *
 * Rejects where the way cannot be told or taken: nothing is sent then, because going straight could be what must not be.
 */
export type FindProxy = (url: URL) => Promise<string | null>

export const straight: FindProxy = async () => null
