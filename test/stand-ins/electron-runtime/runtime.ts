/**
 * What the modules of one run share: its phase, its browser, and the journal of what the system was asked to do.
 *
 * The real module is one object per process as well; a process of the stand-in runs one application.
 */
import { readConfig } from './config.ts'
import type { Chromium } from './chromium.ts'

/** What the system was asked to do, in its order: `what` names the member (`shell.openExternal`). */
export interface Entry {
  readonly what: string
  readonly details: unknown
}

interface AnyWindow {
  close(): void
  destroy(): void
  isFocused(): boolean
}

/** The windows there are, in the order of their making. Known to the application's life and to the windows alike. */
export const windows = new Set<AnyWindow>()

export const runtime = {
  config: readConfig(process.env),
  isReady: false,
  chromium: null as Chromium | null,
  /** Schemes registered as standard and secure. */
  schemes: new Set<string>(),
  journal: [] as Entry[],
  /** What the person answers to dialogs, oldest first; a dialog without an answer is cancelled. */
  answers: [] as unknown[],
}

export function record(what: string, details: unknown = null): void {
  runtime.journal.push({ what, details })
}

/** @throws Error as Electron does for what may be used only once it is ready. */
export function needsReady(sentence: string): void {
  if (!runtime.isReady) throw new Error(sentence)
}

/** @throws Error as Electron does for what must be said before it is ready. */
export function needsStart(sentence: string): void {
  if (runtime.isReady) throw new Error(sentence)
}

/** The browser. @throws Error before it is there. */
export function chromium(): Chromium {
  if (runtime.chromium === null) throw new Error('Chromium has not been started.')
  return runtime.chromium
}
