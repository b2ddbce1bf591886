/**
 * Puts the services together, each group from groups that exist already.
 *
 * Owns what is built on what, from tasks upwards; what tasks are built on is in foundation.ts. open-app.ts owns their start and their
 * end.
 */
import type { GenerateRequest } from '#contract/tasks.ts'
import { message } from '#contract/messages/message.ts'
import { isRevoked } from './agents/agent-store.ts'
import { createAgents } from './agents/agents.ts'
import { encodeRequest } from './inputs/encode.ts'
import { restoreInputs } from './inputs/inputs.ts'
import { createResultComposer } from './inputs/compose-result.ts'
import { createMaintenance } from './library/maintenance/maintenance.ts'
import { createRendering } from './rendering/rendering.ts'
import type { Profiles } from './profiles/open-profiles.ts'
import { LOCAL_PROFILE_ID, SAMPLE_ADDRESS } from './profiles/profiles.ts'
import { openKeptResponses } from './results/responses/response-folder.ts'
import { createDownloader } from './results/download/download.ts'
import { isLocalService } from './network/safe-address.ts'
import { apiOf, FIRST_KIND } from './service/registry.ts'
import { openCalendar } from './spending/calendar.ts'
import { createSpending } from './spending/spending.ts'
import { unforeseen } from './router.ts'
import { modelKnowledge } from './catalog/model-routes.ts'
import { createSequences, type Sequences } from './sequences/sequences.ts'
import { withFirstFrame } from './sequences/shot-request.ts'
import { createUiStateFile, type UiStateFile } from './settings/ui-state-file.ts'
import type { OpenDirectory } from './open-directory.ts'
import { createRequestCheck } from './tasks/check-request.ts'
import { createDurationStore } from './tasks/durations/duration-store.ts'
import { etaOf } from './tasks/durations/duration-model.ts'
import { createEngine } from './tasks/engine.ts'
import { createConnections } from './tasks/queue/connection-state.ts'
import { createQueueOrder } from './tasks/queue/queue-order.ts'
import { buildQuotedBodies, type RequestsToQuote } from './tasks/submission/quoted-bodies.ts'
import type { SubmissionDeps } from './tasks/submission/submit-task.ts'
import { requestHash } from './tasks/request-hash.ts'
import { wasSentAgain } from './tasks/resends.ts'
import type { TaskRecord } from './tasks/task-row.ts'
import { createTaskStore } from './tasks/task-store.ts'
import type { AppOptions } from './app.ts'
import { type Foundation, openFoundation } from './foundation.ts'

export interface Services extends Foundation {
  readonly tasks: ReturnType<typeof openTasks>
  readonly agents: ReturnType<typeof openAgents>
  readonly maintenance: ReturnType<typeof openMaintenance>
  readonly rendering: ReturnType<typeof createRendering>
  readonly sequences: Sequences
  readonly uiStateFile: UiStateFile
}

export async function assemble(options: AppOptions, directory: OpenDirectory): Promise<Services> {
  const foundation = await openFoundation(options, directory)
  const { context, library, inputs } = foundation
  const tasks = openTasks(options, directory, foundation)
  const rendering = createRendering({ ...context, library: library.library, inputs: inputs.inputs })
  const sequences = openSequences(foundation, tasks, rendering)
  const maintenance = openMaintenance(foundation, sequences.restore)
  const agents = openAgents(foundation, tasks, sequences, maintenance.foundDamage)
  return {
    ...foundation,
    tasks,
    agents,
    maintenance,
    rendering,
    sequences,
    uiStateFile: createUiStateFile(context),
  }
}

/** What a request is checked by, and what it becomes when it is sent. */
function openRequests({
  profiles,
  inputs: { inputs, ready, storage },
  models,
}: Pick<Foundation, 'profiles' | 'inputs' | 'models'>) {
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
  const encode: SubmissionDeps['encode'] = (task, signal, note) => {
    const { takesAddresses } = models
    return encodeRequest({ inputs, ready, uploads: storage, takesAddresses }, task, signal, note)
  }
  const bodies = (requests: RequestsToQuote) =>
    buildQuotedBodies({ inputs, ready, wireOf, modelOf }, requests)
  const checking = { apiOf: serviceOf, catalog: models.catalog }
  const check = createRequestCheck({ ...checking, inputs })
  const checkShot = createRequestCheck({ ...checking, inputs: withFirstFrame(inputs) })
  return { bodies, check, checkShot, encode, modelOf, serviceOf }
}

function openTasks(
  { startedByUser }: AppOptions,
  { accepted }: OpenDirectory,
  { context, base, library: { library }, profiles, inputs: { inputs, ready, storage }, models }: Foundation,
) {
  const { db, clock, dataDir, events, say } = context
  const { findProxy, notices, reader, settings, watchdog } = base
  const { bodies, check, checkShot, encode, modelOf, serviceOf } = openRequests({
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
    responses: openKeptResponses(dataDir),
    encode,
    modelOf,
    isWithdrawn: (task) => isWithdrawn(db, task),
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
  {
    context,
    library: { library },
    profiles,
    inputs: { inputs },
    models: { catalog, memory },
    cast,
  }: Foundation,
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
    profileIds: () => profiles.list().items.map(({ id }) => id),
    hasProfile: (profileId) => profiles.get(profileId) !== null,
    kindOf: (inputId) => inputs.find(inputId)?.kind ?? null,
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

/** Whether its agent is gone. What the user had sent again is theirs. */
function isWithdrawn(db: Foundation['context']['db'], { id, agentId }: TaskRecord): boolean {
  return agentId !== undefined && isRevoked(db, agentId) && !wasSentAgain(db, id)
}

/** Kind and address, which tell services apart. */
function serviceAt(profile: ReturnType<Profiles['get']>): string | null {
  if (!profile) return null
  // The sample service has another address after each start.
  return profile.builtIn ? 'built in' : `${profile.kind} ${profile.baseUrl}`
}

function openAgents(
  { context, base: { settings }, profiles, cast }: Pick<Foundation, 'context' | 'base' | 'profiles' | 'cast'>,
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
  }: Pick<Foundation, 'context' | 'base' | 'library' | 'inputs'>,
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
