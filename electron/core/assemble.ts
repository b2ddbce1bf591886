/**
 * Puts the services together, each group from groups that exist already: the only place that knows them all.
 *
 * Owns what is built on what. open-app.ts owns their start and their end.
 */
import type { GenerateRequest } from '#contract/tasks.ts'
import { message } from '#contract/messages/message.ts'
import { createSay } from './messages/render.ts'
import { createAgents } from './agents/agents.ts'
import { createNotices } from './notices/notices.ts'
import { createArena } from './arena/arena.ts'
import { type Cast, createCast } from './cast/cast.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createModelExamples } from './catalog/examples/model-examples.ts'
import { createModelMemory } from './catalog/model-memory.ts'
import { createEventBus } from './calls/events.ts'
import type { Context } from './context/context.ts'
import { encodeRequest } from './inputs/encode.ts'
import { createInputs, restoreInputs } from './inputs/inputs.ts'
import { createResultComposer } from './inputs/compose-result.ts'
import { createReadyMedia } from './inputs/ready-media.ts'
import { createStorage } from './inputs/storage/storage.ts'
import { createJobs } from './jobs/jobs.ts'
import { createExporter } from './library/exchange/export-library.ts'
import { createExportsFolder } from './library/exchange/exports-folder.ts'
import { createImporter } from './library/exchange/import-library.ts'
import { createLibrary } from './library/library.ts'
import { createMaintenance } from './library/maintenance/maintenance.ts'
import { createRendering } from './rendering/rendering.ts'
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
import { createProxySignIns, moveSignIn } from './settings/proxy-sign-in.ts'
import { createSettingsStore } from './settings/settings.ts'
import { modelKnowledge } from './catalog/model-routes.ts'
import { createSequences, type Sequences } from './sequences/sequences.ts'
import { withFirstFrame } from './sequences/shot-request.ts'
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
import type { SubmissionDeps } from './tasks/submission/submit-task.ts'
import { requestHash } from './tasks/request-hash.ts'
import { createTaskStore } from './tasks/task-store.ts'
import type { AppOptions } from './app.ts'

/** Everything that is running, by area. */
export interface Services extends Built {
  readonly tasks: ReturnType<typeof openTasks>
  readonly agents: ReturnType<typeof openAgents>
  readonly maintenance: ReturnType<typeof openMaintenance>
  readonly rendering: ReturnType<typeof createRendering>
  readonly sequences: Sequences
  readonly uiStateFile: UiStateFile
}

/** What tasks are built on. */
interface Built {
  readonly context: Context
  readonly base: Awaited<ReturnType<typeof openBase>>
  readonly library: ReturnType<typeof openLibrary>
  readonly profiles: Profiles
  readonly inputs: ReturnType<typeof openInputs>
  readonly models: ReturnType<typeof openModels>
  readonly cast: Cast
}

export async function assemble(options: AppOptions, directory: OpenDirectory): Promise<Services> {
  const { clock, dataDir, log, random } = options
  const { db } = directory
  const events = createEventBus(log)
  const context: Context = { db, clock, random, events, log, say: await createSay('en'), dataDir }
  const base = await openBase(context, options)
  const library = openLibrary(context, options, directory.media, base)
  const profiles = await openProfiles({ ...base, events, file: options.settings, secrets: options.secrets })
  const inputs = openInputs(context, base, profiles, directory.media)
  const models = openModels(context, base, profiles)
  const cast = openCast(context, inputs, models)
  const built = { context, base, library, profiles, inputs, models, cast }
  const tasks = openTasks(options, directory, built)
  const rendering = createRendering({ ...context, library: library.library, inputs: inputs.inputs })
  const sequences = openSequences(built, tasks, rendering)
  const maintenance = openMaintenance(built, sequences.restore)
  const agents = openAgents(built, tasks, sequences, maintenance.foundDamage)
  return {
    ...built,
    tasks,
    agents,
    maintenance,
    rendering,
    sequences,
    uiStateFile: createUiStateFile(context),
  }
}

async function openBase(
  context: Context,
  { notices, secrets, settings: file, reader = {}, systemProxy, watchdog }: AppOptions,
) {
  const { clock, dataDir, events, log, say } = context
  const signIns = createProxySignIns(secrets)
  await moveSignIn(file, signIns, log)
  const settings = createSettingsStore(file, events)
  const silence = await readSilence(dataDir)
  const wasSilent = silence?.length === 0
  if (silence) log(`Atelier did not respond at its end, and was reading: ${silence.join(', ') || 'nothing'}.`)
  return {
    reader: await openReader({ ...context, spawn: forkReader, wasSilent, ...reader }),
    leftOut: silence ?? [],
    watchdog: watchdog ? startWatchdog(dataDir, log) : NO_WATCHDOG,
    settings,
    signIns,
    notices: createNotices(events, notices ?? [], say),
    jobs: createJobs(events, clock, say, log),
    findProxy: createFindProxy(() => settings.current().network.proxy, systemProxy, signIns.fill),
  }
}

function openLibrary(
  context: Context,
  { shell, version }: AppOptions,
  media: OpenDirectory['media'],
  { jobs, reader, watchdog }: Built['base'],
) {
  const library = createLibrary(context, media, reader)
  const exports = createExportsFolder(context.dataDir)
  return {
    library,
    exports,
    exporter: createExporter({ ...context, library, exports, jobs, version, shell }),
    importer: createImporter({ ...context, library, jobs, shell, watchdog }),
    arena: createArena({ ...context, database: databasePath(context.dataDir), find: library.find }),
  }
}

function openInputs(
  context: Context,
  { findProxy, reader }: Built['base'],
  profiles: Built['profiles'],
  { partPath }: OpenDirectory['media'],
) {
  const inputs = createInputs({ ...context, reader, partPath })
  return {
    inputs,
    ready: createReadyMedia(inputs, context.dataDir, reader),
    storage: createStorage({ ...context, profiles, findProxy }),
  }
}

/** Call before the first task is submitted: what is in the database now are past tasks. */
function openModels(
  context: Context,
  { findProxy, leftOut, reader, watchdog }: Built['base'],
  profiles: Built['profiles'],
) {
  const { db, clock } = context
  const memory = createModelMemory(db)
  const prompts = createPromptHistory(db)
  const learner = learnTogether([memory, prompts])
  const catalog = createCatalog({
    ...context,
    watchdog,
    leftOut,
    keepPrices: (profileId, models, of) => keepListedPrices(context, profileId, models, of),
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
  const examples = createModelExamples({
    ...context,
    findProxy,
    reader,
    urlOf: catalog.exampleUrl,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
  })
  return { catalog, examples, memory, prompts, learner, pastTasks: createPastTasks(db, learner) }
}

function openCast(context: Context, { inputs }: Built['inputs'], { catalog, memory }: Built['models']): Cast {
  return createCast({
    ...context,
    inputs,
    modelOf: (profileId, provider, id) => {
      const knowledge = modelKnowledge(memory, provider, id)
      const { optionSchema, scenes = [] } = catalog.known(profileId, provider, id) ?? {}
      return { schema: optionSchema ?? knowledge.tableSchema, knowledge, scenes }
    },
    learn: catalog.entry,
  })
}

/** What a request is checked by, and what it becomes when it is sent. */
function openRequests({
  profiles,
  inputs: { inputs, ready },
  models,
}: Pick<Built, 'profiles' | 'inputs' | 'models'>) {
  const modelOf: SubmissionDeps['modelOf'] = ({ profileId, request }, at) =>
    models.catalog.entry(profileId, request.model, at)
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
  const checking = { apiOf: serviceOf, catalog: models.catalog }
  const check = createRequestCheck({ ...checking, inputs })
  const checkShot = createRequestCheck({ ...checking, inputs: withFirstFrame(inputs) })
  return { bodies, check, checkShot, modelOf, serviceOf }
}

function openTasks(
  { startedByUser }: AppOptions,
  { accepted }: OpenDirectory,
  { context, base, library: { library }, profiles, inputs: { inputs, ready, storage }, models }: Built,
) {
  const { db, clock, dataDir, events, say } = context
  const { findProxy, notices, reader, settings, watchdog } = base
  const { bodies, check, checkShot, modelOf, serviceOf } = openRequests({
    profiles,
    inputs: { inputs, ready, storage },
    models,
  })
  const durations = createDurationStore(db, clock)
  const isFree = (profileId: string, model?: string) =>
    apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND).capabilities.isFree &&
    !models.catalog.isCharged(profileId, model)
  const isSample = (profileId: string) => profiles.get(profileId)?.builtIn === true
  const costsNothing = (profileId: string, model: string) => isSample(profileId) || isFree(profileId, model)
  const spending = createSpending({
    ...context,
    calendar: openCalendar(db, startedByUser),
    settings: () => settings.current().queue,
    isFree,
    billing: (profileId) => apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND).billing ?? null,
    isSample,
  })
  const contentOf = (inputId: string) => inputs.find(inputId)?.sha256 ?? null
  const hashOf = (profileId: string, request: GenerateRequest, sha256Of = contentOf) => {
    const service = serviceAt(profiles.get(profileId))
    return service === null ? null : requestHash({ service, request, sha256Of })
  }
  const store = createTaskStore({
    ...context,
    requestHash: hashOf,
    etaOf: (task) => etaOf(durations.modelFor(task.request), task.sentAt ?? task.createdAt, clock.now()),
    learner: models.learner,
    isFree,
    costsNothing,
    journal: accepted,
    onResult: spending.ledger.readResult,
  })
  const connections = createConnections(events, say)
  const engine = createEngine({
    ...context,
    store,
    library,
    notices,
    connections,
    downloader: createDownloader({ findProxy, reader }),
    composeResult: createResultComposer(inputs, library),
    watchdog,
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
    checkShot,
    connections,
    costsNothing,
    durations,
    hashOf,
    spending,
    store,
    engine,
    order: createQueueOrder(db),
  }
}

function openSequences(
  { context, library: { library }, profiles, inputs: { inputs }, models: { catalog, memory }, cast }: Built,
  { checkShot, engine, hashOf, spending, store }: Services['tasks'],
  rendering: Services['rendering'],
): Sequences {
  return createSequences({
    ...context,
    ...rendering,
    library,
    store,
    engine,
    check: checkShot,
    activeProfile: () => profiles.activeId(),
    hasProfile: (profileId) => profiles.get(profileId) !== null,
    modelOf: (profileId, provider, model) => {
      const knowledge = modelKnowledge(memory, provider, model)
      const schema = catalog.known(profileId, provider, model)?.optionSchema ?? knowledge.tableSchema
      return { schema, knowledge }
    },
    expand: cast.expand,
    requestHash: hashOf,
    sha256Of: (inputId) => inputs.find(inputId)?.sha256 ?? null,
    estimate: spending.estimate,
  })
}

/** Kind and address, which tell services apart. */
function serviceAt(profile: ReturnType<Profiles['get']>): string | null {
  if (!profile) return null
  // The sample service has another address after each start.
  return profile.builtIn ? 'built in' : `${profile.kind} ${profile.baseUrl}`
}

function openAgents(
  { context, base: { settings }, profiles, cast }: Pick<Built, 'context' | 'base' | 'profiles' | 'cast'>,
  { bodies, check, engine, spending, store }: Services['tasks'],
  { areStillWanted, sendable }: Sequences,
  foundDamage: (error: unknown) => void,
) {
  return createAgents({
    ...context,
    store,
    engine,
    estimate: spending.estimate,
    usedLastDay: spending.lastDay,
    addressOf: (profileId) => serviceAt(profiles.get(profileId)),
    activeProfile: () => profiles.activeId(),
    check,
    expand: cast.expandAll,
    bodies,
    areStillWanted,
    sendable,
    isEnabled: () => settings.current().agents.enabled,
    unforeseen: (what, error) => unforeseen(what, error, context.log, foundDamage),
  })
}

function openMaintenance(
  {
    context,
    base: { jobs, notices },
    library: { library },
    inputs: { inputs },
  }: Pick<Built, 'context' | 'base' | 'library' | 'inputs'>,
  restoreSequences: () => void,
) {
  return createMaintenance({
    ...context,
    library,
    jobs,
    notices,
    restoreSequences,
    restoreInputs: (signal) => restoreInputs({ ...context, inputs }, signal),
  })
}
