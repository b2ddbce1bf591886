/** What the surrounding system can do for the user. A host declares what it has as capabilities. */
import type { Command } from '#contract/app.ts'

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
  /** Puts a text on the clipboard. */
  copyText?(text: string): Promise<void>
  /** Puts an image on the clipboard; `png` are its bytes. */
  copyImage?(png: Uint8Array): Promise<void>
  /** Drags these files out of the window, the pointer's button being down; `thumbnail` hangs on the pointer. */
  dragOut?(paths: readonly string[], thumbnail: string | null): Promise<void>
  /** Hands over what was asked for outside the page before it listened. */
  takeCommands?(): readonly Command[]
  /** Languages that the spell checker knows. */
  spellLanguages?(): readonly string[]
}
