/**
 * Puts Atelier's services together in an opened data directory: the only place that knows them all.
 *
 * Owns their order: what is built on what, what starts once everything is there, and the way out.
 */
import { fail } from '#contract/errors.ts'
import { layoutQuerySchema } from '#contract/library.ts'
import { OPEN_STATES } from '#contract/rules/task-states.ts'
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
import { createImporter } from './library/exchange/import-library.ts'
import { createLibrary } from './library/library.ts'
import { createLibraryHandlers } from './library/library-routes.ts'
import { createCollectionHandlers, createSearchHandlers } from './library/collections/collection-routes.ts'
import { createMaintenance } from './library/maintenance/maintenance.ts'
import { recipeOfUpload } from './library/provenance/recipe-of-upload.ts'
import { createNoticeHandlers, createNotices } from './notices.ts'
import { createProfileHandlers } from './profiles/profile-routes.ts'
import { openProfiles } from './profiles/profiles.ts'
import { throughProxy } from './profiles/through-proxy.ts'
import { createRecipeHandlers } from './recipe-routes.ts'
import { createDownloader } from './results/download/download.ts'
import { isLocalService } from './results/safe-address.ts'
import { createRouter, invalidInput } from './router.ts'
import { createFileSaver } from './save-file.ts'
import { createFindProxy } from './service/transport/find-proxy.ts'
import { createServableMedia } from './servable-media.ts'
import { createSettingsHandlers, createSettingsStore } from './settings/settings.ts'
import { createSupportHandlers } from './support-routes.ts'
import { isDamage } from './store/damage.ts'
import type { OpenDirectory } from './store/data-directory.ts'
import { createTaskHandlers } from './tasks/task-routes.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { createEngine } from './tasks/engine.ts'
import { etaOf } from './tasks/durations/eta.ts'
import { createConnections } from './tasks/queue/connections.ts'
import { createQueueOrder } from './tasks/queue/queue-order.ts'
import { createQueueHandlers } from './tasks/queue/queue-routes.ts'
import { createTaskStore } from './tasks/task-store.ts'
import { createUpdateHandlers } from './update-routes.ts'
import type { App, AppOptions } from './app.ts'

/** @throws where library.db turns out to be damaged; whatever was begun is closed again. */
export async function assemble(
  options: AppOptions,
  { db, accepted, media, release }: OpenDirectory,
): Promise<App> {
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
  const store = createTaskStore({
    db,
    clock,
    events,
    etaOf: (task) => etaOf(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
    learner: create.learner,
    journal: accepted,
  })
  const order = createQueueOrder(db)
  const findProxy = createFindProxy(() => settings.current().network.proxy, options.systemProxy)
  const profiles = throughProxy(await openProfiles({ file, secrets, events }), findProxy)
  const storage = createStorage({ db, clock, random, profiles, findProxy })
  const connections = createConnections(events)
  const engine = createEngine({
    db,
    store,
    library,
    clock,
    random,
    events,
    notices,
    connections,
    downloader: createDownloader({ findProxy }),
    log,
    address: (profileId) => profiles.address(profileId),
    encode: (task, signal) => encodeRequest({ inputs, ready, uploads: storage }, task, signal),
    durations,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
    settings: () => settings.current().queue,
  })
  profiles.onAddressChange(engine.release)
  const maintenance = createMaintenance({
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
        connection: connections.of,
        testStorage: storage.test,
        report: connections.report,
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
        db,
        store,
        engine,
        order,
        clock,
        address: (profileId) => profiles.address(profileId),
        hasProfile: (profileId) => profiles.get(profileId) !== null,
        activeProfile: () => profiles.activeId(),
        check: (request, path) => checkRequest(inputs, request, path),
      }),
      ...createQueueHandlers({
        db,
        store,
        engine,
        durations,
        activeProfile: () => profiles.activeId(),
        dailyCap: (profileId) => settings.current().queue.dailyCaps[profileId] ?? null,
      }),
      ...createLibraryHandlers(library, maintenance, shell),
      ...createDesktopHandlers(library, shell),
      ...createUpdateHandlers(options.updates, events),
      ...createRecipeHandlers({ library, findTask: store.find }),
      ...createCollectionHandlers(library.collections),
      ...createSearchHandlers(library.searches),
      ...createExchangeHandlers(exporter, importer),
      ...createJobHandlers(jobs),
      ...createContactHandlers(profiles, clock, findProxy),
    },
    log,
    maintenance.foundDamage,
  )
  const close = async (isDamaged: boolean): Promise<void> => {
    // Whatever fails on the way out, the directory is let go.
    try {
      storage.close()
      create.close()
      await jobs.close()
      await importer.close()
      await engine.close()
      await maintenance.close()
      await library.close()
    } finally {
      release(isDamaged)
    }
  }
  try {
    engine.recover()
  } catch (error) {
    if (isDamage(error)) maintenance.foundDamage(error)
    await close(true)
    throw error
  }
  maintenance.start()
  create.learnFromPast().catch((error: unknown) => {
    log(`What past tasks tell was not read to its end: ${String(error)}`)
    if (isDamage(error)) maintenance.foundDamage(error)
  })
  library.makeMissingThumbnails()
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
    ...(shell?.chooseFile && { saveFile: createFileSaver(shell.chooseFile) }),
    setLocalService: (at) => profiles.setLocalService(at),
    close: () => close(maintenance.hasDamage()),
  }
}
