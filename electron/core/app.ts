/**
 * Assembles Atelier's services from ports: the only place that knows them all.
 *
 * A host opens the application with what differs between hosts, passes calls to `call`, forwards `subscribe`d events to
 * its page, serves files found by `media`, and closes it.
 */
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { InputMedia } from '#contract/input.ts'
import type { Capability, Notice } from '#contract/routes.ts'
import { OPEN_STATES } from '#contract/task.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createEventBus } from './events.ts'
import { checkRequest, encodeRequest } from './inputs/encode.ts'
import { createInputHandlers } from './inputs/input-routes.ts'
import { createInputs } from './inputs/inputs.ts'
import { createLibrary } from './library/library.ts'
import { createLibraryHandlers } from './library/library-routes.ts'
import type { Clock } from './ports/clock.ts'
import type { Random } from './ports/random.ts'
import type { Secrets } from './ports/secrets.ts'
import type { SettingsFile } from './ports/settings.ts'
import type { Shell } from './ports/shell.ts'
import { createNoticeHandlers, createNotices } from './notices.ts'
import { createProfileHandlers } from './profiles/profile-routes.ts'
import { openProfiles, type Profiles } from './profiles/profiles.ts'
import { isLocalService } from './results/safe-address.ts'
import { createRouter } from './router.ts'
import { createServableMedia, type ServableMedia } from './servable-media.ts'
import { sendContact } from './service/client.ts'
import { createSettingsHandlers, createSettingsStore } from './settings.ts'
import { openDirectory } from './store/data-directory.ts'
import { createQueueHandlers, createTaskHandlers } from './tasks/actions.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { createEngine, type Engine } from './tasks/engine.ts'
import { forecast } from './tasks/forecast.ts'
import { createTaskStore } from './tasks/task-store.ts'

export interface AppOptions {
  readonly dataDir: string
  readonly version: string
  readonly host: 'desktop' | 'web'
  readonly capabilities: readonly Capability[]
  readonly clock: Clock
  readonly random: Random
  readonly secrets: Secrets
  readonly settings: SettingsFile
  readonly shell?: Shell
  /** Makes a fresh one-time address of the page (web host). */
  readonly launchUrl?: () => string
  /** What the host found out before the core was there, and the user must read. */
  readonly notices?: readonly Notice[]
  /** One line for the log file; never contains a key. */
  readonly log: (line: string) => void
}

export interface App {
  /** Parses `input`, handles the call and answers a Result; never throws. An unknown route is `not_found`. */
  call(route: string, input: unknown): Promise<Result<unknown>>
  /** Every event, in order, until the returned function is called. */
  subscribe(listener: (event: EventMessage) => void): () => void
  /** Files by opaque id; null where there is none. `thumb` makes the thumbnail when it is missing. */
  readonly media: ServableMedia
  /** Takes reference media as raw bytes; refuses what is not an image, a video or a sound, and what is too large. */
  addInput(name: string, bytes: Uint8Array): Promise<Result<InputMedia>>
  /** Tells where the bundled local service is now, or null while it is down. */
  setLocalService(at: { readonly baseUrl: string; readonly apiKey: string } | null): void
  /** Stops every wait, request and download, and closes the database. Open tasks go on at the service. */
  close(): Promise<void>
}

/**
 * Opens the data directory and resumes what is open.
 *
 * Fails as data: `conflict` when another Atelier has this directory open, `disk_error` or `disk_full` when it cannot be
 * written.
 */
export async function openApp(options: AppOptions): Promise<Result<App>> {
  const opened = await openDirectory(options.dataDir)
  if (!opened.ok) return opened
  const { db, media, release } = opened.data
  const { clock, random, secrets, settings: file, log, shell, launchUrl } = options
  const events = createEventBus(log)
  const notices = createNotices(events, options.notices ?? [])
  const settings = createSettingsStore(file, events)
  const library = createLibrary(db, media, clock, events, log)
  const inputs = createInputs(db, options.dataDir, clock)
  const durations = createDurationStore(db, clock)
  const store = createTaskStore(db, clock, events, (task) =>
    forecast(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
  )
  const profiles = await openProfiles({ file, secrets, events, changed: (id) => engine.release(id) })
  const engine: Engine = createEngine({
    db,
    store,
    library,
    clock,
    random,
    events,
    notices,
    log,
    address: (profileId) => profiles.address(profileId),
    encode: (request) => encodeRequest(inputs, request),
    durations,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
    settings: () => settings.current().queue,
  })
  const catalog = createCatalog({
    db,
    clock,
    address: (profileId) => profiles.address(profileId),
    source: (profileId) => {
      const profile = profiles.get(profileId)
      return profile && !profile.builtIn ? profile.baseUrl : profileId
    },
  })
  const call = createRouter(
    {
      'app.info': () =>
        succeed({
          version: options.version,
          host: options.host,
          capabilities: options.capabilities,
          dataDir: options.dataDir,
          secretProtection: secrets.protection,
        }),
      'app.launchUrl': () =>
        launchUrl
          ? succeed({ url: launchUrl() })
          : fail('not_available_here', 'Only the web host has an address to launch.'),
      ...createSettingsHandlers(settings),
      ...createNoticeHandlers(notices),
      ...createProfileHandlers({
        profiles,
        clock,
        connection: engine.connection,
        report: engine.report,
        openTasks: (profileId) =>
          OPEN_STATES.reduce((sum, state) => sum + store.withState(state, profileId).length, 0),
      }),
      'models.list': ({ profileId, refresh = false }) =>
        catalog.list(profileId ?? profiles.activeId(), refresh),
      ...createInputHandlers({
        inputs,
        library,
        allowLocal: () => isLocalService(profiles.get(profiles.activeId())?.baseUrl ?? ''),
      }),
      ...createTaskHandlers({
        store,
        engine,
        profiles,
        clock,
        check: (request, path) => checkRequest(inputs, request, path),
      }),
      ...createQueueHandlers(
        engine,
        () => profiles.activeId(),
        (profileId) => settings.current().queue.dailyCaps[profileId] ?? null,
      ),
      ...createLibraryHandlers(library, shell),
      'contact.send': (message) => contact(profiles, message, clock.now()),
    },
    log,
  )
  engine.recover()
  return succeed({
    call,
    subscribe: events.subscribe,
    media: createServableMedia(library, inputs),
    addInput: (name, bytes) => inputs.add(name, bytes),
    setLocalService: (at) => profiles.setLocalService(at),
    close: async () => {
      // Whatever fails on the way out, the directory is let go.
      try {
        await engine.close()
        await library.close()
      } finally {
        db.close()
        release()
      }
    },
  })
}

async function contact(
  profiles: Profiles,
  message: { readonly email: string; readonly content: string },
  now: number,
): Promise<Result<Record<string, never>>> {
  const address = await profiles.address(profiles.activeId())
  const baseUrl = address.ok ? address.data.baseUrl : profiles.get(profiles.activeId())?.baseUrl
  if (!baseUrl) return fail('service_unavailable', 'The service is not there now. Your message was not sent.')
  const outcome = await sendContact(baseUrl, message, now)
  if (outcome.kind === 'ok') return succeed({})
  if (outcome.kind === 'aborted') return fail('service_unavailable', 'The message was not sent.')
  return { ok: false, error: outcome.failure }
}
