/**
 * Every call renderer → host: the schema of its input and the type of its output.
 *
 * Adding a call touches this file and its handler; the preload and the HTTP bridge never change. Names and shapes listed
 * in the architecture's contract are relied on by scripts and stay.
 */
import { z } from 'zod'
import type { Asset, LibraryStats } from './asset.ts'
import type { InputMedia } from './input.ts'
import {
  exportSchema,
  libraryFilterSchema,
  librarySortSchema,
  type Collection,
  type DuplicateGroup,
  type Job,
  type LibraryFacets,
  type Lineage,
  type MembersChanged,
  type SavedSearch,
} from './library.ts'
import { createRoutes } from './create-routes.ts'
import { desktopRoutes } from './desktop-routes.ts'
import type { ModelList } from './model.ts'
import type { Connection, Profile, ProfileTest, SecretProtection } from './profile.ts'
import { apiKey, baseUrl, cursor, empty, id, ids, limit, name, profileId, route, type Page } from './route.ts'
import { settingsChangeSchema, type Settings } from './settings.ts'
import { generateRequestSchema, taskStateSchema, type Task, type TaskDetail, type TaskState } from './task.ts'

export interface AppInfo {
  readonly version: string
  readonly host: 'desktop' | 'web'
  /** What only this host can do; the page hides what is missing. */
  readonly capabilities: readonly Capability[]
  readonly dataDir: string
  readonly secretProtection: SecretProtection
  /** This computer has no keychain, and the user may choose where keys are kept (`app.chooseKeyStorage`). */
  readonly canChooseKeyStorage?: boolean
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

export interface QueueLimit {
  /**
   * Which limit holds tasks back: a missing key, the service's limit a minute or a day, how many may be at work at once,
   * a service that is away, the user's own cap a day, or the disk.
   */
  readonly kind: 'key' | 'minute' | 'day' | 'concurrency' | 'offline' | 'cap' | 'disk'
  readonly profileId: string
  readonly message: string
  /** Until when, where that is known. */
  readonly until?: number
  /** Tasks it holds back. */
  readonly waiting: number
}

export interface QueueState {
  readonly paused: boolean
  /** Why nothing is being sent, in plain words; null while things move. */
  readonly reason: string | null
  readonly counts: Readonly<Record<TaskState, number>>
  readonly limits: { readonly holding: readonly QueueLimit[] }
}

/** What became of generate requests: `sending` is under way, `not_sent` never left and cost nothing. */
export type RequestOutcome =
  'sending' | 'accepted' | 'rejected' | 'unauthorized' | 'rate_limited' | 'not_sent' | 'unknown'

/** How many generate requests a profile sent on one day. */
export interface RequestCount {
  /** The local day, as YYYY-MM-DD. */
  readonly day: string
  readonly profileId: string
  readonly provider: string
  readonly model: string
  readonly outcome: RequestOutcome
  readonly number: number
}

export interface RequestUsage {
  /** Newest day first. */
  readonly items: readonly RequestCount[]
  /** Requests that left today. */
  readonly sentToday: number
  /** The user's own cap a day, null while there is none. */
  readonly dailyCap: number | null
}

/** Something about the whole application that the user must read; it stands until it is cleared or dismissed. */
export interface Notice {
  readonly id: string
  readonly code: string
  readonly message: string
}

export interface ConnectionState {
  readonly profileId: string
  readonly connection: Connection
  readonly message: string
}

export const routes = {
  'app.info': route<AppInfo>()(empty),
  'app.launchUrl': route<{ readonly url: string }>()(empty),

  'notices.list': route<{ readonly items: readonly Notice[] }>()(empty),
  'notices.dismiss': route<Record<string, never>>()(z.strictObject({ id })),

  'profiles.list': route<{ readonly items: readonly Profile[]; readonly activeId: string }>()(empty),
  'profiles.create': route<Profile>()(z.strictObject({ name, baseUrl, apiKey: apiKey.optional() })),
  'profiles.update': route<Profile>()(
    z.strictObject({ id, name: name.optional(), baseUrl: baseUrl.optional() }),
  ),
  'profiles.setKey': route<Profile>()(z.strictObject({ id, apiKey: apiKey.nullable() })),
  'profiles.activate': route<Record<string, never>>()(z.strictObject({ id })),
  'profiles.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'profiles.test': route<ProfileTest>()(z.strictObject({ id })),
  'profiles.connection': route<ConnectionState>()(z.strictObject({ id })),

  'models.list': route<ModelList>()(z.strictObject({ profileId, refresh: z.boolean().optional() })),

  /**
   * Takes reference media, checked by their bytes. From an address they are fetched once and kept too; the address itself is what
   * is sent, unless the reference's shape says otherwise. The same media twice are one input.
   */
  'inputs.add': route<InputMedia>()(
    z.union(
      [
        z.strictObject({
          name: z.string().max(300),
          dataUrl: z.string().startsWith('data:', 'A dataUrl starts with "data:".'),
        }),
        z.strictObject({ url: z.string().max(8_000) }),
        z.strictObject({ assetId: id }),
      ],
      'Give {name, dataUrl}, {url} or {assetId}.',
    ),
  ),
  'inputs.get': route<InputMedia>()(z.strictObject({ id })),

  'tasks.submit': route<{ readonly batchId: string; readonly tasks: readonly Task[] }>()(
    z.strictObject({
      profileId,
      requests: z
        .array(generateRequestSchema)
        .min(1, 'Give at least one request.')
        .max(1_000, 'At most 1,000 requests at once.'),
      name: z.string().trim().max(200).optional(),
      /** One press of the button. A second call with the same id answers with the first one's tasks and sends nothing. */
      pressId: z.uuid().optional(),
    }),
  ),
  'tasks.list': route<Page<Task>>()(
    z.strictObject({
      states: z.array(taskStateSchema).max(20).optional(),
      batchId: id.optional(),
      cursor,
      limit,
    }),
  ),
  'tasks.get': route<TaskDetail>()(z.strictObject({ id })),
  'tasks.decide': route<Task>()(
    z.strictObject({
      id,
      action: z.enum(['resend', 'discard', 'link']),
      remoteId: z.string().trim().min(1).max(500).optional(),
    }),
  ),
  'tasks.retry': route<Task>()(z.strictObject({ id })),
  'tasks.stop': route<Record<string, never>>()(z.strictObject({ id })),
  'tasks.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'tasks.adopt': route<Task>()(
    z.strictObject({ profileId, remoteId: z.string().trim().min(1, 'Enter the task id.').max(500) }),
  ),

  'queue.state': route<QueueState>()(empty),
  'queue.pause': route<QueueState>()(empty),
  'queue.resume': route<QueueState>()(empty),
  /**
   * Takes off the list all that waits, which was never sent and costs nothing, or all that has ended and needs nothing more.
   * Files in the library stay.
   */
  'queue.clear': route<{ readonly removed: number }>()(
    z.strictObject({ what: z.enum(['waiting', 'ended']) }),
  ),
  'queue.usage': route<RequestUsage>()(
    z.strictObject({ profileId, days: z.int().min(1).max(366).optional() }),
  ),

  'library.query': route<Page<Asset> & { readonly total: number }>()(
    libraryFilterSchema.extend({ sort: librarySortSchema.optional(), cursor, limit }),
  ),
  'library.facets': route<LibraryFacets>()(libraryFilterSchema),
  'library.get': route<Asset>()(z.strictObject({ id })),
  /** Those that exist, in the order asked for. */
  'library.getMany': route<{ readonly items: readonly Asset[] }>()(
    z.strictObject({ ids: z.array(id).min(1, 'Name at least one id.').max(500) }),
  ),
  'library.update': route<{ readonly changed: number }>()(
    z.strictObject({
      ids,
      rating: z.int().min(0).max(5).optional(),
      favorite: z.boolean().optional(),
      addTags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      removeTags: z.array(z.string().trim().min(1).max(100)).max(100).optional(),
      title: z.string().trim().max(500).optional(),
    }),
  ),
  'library.trash': route<{ readonly changed: number }>()(z.strictObject({ ids })),
  'library.restore': route<{ readonly changed: number }>()(z.strictObject({ ids })),
  /** Deletes for good what is in the trash, or only these of it. */
  'library.emptyTrash': route<{ readonly deleted: number }>()(z.strictObject({ ids: ids.optional() })),
  'library.lineage': route<Lineage>()(z.strictObject({ id })),
  'library.duplicates': route<{ readonly items: readonly DuplicateGroup[] }>()(empty),
  'library.similar': route<{ readonly items: readonly Asset[] }>()(z.strictObject({ id })),
  'library.export': route<Job>()(exportSchema),
  /** The names that an export would give to these, before doubles are numbered. */
  'library.exportNames': route<{ readonly names: readonly string[] }>()(
    exportSchema.pick({ template: true, embedRecipe: true }).extend({ ids: z.array(id).min(1).max(10) }),
  ),
  /** Without `folder` the user chooses one (desktop). */
  'library.import': route<Job>()(z.strictObject({ folder: z.string().min(1).max(4_000).optional() })),
  'library.backup': route<Job>()(empty),
  'library.verify': route<{ readonly checked: number; readonly missing: number; readonly damaged: number }>()(
    empty,
  ),
  'library.rebuild': route<{ readonly assets: number; readonly tasks: number }>()(empty),
  'library.stats': route<LibraryStats>()(empty),
  'library.reveal': route<Record<string, never>>()(z.strictObject({ id })),

  /** A recipe file of an asset or of a task: its text, and a name for it. Nothing is written. */
  'recipes.make': route<{ readonly name: string; readonly text: string }>()(
    z.union([z.strictObject({ assetId: id }), z.strictObject({ taskId: id })], 'Give {assetId} or {taskId}.'),
  ),

  'collections.list': route<{ readonly items: readonly Collection[] }>()(empty),
  'collections.create': route<Collection>()(z.strictObject({ name, parentId: id.nullable().optional() })),
  'collections.update': route<Collection>()(
    z.strictObject({ id, name: name.optional(), parentId: id.nullable().optional() }),
  ),
  /** Takes the collection away, and those nested in it; its assets stay in the library. */
  'collections.remove': route<Record<string, never>>()(z.strictObject({ id })),
  /** Takes a `collections.remove` back, until the host ends. */
  'collections.restore': route<Collection>()(z.strictObject({ id })),
  'collections.add': route<MembersChanged>()(z.strictObject({ id, assetIds: ids })),
  'collections.drop': route<MembersChanged>()(z.strictObject({ id, assetIds: ids })),

  'searches.list': route<{ readonly items: readonly SavedSearch[] }>()(empty),
  'searches.create': route<SavedSearch>()(z.strictObject({ name, filter: libraryFilterSchema })),
  'searches.update': route<SavedSearch>()(
    z.strictObject({ id, name: name.optional(), filter: libraryFilterSchema.optional() }),
  ),
  'searches.remove': route<Record<string, never>>()(z.strictObject({ id })),

  'jobs.list': route<{ readonly items: readonly Job[] }>()(empty),
  'jobs.cancel': route<Job>()(z.strictObject({ id })),

  ...createRoutes,
  ...desktopRoutes,

  'contact.send': route<Record<string, never>>()(
    z.strictObject({
      email: z.email('Enter an e-mail address, such as name@example.com.').max(320),
      content: z.string().trim().min(1, 'Write a message.').max(5_000, 'At most 5,000 characters.'),
    }),
  ),

  'settings.get': route<Settings>()(empty),
  'settings.set': route<Settings>()(settingsChangeSchema),
} as const

export type Routes = typeof routes
export type RouteName = keyof Routes
export type RouteInput<Name extends RouteName> = z.input<Routes[Name]['input']>
export type ParsedInput<Name extends RouteName> = z.output<Routes[Name]['input']>
export type RouteOutput<Name extends RouteName> = NonNullable<Routes[Name]['output']>
