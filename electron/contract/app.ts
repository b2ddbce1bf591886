/** The application itself: what it is, its notices and updates, the UI state, what the host asks the page to show. */
import { z } from 'zod'
import type { Recipe } from './exchange.ts'
import { jsonSchema, type Json } from './json.ts'
import type { Message, MessageId, Rendered } from './messages/message.ts'
import { mediaTypeSchema } from './models.ts'
import type { SecretProtection } from './profiles.ts'
import { empty, id, route } from './route.ts'

export interface AppInfo {
  readonly version: string
  readonly host: 'desktop' | 'web'
  /** What only this host can do; the page hides what is missing. */
  readonly capabilities: readonly Capability[]
  readonly dataDir: string
  readonly secretProtection: SecretProtection
  /** This computer has no keychain, and the user may choose where keys are stored (`app.chooseKeyStorage`). */
  readonly canChooseKeyStorage?: boolean
  /** The languages that the user of this computer reads, the best first. Absent: the browser knows them. */
  readonly systemLanguages?: readonly string[]
  /** Started without the graphics card and with default settings. */
  readonly safeMode?: boolean
  /** The file with the licenses of what Atelier is made of. */
  readonly licensesFile?: string
}

/**
 * `reveal`: show a file in the system's file manager. `launchUrl`: make a one-time address of the page. `chooseFolder`: let
 * the user choose a folder in the system's dialog. `desktop`: the settings of a program with a window of its own. `dragOut`: drag
 * files into other programs. `startAtLogin`: start with the user's session. `spellLanguages`: choose what the prompt's
 * spelling is checked in. `clipboard`: copy through `desktop.copyText` and `library.copyImage`, since the page may not.
 */
export type Capability =
  | 'reveal'
  | 'launchUrl'
  | 'chooseFolder'
  | 'desktop'
  | 'dragOut'
  | 'startAtLogin'
  | 'spellLanguages'
  | 'clipboard'

/** Something about the whole application that the user must read; it stands until it is cleared or dismissed. */
export interface Notice {
  readonly id: string
  readonly code: string
  readonly message: Rendered
}

/** A notice before it is said. */
export interface RaisedNotice extends Omit<Notice, 'message'> {
  readonly message: Message
}

/** One entry of the UI state: drafts, presets, snippets, favourites. Value null: it was removed. */
export interface UiStateEntry {
  readonly name: string
  readonly value: Json
}

/** The commands that the menu and the page's command palette both know, by the palette's own ids. */
export const PAGE_COMMANDS = [
  'prompt',
  'place:create',
  'place:queue',
  'place:gallery',
  'place:settings',
  'pause',
  'palette',
  'help',
] as const

export type PageCommand = (typeof PAGE_COMMANDS)[number]

/** What a link may say for the form. All of it is words that stand in a form until the user presses Generate. */
export const formFieldsSchema = z.strictObject({
  prompt: z.string().max(20_000).optional(),
  provider: z.string().trim().min(1).max(200).optional(),
  model: z.string().trim().min(1).max(300).optional(),
  mediaType: mediaTypeSchema.optional(),
})

export type FormFields = z.infer<typeof formFieldsSchema>

export type Command =
  | { readonly kind: 'run'; readonly command: PageCommand }
  | { readonly kind: 'openTask'; readonly id: string }
  | { readonly kind: 'openAsset'; readonly id: string }
  /** What agents want to send and may not without the user. */
  | { readonly kind: 'openQuotes' }
  | { readonly kind: 'fillForm'; readonly fields: FormFields }
  /** A file that says how it was made. */
  | { readonly kind: 'restoreRecipe'; readonly recipe: Recipe }

/**
 * Why this Atelier does not update itself: it was not installed, its settings are set aside, whoever installed it updates
 * it, it was built without a place for updates, or its file cannot be replaced.
 */
export type UpdatesOffReason = 'development' | 'safe_mode' | 'package_manager' | 'no_source' | 'read_only'

export type UpdateState =
  | { readonly state: 'off'; readonly reason: UpdatesOffReason }
  /** Nothing newer is known; `checkedAt` is null until it was looked for. */
  | { readonly state: 'current'; readonly checkedAt: number | null }
  | { readonly state: 'checking' }
  | { readonly state: 'available'; readonly version: string }
  /** `fraction` is 0 to 1. */
  | { readonly state: 'downloading'; readonly version: string; readonly fraction: number }
  /** Downloaded and checked; nothing is installed yet. */
  | { readonly state: 'ready'; readonly version: string }
  /** The user asked for it: Atelier ends, and is replaced then. */
  | { readonly state: 'installing'; readonly version: string }
  /** What did not work; this Atelier is as it was. */
  | { readonly state: 'failed'; readonly message: Rendered }

/**
 * Whether notifications reach the user. `failed`: the system refused the last one; `reason` is what the system says. `off`: this
 * program shows none, because for them Windows would get a shortcut to a place where it does not stay.
 */
export type NotificationHealth =
  | { readonly state: 'fine' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'off' }

export const appRoutes = {
  'app.info': route<AppInfo>()(empty),
  'app.launchUrl': route<{ readonly url: string }>()(empty),
  'notices.list': route<{ readonly items: readonly Notice[] }>()(empty),
  'notices.dismiss': route<Record<string, never>>()(z.strictObject({ id })),
  'contact.send': route<Record<string, never>>()(
    z.strictObject({
      email: z.email('app.email' satisfies MessageId).max(320),
      content: z
        .string()
        .trim()
        .min(1, 'app.noContent' satisfies MessageId)
        .max(5_000, 'app.contentTooLong' satisfies MessageId),
    }),
  ),
  'uiState.list': route<{ readonly items: readonly UiStateEntry[] }>()(
    z.strictObject({ prefix: z.string().max(200) }),
  ),
  /**
   * Null removes it. `order` counts the changes of one page: what arrives after a later change of the same name by the same
   * page is passed over.
   */
  'uiState.set': route<Record<string, never>>()(
    z.strictObject({
      name: z.string().regex(/^[\w.:/-]{1,200}$/),
      value: jsonSchema,
      order: z.strictObject({ page: z.uuid(), count: z.int().nonnegative() }).optional(),
    }),
  ),
  /** What a report to the program's makers holds, as text that the user reads before it is copied. */
  'app.supportBundle': route<{ readonly text: string }>()(empty),
  /** Asks the user where keys are stored, on a computer that has no keychain. */
  'app.chooseKeyStorage': route<{ readonly secretProtection: SecretProtection }>()(empty),
  /** A fault of the page, for the log. */
  'app.reportFault': route<Record<string, never>>()(
    z.strictObject({ message: z.string().max(2_000), stack: z.string().max(10_000).optional() }),
  ),
  /** Updates of the program itself; each call returns what came of it, and `update.changed` says what goes on. */
  'app.updates': route<UpdateState>()(empty),
  'app.checkForUpdates': route<UpdateState>()(empty),
  'app.downloadUpdate': route<UpdateState>()(empty),
  /** Ends the program, installs what was fetched and starts it. Only ever at the user's press. */
  'app.installUpdate': route<UpdateState>()(empty),
  /** What was asked for before the page listened, oldest first. Afterwards each comes as `command.invoked` (desktop). */
  'desktop.commands': route<{ readonly items: readonly Command[] }>()(empty),
  /** The languages that the spell checker knows, by their codes; none where the system chooses by itself. */
  'desktop.spellLanguages': route<{ readonly items: readonly string[] }>()(empty),
  'desktop.notifications': route<NotificationHealth>()(empty),
  /** Puts a text on the system's clipboard: the page itself is allowed no clipboard (desktop). */
  'desktop.copyText': route<Record<string, never>>(8)(z.strictObject({ text: z.string().max(1_000_000) })),
} as const
