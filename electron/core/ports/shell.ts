/** What the surrounding system can do for the user. A host declares what it has as capabilities. */
export interface Shell {
  /** Shows the file in the system's file manager. */
  reveal(path: string): Promise<void>
  /** Lets the user choose a folder in the system's dialog; null when the dialog is closed without one. */
  chooseFolder?(): Promise<string | null>
}
