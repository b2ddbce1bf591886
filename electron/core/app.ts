/**
 * Assembles Atelier's services from ports: the only place that knows them all.
 *
 * A host opens the application with what differs between hosts, passes calls to `call`, forwards `subscribe`d events to
 * its page, serves files found by `media`, and closes it.
 */
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { InputMedia } from '#contract/input.ts'
import { layoutQuerySchema, type ImportedFile, type Recipe } from '#contract/library.ts'
import type { PreviewKind } from '#contract/preview.ts'
import type { Capability, Notice } from '#contract/routes.ts'
import { OPEN_STATES } from '#contract/task.ts'
import { createAppHandlers, createContactHandlers } from './app-routes.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createCreateServices } from './create-services.ts'
import { createDesktopHandlers } from './desktop-routes.ts'
import { createEventBus } from './events.ts'
import { checkRequest } from './inputs/check-request.ts'
import { encodeRequest } from './inputs/encode.ts'
import { createInputHandlers } from './inputs/input-routes.ts'
import { createInputs } from './inputs/inputs.ts'
import { createReadyMedia } from './inputs/ready-media.ts'
import { restoreInputs } from './inputs/restore-inputs.ts'
import { createStorage } from './inputs/storage/storage.ts'
import { createJobHandlers } from './jobs/job-routes.ts'
import { createJobs } from './jobs/jobs.ts'
import { createExchangeHandlers } from './library/exchange/exchange-routes.ts'
import { createExporter } from './library/exchange/export-library.ts'
import { createImporter, type Upload } from './library/exchange/import-library.ts'
import { createLibrary } from './library/library.ts'
import { createLibraryHandlers } from './library/library-routes.ts'
import { createCollectionHandlers, createSearchHandlers } from './library/shelf-routes.ts'
import { createUpkeep } from './library/upkeep.ts'
import { recipeOfUpload } from './library/provenance/recipe-of-upload.ts'
import type { Clock } from './ports/clock.ts'
import type { FindProxy } from './ports/proxy.ts'
import type { Random } from './ports/random.ts'
import type { Secrets } from './ports/secrets.ts'
import type { SettingsFile } from './ports/settings.ts'
import type { Shell } from './ports/shell.ts'
import type { Updates } from './ports/updates.ts'
import { createNoticeHandlers, createNotices } from './notices.ts'
import { createProfileHandlers } from './profiles/profile-routes.ts'
import { openProfiles } from './profiles/profiles.ts'
import { throughProxy } from './profiles/through-proxy.ts'
import { isLocalService } from './results/safe-address.ts'
import { createRouter, invalidInput } from './router.ts'
import { createFindProxy } from './service/find-proxy.ts'
import { createServableMedia, type ServableMedia } from './servable-media.ts'
import { createSettingsHandlers, createSettingsStore } from './settings.ts'
import { createSupportHandlers } from './support-routes.ts'
import { isDamage } from './store/damage.ts'
import { openDirectory, type OpenDirectory } from './store/data-directory.ts'
import { checkIntegrity } from './store/integrity.ts'
import { databasePath } from './store/library-database.ts'
import { askForRepair } from './store/repair.ts'
import { createQueueHandlers, createTaskHandlers } from './tasks/actions.ts'
import { createArrangeHandlers, createForecastHandler } from './tasks/arrange-routes.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { createEngine, type Engine } from './tasks/engine.ts'
import { forecast } from './tasks/forecast.ts'
import { createQueueOrder } from './tasks/queue-order.ts'
import { createTaskStore } from './tasks/task-store.ts'
import { createUpdateHandlers } from './update-routes.ts'

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
  readonly updates?: Updates
  /** The proxy that the system names for an address; without it the system has none. */
  readonly systemProxy?: FindProxy
  /** Makes a fresh one-time address of the page (web host). */
  readonly launchUrl?: () => string
  /** What the host found out before the core was there, and the user must read. */
  readonly notices?: readonly Notice[]
  readonly safeMode?: boolean
  readonly licensesFile?: string
  /** The end of the logs and the notes of crashes, by file, for a report that the user reads first. */
  readonly supportLogs?: () => Promise<string>
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
  /** Keeps a preview that the page made of an asset. */
  addPreview(assetId: string, kind: PreviewKind, bytes: Uint8Array): Promise<Result<Record<string, never>>>
  /** The layout of a result set, as layout.ts of the contract lays it down; `input` is parsed. Never throws. */
  layout(input: unknown): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** Takes a file into the library, with what it says about how it was made. Rejects when the sender goes away. */
  importFile(upload: Upload): Promise<Result<ImportedFile>>
  /** How the file was made, from what the library knows or what the file says; `not_found` where neither does. */
  readRecipe(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Recipe>>
  /** Tells where the bundled local service is now, or null while it is down. */
  setLocalService(at: { readonly baseUrl: string; readonly apiKey: string } | null): void
  /** Stops every wait, request and download, and closes the database. Open tasks go on at the service. */
  close(): Promise<void>
}

/**
 * Opens the data directory and resumes what is open. What is damaged there is set aside and built again.
 *
 * Fails as data: `conflict` when another Atelier has this directory open, `disk_error` or `disk_full` when it cannot be
 * written.
 */
export async function openApp(options: AppOptions): Promise<Result<App>> {
  try {
    return await openOnce(options)
  } catch (error) {
    // Found by what every start reads. The next one repairs it.
    const reason = await damageBehind(error, options)
    if (reason === null) throw error
    options.log(`library.db is damaged: ${reason}`)
    await askForRepair(databasePath(options.dataDir), reason, options.clock.now())
    return openOnce(options)
  }
}

/** What is wrong with library.db when a start fails; null when it is not the cause. Rows that contradict one another fail in many ways. */
async function damageBehind(error: unknown, { dataDir }: AppOptions): Promise<string | null> {
  if (isDamage(error)) return error instanceof Error ? error.message : String(error)
  const order = { path: databasePath(dataDir), depth: 'indexes' } as const
  return checkIntegrity(order, new AbortController().signal).catch(() => null)
}

/** @throws also where library.db turns out to be damaged. */
async function openOnce(options: AppOptions): Promise<Result<App>> {
  const opened = await openDirectory(options.dataDir, options.clock)
  if (!opened.ok) return opened
  try {
    return succeed(await assemble(options, opened.data))
  } catch (error) {
    opened.data.release(true)
    throw error
  }
}

async function assemble(options: AppOptions, { db, media, release }: OpenDirectory): Promise<App> {
  const { clock, random, secrets, settings: file, log, shell } = options
  const events = createEventBus(log)
  const notices = createNotices(events, options.notices ?? [])
  const jobs = createJobs(events, clock, log)
  const settings = createSettingsStore(file, events)
  const library = createLibrary(options.dataDir, db, media, clock, events, log)
  const { dataDir, version } = options
  const exporter = createExporter({ library, jobs, clock, dataDir, version, shell })
  const importer = createImporter({ db, library, jobs, clock, shell })
  const inputs = createInputs(db, options.dataDir, clock)
  const ready = createReadyMedia(inputs, options.dataDir)
  const durations = createDurationStore(db, clock)
  const create = createCreateServices({ db, dataDir, clock, events })
  const store = createTaskStore(
    db,
    clock,
    events,
    (task) => forecast(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
    create.learner,
  )
  const order = createQueueOrder(db)
  const findProxy = createFindProxy(() => settings.current().network.proxy, options.systemProxy)
  const opened = await openProfiles({ file, secrets, events, changed: (id) => engine.release(id) })
  const profiles = throughProxy(opened, findProxy)
  const storage = createStorage({ db, clock, random, profiles, findProxy })
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
    encode: (task, signal) => encodeRequest({ inputs, ready, uploads: storage }, task, signal),
    durations,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
    settings: () => settings.current().queue,
    downloads: { findProxy },
  })
  const upkeep = createUpkeep({
    dataDir,
    db,
    library,
    jobs,
    notices,
    clock,
    events,
    restoreInputs: (signal) => restoreInputs({ db, inputs, dataDir }, signal),
    log,
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
      ...createAppHandlers(options),
      ...createSupportHandlers({
        app: options,
        secrets,
        profiles,
        settings: settings.current,
        notices: notices.list,
        taskCounts: store.counts,
        libraryStats: library.search.stats,
        supportLogs: options.supportLogs,
        log,
      }),
      ...createSettingsHandlers(settings),
      ...createNoticeHandlers(notices),
      ...createProfileHandlers({
        profiles,
        clock,
        connection: engine.connection,
        testStorage: storage.test,
        report: engine.report,
        openTasks: (profileId) =>
          OPEN_STATES.reduce((sum, state) => sum + store.withState(state, profileId).length, 0),
      }),
      'models.list': ({ profileId, refresh = false }) =>
        catalog.list(profileId ?? profiles.activeId(), refresh),
      ...create.handlers,
      ...createInputHandlers({
        inputs,
        library,
        ready,
        profiles,
        refusesDataUris: create.refusesDataUris,
        findProxy,
      }),
      ...createTaskHandlers({
        store,
        engine,
        profiles,
        clock,
        arrange: () => engine.arrange(order.waiting()),
        check: (request, path) => checkRequest(inputs, request, path),
      }),
      ...createArrangeHandlers({ db, store, engine, order }),
      ...createForecastHandler({ engine, durations, activeProfile: () => profiles.activeId() }),
      ...createQueueHandlers(
        engine,
        () => profiles.activeId(),
        (profileId) => settings.current().queue.dailyCaps[profileId] ?? null,
      ),
      ...createLibraryHandlers(library, upkeep, shell),
      ...createDesktopHandlers(library, shell),
      ...createUpdateHandlers(options.updates, events),
      ...createCollectionHandlers(library.collections),
      ...createSearchHandlers(library.searches),
      ...createExchangeHandlers(exporter, importer),
      ...createJobHandlers(jobs),
      ...createContactHandlers(profiles, clock, findProxy),
    },
    log,
    upkeep.foundDamage,
  )
  const close = async (isDamaged: boolean): Promise<void> => {
    // Whatever fails on the way out, the directory is let go.
    try {
      storage.close()
      create.close()
      await jobs.close()
      await importer.close()
      await engine.close()
      await upkeep.close()
      await library.close()
    } finally {
      release(isDamaged)
    }
  }
  try {
    engine.recover()
  } catch (error) {
    if (isDamage(error)) upkeep.foundDamage(error)
    await close(true)
    throw error
  }
  upkeep.start()
  create.learnFromPast().catch((error: unknown) => {
    log(`What past tasks tell was not read to its end: ${String(error)}`)
    if (isDamage(error)) upkeep.foundDamage(error)
  })
  library.fillLooks()
  return {
    call,
    subscribe: events.subscribe,
    media: createServableMedia(library, inputs, exporter),
    addInput: (name, bytes) => inputs.add(name, bytes),
    addPreview: async (assetId, kind, bytes) => {
      const record = library.find(assetId)
      return record ? library.previews.add(record, kind, bytes) : fail('not_found', 'There is no such asset.')
    },
    layout: async (input) => {
      const query = layoutQuerySchema.safeParse(input)
      return query.success ? library.search.layout(query.data) : invalidInput(query.error)
    },
    importFile: (upload) => importer.takeUpload(upload),
    readRecipe: (bytes) => recipeOfUpload({ db, library }, bytes),
    setLocalService: (at) => profiles.setLocalService(at),
    close: () => close(upkeep.hasDamage()),
  }
}
