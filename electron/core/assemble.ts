/**
 * Puts Atelier's services together in an opened data directory: the only place that knows them all.
 *
 * Owns their order: what is built on what, what starts when everything is there, and how it ends. Each group is made from
 * groups that exist already.
 */
import { fail } from '#contract/errors.ts'
import { layoutQuerySchema } from '#contract/library.ts'
import { OPEN_STATES } from '#contract/rules/task-states.ts'
import { createAppHandlers, createContactHandlers } from './app/app-routes.ts'
import { createDesktopHandlers } from './app/desktop-routes.ts'
import { createNoticeHandlers, createNotices } from './app/notices.ts'
import { createFileSaver } from './app/save-file.ts'
import { createSupportHandlers } from './app/support-routes.ts'
import { createUpdateHandlers } from './app/update-routes.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createModelMemory } from './catalog/model-memory.ts'
import { createModelHandlers, refusesDataUris } from './catalog/model-routes.ts'
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
import { createCollectionHandlers, createSearchHandlers } from './library/collections/collection-routes.ts'
import { createExchangeHandlers, createRecipeHandlers } from './library/exchange/exchange-routes.ts'
import { createExporter } from './library/exchange/export-library.ts'
import { createImporter } from './library/exchange/import-library.ts'
import { createLibraryHandlers } from './library/library-routes.ts'
import { createLibrary } from './library/library.ts'
import { createMaintenance } from './library/maintenance/maintenance.ts'
import { recipeOfUpload } from './library/provenance/recipe-of-upload.ts'
import { createProfileHandlers } from './profiles/profile-routes.ts'
import { openProfiles } from './profiles/profiles.ts'
import { createPromptHistory } from './prompts/prompt-history.ts'
import { createPromptHandlers, createWordListHandlers } from './prompts/prompt-routes.ts'
import { createWordLists } from './prompts/word-lists.ts'
import { createDownloader } from './results/download/download.ts'
import { isLocalService } from './results/safe-address.ts'
import { createRouter, type Handlers, invalidInput } from './router.ts'
import { createServableMedia } from './servable-media.ts'
import { createFindProxy } from './service/transport/find-proxy.ts'
import { createSettingsHandlers, createSettingsStore } from './settings/settings.ts'
import { createUiStateFile, type UiStateFile } from './settings/ui-state-file.ts'
import { createUiStateHandlers, createUiStateStore } from './settings/ui-state.ts'
import { isDamage } from './store/damage.ts'
import type { OpenDirectory } from './store/data-directory.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { etaOf } from './tasks/durations/eta.ts'
import { createEngine } from './tasks/engine.ts'
import { createPastTasks } from './tasks/past-tasks.ts'
import { createConnections } from './tasks/queue/connections.ts'
import { createQueueOrder } from './tasks/queue/queue-order.ts'
import { createQueueHandlers } from './tasks/queue/queue-routes.ts'
import { learnTogether } from './tasks/task-learner.ts'
import { createTaskHandlers } from './tasks/task-routes.ts'
import { createTaskStore } from './tasks/task-store.ts'
import type { App, AppOptions } from './app.ts'

/** @throws where library.db turns out to be damaged; whatever was started is closed again. */
export async function assemble(options: AppOptions, directory: OpenDirectory): Promise<App> {
  const base = openBase(options)
  const library = openLibrary(options, directory, base)
  const profiles = await openProfiles({ ...base, file: options.settings, secrets: options.secrets })
  const inputs = openInputs(options, directory, base, profiles)
  const models = openModels(options, directory, profiles)
  const tasks = openTasks(options, directory, { base, library, profiles, inputs, models })
  const maintenance = openMaintenance(options, directory, { base, library, inputs })
  const { clock, dataDir, log } = options
  const uiStateFile = createUiStateFile({ db: directory.db, dataDir, clock, events: base.events }, log)
  const services = { base, library, profiles, inputs, models, tasks, maintenance, uiStateFile }
  const call = createRouter(handlersOf(options, directory, services), options.log, maintenance.foundDamage)
  await start(services, options.log, (isDamaged) => close(services, directory, isDamaged))
  return {
    call,
    subscribe: base.events.subscribe,
    ...pageFiles(options, directory, services),
    setLocalService: (at) => profiles.setLocalService(at),
    close: () => close(services, directory, maintenance.hasDamage()),
  }
}

/** Everything that is running, by area. */
interface Services extends Built {
  readonly tasks: ReturnType<typeof openTasks>
  readonly maintenance: ReturnType<typeof openMaintenance>
  readonly uiStateFile: UiStateFile
}

/** What tasks are built on. */
interface Built {
  readonly base: ReturnType<typeof openBase>
  readonly library: ReturnType<typeof openLibrary>
  readonly profiles: Awaited<ReturnType<typeof openProfiles>>
  readonly inputs: ReturnType<typeof openInputs>
  readonly models: ReturnType<typeof openModels>
}

function openBase({ clock, log, notices, settings: file, systemProxy }: AppOptions) {
  const events = createEventBus(log)
  const settings = createSettingsStore(file, events)
  return {
    events,
    settings,
    notices: createNotices(events, notices ?? []),
    jobs: createJobs(events, clock, log),
    findProxy: createFindProxy(() => settings.current().network.proxy, systemProxy),
  }
}

function openLibrary(
  { clock, dataDir, log, shell, version }: AppOptions,
  { db, media }: OpenDirectory,
  { events, jobs }: Built['base'],
) {
  const library = createLibrary(dataDir, db, media, clock, events, log)
  return {
    library,
    exporter: createExporter({ library, jobs, clock, dataDir, version, shell }),
    importer: createImporter({ db, library, jobs, clock, shell }),
  }
}

function openInputs(
  { clock, dataDir, random }: AppOptions,
  { db }: OpenDirectory,
  { findProxy }: Built['base'],
  profiles: Built['profiles'],
) {
  const inputs = createInputs(db, dataDir, clock)
  return {
    inputs,
    ready: createReadyMedia(inputs, dataDir),
    storage: createStorage({ db, clock, random, profiles, findProxy }),
  }
}

/** Call before the first task is submitted: what is in the database now are past tasks. */
function openModels({ clock }: AppOptions, { db }: OpenDirectory, profiles: Built['profiles']) {
  const memory = createModelMemory(db)
  const prompts = createPromptHistory(db)
  const learner = learnTogether([memory, prompts])
  const catalog = createCatalog({
    db,
    clock,
    address: (profileId) => profiles.address(profileId),
    source: (profileId) => {
      const profile = profiles.get(profileId)
      return profile && !profile.builtIn ? profile.baseUrl : profileId
    },
  })
  return { catalog, memory, prompts, learner, pastTasks: createPastTasks(db, learner) }
}

function openTasks(
  { clock, log, random }: AppOptions,
  { db, accepted }: OpenDirectory,
  { base, library: { library }, profiles, inputs: { inputs, ready, storage }, models }: Built,
) {
  const { events, findProxy, notices, settings } = base
  const durations = createDurationStore(db, clock)
  const store = createTaskStore({
    db,
    clock,
    events,
    etaOf: (task) => etaOf(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
    learner: models.learner,
    journal: accepted,
  })
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
  return { connections, durations, store, engine, order: createQueueOrder(db) }
}

function openMaintenance(
  { clock, dataDir, log }: AppOptions,
  { db }: OpenDirectory,
  { base, library, inputs: { inputs } }: Pick<Built, 'base' | 'library' | 'inputs'>,
) {
  const { events, jobs, notices } = base
  return createMaintenance({
    dataDir,
    db,
    library: library.library,
    jobs,
    notices,
    clock,
    events,
    restoreInputs: (signal) => restoreInputs({ db, inputs, dataDir }, signal),
    log,
  })
}

function handlersOf(options: AppOptions, { db }: OpenDirectory, services: Services): Handlers {
  const { clock, dataDir, log, secrets, shell, supportLogs, updates } = options
  const { base, library: libraryServices, profiles, inputs, models, tasks, maintenance } = services
  const { events, findProxy, jobs, notices, settings } = base
  const { library, exporter, importer } = libraryServices
  const { connections, durations, engine, order, store } = tasks
  const activeProfile = () => profiles.activeId()
  return {
    ...createAppHandlers(options),
    ...createDesktopHandlers(shell),
    ...createUpdateHandlers(updates, events),
    ...createContactHandlers(profiles, clock, findProxy),
    ...createSupportHandlers({
      app: options,
      secrets,
      profiles,
      settings: settings.current,
      notices: notices.list,
      taskCounts: store.counts,
      libraryStats: library.search.stats,
      supportLogs,
      log,
    }),
    ...createSettingsHandlers(settings),
    ...createUiStateHandlers(createUiStateStore(db, clock, events)),
    ...createNoticeHandlers(notices),
    ...createProfileHandlers({
      profiles,
      clock,
      connection: connections.of,
      testStorage: inputs.storage.test,
      report: connections.report,
      openTasks: (profileId) =>
        OPEN_STATES.reduce((sum, state) => sum + store.withState(state, profileId).length, 0),
    }),
    ...createModelHandlers(models.catalog, models.memory, activeProfile),
    ...createPromptHandlers(models.prompts),
    ...createWordListHandlers(createWordLists(dataDir)),
    ...createInputHandlers({
      inputs: inputs.inputs,
      library,
      ready: inputs.ready,
      profiles,
      refusesDataUris: (provider, model) => refusesDataUris(models.memory, provider, model),
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
      activeProfile,
      check: (request, path) => checkRequest(inputs.inputs, request, path),
    }),
    ...createQueueHandlers({
      db,
      store,
      engine,
      durations,
      activeProfile,
      dailyCap: (profileId) => settings.current().queue.dailyCaps[profileId] ?? null,
    }),
    ...createLibraryHandlers(library, maintenance, shell),
    ...createCollectionHandlers(library.collections),
    ...createSearchHandlers(library.searches),
    ...createExchangeHandlers(exporter, importer, library, shell),
    ...createRecipeHandlers(library, store.find),
    ...createJobHandlers(jobs),
  }
}

/** What a host serves beside calls: files of the library and uploads of the page. */
function pageFiles({ shell }: AppOptions, { db }: OpenDirectory, services: Services) {
  const { library, exporter, importer } = services.library
  const { inputs } = services.inputs
  return {
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
  } satisfies Partial<App>
}

/** @throws where library.db turns out to be damaged; everything is closed then. */
async function start(
  { library: { library }, models, tasks, maintenance }: Services,
  log: (line: string) => void,
  closeAll: (isDamaged: boolean) => Promise<void>,
): Promise<void> {
  try {
    tasks.engine.recover()
  } catch (error) {
    if (isDamage(error)) maintenance.foundDamage(error)
    await closeAll(true)
    throw error
  }
  maintenance.start()
  models.pastTasks.tell().catch((error: unknown) => {
    log(`Past tasks were not read to their end: ${String(error)}`)
    if (isDamage(error)) maintenance.foundDamage(error)
  })
  library.makeMissingThumbnails()
}

async function close(services: Services, { release }: OpenDirectory, isDamaged: boolean): Promise<void> {
  const { base, library, inputs, models, tasks, maintenance, uiStateFile } = services
  // Whatever fails here, the directory is released.
  try {
    inputs.storage.close()
    models.pastTasks.close()
    await uiStateFile.close()
    await base.jobs.close()
    await library.importer.close()
    await tasks.engine.close()
    await maintenance.close()
    await library.library.close()
  } finally {
    release(isDamaged)
  }
}
