/** The calls around the program itself: support, where keys are kept, and what only a desktop can do. */
import { z } from 'zod'
import type { Command } from './command.ts'
import type { SecretProtection } from './profile.ts'
import { empty, id, route } from './route.ts'
import type { UpdateState } from './update.ts'

export const desktopRoutes = {
  /** What a report to the program's makers holds, as text that the user reads before it is copied. */
  'app.supportBundle': route<{ readonly text: string }>()(empty),
  /** Asks the user where keys are kept, on a computer that has no keychain. */
  'app.chooseKeyStorage': route<{ readonly secretProtection: SecretProtection }>()(empty),
  /** A fault of the page, for the log. */
  'app.reportFault': route<Record<string, never>>()(
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(10_000).optional() }),
  ),

  /** Updates of the program itself; each call answers with what came of it, and `update.changed` says what goes on. */
  'app.updates': route<UpdateState>()(empty),
  'app.checkForUpdates': route<UpdateState>()(empty),
  'app.downloadUpdate': route<UpdateState>()(empty),
  /** Ends the program, installs what was fetched and starts it. Only ever at the user's press. */
  'app.installUpdate': route<UpdateState>()(empty),

  /** What was asked for before the page listened, oldest first. Afterwards each comes as `command.invoked` (desktop). */
  'desktop.commands': route<{ readonly items: readonly Command[] }>()(empty),
  /** The languages that the spell checker knows, by their codes; none where the system chooses by itself. */
  'desktop.spellLanguages': route<{ readonly items: readonly string[] }>()(empty),
  /** Puts a text on the system's clipboard: the page itself is allowed no clipboard (desktop). */
  'desktop.copyText': route<Record<string, never>>()(z.strictObject({ text: z.string().max(1_000_000) })),
  /** Puts a picture of the library on the system's clipboard, as PNG (desktop). */
  'library.copyImage': route<Record<string, never>>()(z.strictObject({ id })),
  /** Begins to drag the files of these assets out of the window. Call it while the pointer's button is down. */
  'library.dragOut': route<Record<string, never>>()(
    z.strictObject({ ids: z.array(id).min(1).max(500, 'At most 500 files at once.') }),
  ),
} as const
