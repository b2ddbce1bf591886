/**
 * Puts the services together, each group from groups that exist already: the only place that knows them all.
 *
 * Owns what is built on what. open-app.ts owns their start and their end.
 */
import { message } from '#contract/messages/message.ts'
import { createSay } from './messages/render.ts'
import { createAgents } from './agents/agents.ts'
import { createNotices } from './notices/notices.ts'
import { createArena } from './arena/arena.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createModelMemory } from './catalog/model-memory.ts'
import { createEventBus } from './calls/events.ts'
import { encodeRequest } from './inputs/encode.ts'
import { createInputs, restoreInputs } from './inputs/inputs.ts'
import { createKeepOutside } from './inputs/keep-outside.ts'
import { createReadyMedia } from './inputs/ready-media.ts'
import { createStorage } from './inputs/storage/storage.ts'
import { createJobs } from './jobs/jobs.ts'
import { createExporter } from './library/exchange/export-library.ts'
import { createImporter } from './library/exchange/import-library.ts'
import { createLibrary } from './library/library.ts'
import { createMaintenance } from './library/maintenance/maintenance.ts'
import { openProfiles, type Profiles } from './profiles/open-profiles.ts'
import { LOCAL_PROFILE_ID, SAMPLE_ADDRESS } from './profiles/profiles.ts'
import { createPromptHistory } from './prompts/prompt-history.ts'
import { forkReader, openReader } from './open-reader.ts'
import { NO_WATCHDOG, readSilence, startWatchdog } from './reading/watchdog.ts'
import { openAnswers } from './results/answers/answer-folder.ts'
import { createDownloader } from './results/download/download.ts'
import { isLocalService } from './network/safe-address.ts'
import { apiOf, FIRST_KIND } from './service/registry.ts'
import { openCalendar } from './spending/calendar.ts'
import { keepListedPrices } from './spending/listed-prices.ts'
import { createSpending } from './spending/spending.ts'
import { createFindProxy } from './service/transport/proxied-fetch.ts'
import { unforeseen } from './router.ts'
import { createSettingsStore } from './settings/settings.ts'
import { createUiStateFile, type UiStateFile } from './settings/ui-state-file.ts'
import type { OpenDirectory } from './open-directory.ts'
import { databasePath } from './store/recovery/recover.ts'
import { createRequestCheck } from './tasks/check-request.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { etaOf } from './tasks/durations/duration-model.ts'
import { createEngine } from './tasks/engine.ts'
import { createPastTasks, learnTogether } from './tasks/task-learner.ts'
import { createConnections } from './tasks/queue/connection-state.ts'
import { createQueueOrder } from './tasks/queue/queue-order.ts'
import { buildQuotedBodies, type RequestsToQuote } from './tasks/submission/quoted-bodies.ts'
import type { TaskRecord } from './tasks/task-row.ts'
import { createTaskStore } from './tasks/task-store.ts'
import type { AppOptions } from './app.ts'

/** Everything that is running, by area. */
export interface Services extends Built {
  readonly tasks: ReturnType<typeof openTasks>
  readonly agents: ReturnType<typeof openAgents>
  readonly maintenance: ReturnType<typeof openMaintenance>
  readonly uiStateFile: UiStateFile
}

/** What tasks are built on. */
interface Built {
  readonly base: Awaited<ReturnType<typeof openBase>>
  readonly library: ReturnType<typeof openLibrary>
  readonly profiles: Profiles
  readonly inputs: ReturnType<typeof openInputs>
  readonly models: ReturnType<typeof openModels>
}

export async function assemble(options: AppOptions, directory: OpenDirectory): Promise<Services> {
  const base = await openBase(options, directory)
  const library = openLibrary(options, directory, base)
  const profiles = await openProfiles({ ...base, file: options.settings, secrets: options.secrets })
  const inputs = openInputs(options, directory, base, profiles)
  const models = openModels(options, directory, base, profiles)
  const tasks = openTasks(options, directory, { base, library, profiles, inputs, models })
  const maintenance = openMaintenance(options, directory, { base, library, inputs })
  const agents = openAgents(options, directory, { base, profiles, tasks }, maintenance.foundDamage)
  const { clock, dataDir, log } = options
  const uiStateFile = createUiStateFile({ db: directory.db, dataDir, clock, events: base.events }, log)
  return { base, library, profiles, inputs, models, tasks, agents, maintenance, uiStateFile }
}

async function openBase(
  { clock, dataDir, log, notices, settings: file, reader = {}, systemProxy, watchdog }: AppOptions,
  { db }: OpenDirectory,
) {
  const events = createEventBus(log)
  const settings = createSettingsStore(file, events)
  const say = await createSay('en')
  const silence = await readSilence(dataDir)
  const wasSilent = silence?.length === 0
  if (silence) log(`Atelier did not respond at its end, and was reading: ${silence.join(', ') || 'nothing'}.`)
  return {
    say,
    reader: await openReader({ db, dataDir, clock, spawn: forkReader, log, wasSilent, ...reader }),
    leftOut: silence ?? [],
    watchdog: watchdog ? startWatchdog(dataDir, log) : NO_WATCHDOG,
    events,
    settings,
    notices: createNotices(events, notices ?? [], say),
    jobs: createJobs(events, clock, say, log),
    findProxy: createFindProxy(() => settings.current().network.proxy, systemProxy),
  }
}

function openLibrary(
  { clock, dataDir, log, random, shell, version }: AppOptions,
  { db, media }: OpenDirectory,
  { events, jobs, reader, watchdog }: Built['base'],
) {
  const library = createLibrary(dataDir, db, media, clock, events, reader, log)
  return {
    library,
    exporter: createExporter({ library, jobs, clock, dataDir, version, shell }),
    importer: createImporter({ db, library, jobs, clock, shell, watchdog }),
    arena: createArena({ db, database: databasePath(dataDir), find: library.find, clock, random }),
  }
}

function openInputs(
  { clock, dataDir, random }: AppOptions,
  { db }: OpenDirectory,
  { findProxy, reader, say }: Built['base'],
  profiles: Built['profiles'],
) {
  const inputs = createInputs(db, dataDir, clock, reader)
  return {
    inputs,
    ready: createReadyMedia(inputs, dataDir, reader),
    storage: createStorage({ db, clock, random, say, profiles, findProxy }),
  }
}

/** Call before the first task is submitted: what is in the database now are past tasks. */
function openModels(
  { clock }: AppOptions,
  { db }: OpenDirectory,
  { leftOut, say, watchdog }: Built['base'],
  profiles: Built['profiles'],
) {
  const memory = createModelMemory(db)
  const prompts = createPromptHistory(db)
  const learner = learnTogether([memory, prompts])
  const catalog = createCatalog({
    db,
    clock,
    say,
    watchdog,
    leftOut,
    keepPrices: (profileId, models, of) => keepListedPrices({ db, clock }, profileId, models, of),
    address: async (profileId) => {
      await profiles.untilStarted(profileId, clock)
      return profiles.address(profileId)
    },
    api: (profileId) => apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND),
    source: (profileId) => {
      const profile = profiles.get(profileId)
      return profile && !profile.builtIn ? profile.baseUrl : profileId
    },
  })
  return { catalog, memory, prompts, learner, pastTasks: createPastTasks(db, learner) }
}

/** What a request is checked by, and what it becomes when it is sent. */
function openRequests({
  profiles,
  inputs: { inputs, ready },
  models,
}: Pick<Built, 'profiles' | 'inputs' | 'models'>) {
  const modelOf = ({ profileId, request }: Pick<TaskRecord, 'profileId' | 'request'>) =>
    models.catalog.entry(profileId, request.model)
  const serviceOf = (profileId: string) => {
    const profile = profiles.get(profileId)
    return profile ? apiOf(profile.kind) : null
  }
  const wireOf = (profileId: string) => {
    const profile = profiles.get(profileId)
    const api = apiOf(profile?.kind ?? FIRST_KIND)
    if (profile?.builtIn) return { api, baseUrl: '', shownAs: SAMPLE_ADDRESS }
    return profile && { api, baseUrl: profile.baseUrl }
  }
  const bodies = (requests: RequestsToQuote) =>
    buildQuotedBodies({ inputs, ready, wireOf, modelOf }, requests)
  const check = createRequestCheck({ inputs, apiOf: serviceOf, catalog: models.catalog })
  return { bodies, check, modelOf, serviceOf }
}

function openTasks(
  { clock, dataDir, log, random, startedByUser }: AppOptions,
  { db, accepted }: OpenDirectory,
  { base, library: { library }, profiles, inputs: { inputs, ready, storage }, models }: Built,
) {
  const { events, findProxy, notices, reader, settings, watchdog } = base
  const { bodies, check, modelOf, serviceOf } = openRequests({
    profiles,
    inputs: { inputs, ready, storage },
    models,
  })
  const durations = createDurationStore(db, clock)
  const isFree = (profileId: string, model?: string) =>
    apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND).capabilities.isFree &&
    !models.catalog.isCharged(profileId, model)
  const spending = createSpending({
    db,
    clock,
    calendar: openCalendar(db, startedByUser),
    events,
    settings: () => settings.current().queue,
    isFree,
    billing: (profileId) => apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND).billing ?? null,
    isSample: (profileId) => profiles.get(profileId)?.builtIn === true,
  })
  const store = createTaskStore({
    db,
    say: base.say,
    clock,
    events,
    etaOf: (task) => etaOf(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
    learner: models.learner,
    isFree,
    journal: accepted,
    onResult: spending.ledger.readResult,
  })
  const connections = createConnections(events, base.say)
  const engine = createEngine({
    db,
    store,
    library,
    clock,
    random,
    events,
    notices,
    connections,
    downloader: createDownloader({ findProxy, reader }),
    keepOutside: createKeepOutside(inputs, library),
    watchdog,
    say: base.say,
    log,
    address: (profileId) => profiles.address(profileId),
    apiOf: serviceOf,
    answers: openAnswers(dataDir),
    encode: (task, signal, note) => encodeRequest({ inputs, ready, uploads: storage }, task, signal, note),
    modelOf,
    durations,
    spending,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
    settings: () => settings.current().queue,
  })
  profiles.onAddressChange((profileId) => {
    engine.release(profileId)
    // It has said that it is ready; a test before that found nothing.
    if (profileId === LOCAL_PROFILE_ID) connections.report(profileId, 'reachable', message('service.answers'))
  })
  return {
    bodies,
    check,
    connections,
    isFree,
    durations,
    spending,
    store,
    engine,
    order: createQueueOrder(db),
  }
}

function openAgents(
  { clock, log }: AppOptions,
  { db }: OpenDirectory,
  {
    base: { events, settings },
    profiles,
    tasks: { bodies, check, engine, spending, store },
  }: Pick<Services, 'base' | 'profiles' | 'tasks'>,
  foundDamage: (error: unknown) => void,
) {
  return createAgents({
    db,
    clock,
    events,
    store,
    engine,
    estimate: spending.estimate,
    usedLastDay: spending.lastDay,
    addressOf: (profileId) => {
      const profile = profiles.get(profileId)
      if (!profile) return null
      // The sample service has another address after each start.
      return profile.builtIn ? 'built in' : `${profile.kind} ${profile.baseUrl}`
    },
    activeProfile: () => profiles.activeId(),
    check,
    bodies,
    isEnabled: () => settings.current().agents.enabled,
    unforeseen: (what, error) => unforeseen(what, error, log, foundDamage),
  })
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
