/** The models of each profile: asked of the service when old, answered from the last copy when it is away. */
import { render, type Say } from '../messages/render.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Model, ModelLabel, ModelList } from '#contract/models.ts'
import type { Clock } from '../ports/clock.ts'
import { saidOf } from '../messages/said-of.ts'
import { decodeDataUri } from '../media/data-uri.ts'
import { failureOf } from '../service/adapter.ts'
import { createSend } from '../service/client.ts'
import type { Database } from '../store/database.ts'
import { listingOf, type Watchdog } from '../reading/watchdog.ts'
import type { ReadOutcome, Send, ServiceAddress, ServiceApi } from '../service/service-api.ts'
import type { WhileReading } from '../service/transport/send-request.ts'
import { insertRow, selectTexts } from '../store/reader.ts'
import { copyOf, createListedModels, type Owner } from './listed-models.ts'
import { createModelEntries, type ModelEntries } from './model-entries.ts'

const FRESH_MS = 60 * 60 * 1_000
/** A workflow is made of kinds of node, each described by a request. */
const MAX_FOR_A_WORKFLOW = 150

export interface CatalogDeps {
  readonly db: Database
  readonly say: Say
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly api: (profileId: string) => ServiceApi
  /** What a copy belongs to: the address of the service, so that another service never answers from it. */
  readonly source: (profileId: string) => string
  /** Hears of a whole listing, or of one model, as the service tells it. */
  readonly keepPrices: (profileId: string, models: readonly Model[], of: 'listing' | 'model') => void
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** What the last run was reading when it fell silent: of that, a listing is asked for when the user says so. */
  readonly skipped: readonly string[]
}

export type Catalog = ReturnType<typeof createCatalog>

export function createCatalog(deps: CatalogDeps) {
  const { db, clock, skipped } = deps
  const silenced = new Set(skipped)
  const entries = createModelEntries(db, clock)
  const ownerOf = (profileId: string): Owner => ({
    profileId,
    source: deps.source(profileId),
    api: deps.api(profileId),
  })
  const listed = createListedModels({ db, ownerOf, entries, silenced })
  return {
    /** Never fails for want of a network: then the last copy is answered as stale, or an empty list with the problem. */
    list: async (profileId: string, refresh: boolean): Promise<Result<ModelList>> => {
      const owner = ownerOf(profileId)
      const copy = copyOf(db, owner)
      if (copy && !refresh && isFresh(clock, copy.fetchedAt)) {
        return succeed({ items: listed.read(profileId, copy.body), fetchedAt: copy.fetchedAt, stale: false })
      }
      if (refresh) silenced.delete(listingOf(profileId))
      const isSilenced = silenced.has(listingOf(profileId))
      const fetched = isSilenced
        ? { problem: message('catalog.skipped') }
        : await fetchListing(deps, profileId)
      if ('body' in fetched) {
        const fetchedAt = clock.now()
        const body = JSON.stringify(fetched.body)
        insertRow(db, 'OR REPLACE INTO model_listings', { profileId, source: owner.source, fetchedAt, body })
        const items = listed.complete(profileId, fetched.models)
        deps.keepPrices(profileId, items, 'listing')
        return succeed({ items, fetchedAt, stale: false })
      }
      const items = listed.read(profileId, copy?.body ?? null)
      return succeed({
        items,
        fetchedAt: copy?.fetchedAt ?? 0,
        stale: true,
        problem: render(fetched.problem, deps.say),
      })
    },
    /** Of every profile, from its last copy. */
    labels: (): readonly ModelLabel[] =>
      selectTexts(db, 'SELECT DISTINCT profile_id FROM model_listings').flatMap((profileId) =>
        labelsOf(listed.last(profileId)),
      ),
    /** Where the image lies that the last copy shows beside a model. */
    exampleUrl: listed.exampleUrl,
    /** Asks the service for models by words; what it finds is not kept. */
    search: (profileId: string, text: string): Promise<Result<ModelList>> => search(deps, profileId, text),
    /** A model with its option schema: a workflow, a description of the last hour or a new one, else what is known. */
    describe: (profileId: string, modelId: string): Promise<Model | null> =>
      describe(deps, entries, ownerOf(profileId), modelId),
    /** The model as it is stored: a workflow, or what was described of it. */
    kept: (profileId: string, modelId: string): Model | null => {
      const owner = ownerOf(profileId)
      if (!owner.api.readModel) return null
      return entries.workflow(owner, modelId) ?? entries.description(owner, modelId)?.model ?? null
    },
    /** What is known of a model without asking its service. */
    known: (profileId: string, provider: string, modelId: string): Model | null => {
      const owner = ownerOf(profileId)
      const entry = owner.api.readModel
        ? (entries.workflow(owner, modelId) ?? entries.description(owner, modelId)?.model)
        : null
      return entry ?? listed.model(profileId, provider, modelId)
    },
    /** Whether a model, or any where none is named, may cost something at a service that is free otherwise. */
    isCharged: (profileId: string, modelId?: string): boolean =>
      entries.isCharged(ownerOf(profileId), modelId),
    /**
     * What a submission needs of a model beyond its name; null where its name says it all. `at` is where the request goes: then the
     * model is asked for there, and the address is not resolved again.
     */
    entry: async (profileId: string, modelId: string, at?: ServiceAddress): Promise<Model | null> =>
      at
        ? entryOf(toldAddress(deps, at), entries, { profileId, source: at.baseUrl, api: at.api }, modelId)
        : entryOf(deps, entries, ownerOf(profileId), modelId),
    addWorkflow: (profileId: string, workflow: GivenWorkflow): Promise<Result<Model>> =>
      addWorkflow(deps, entries, ownerOf(profileId), workflow),
    removeWorkflow: (profileId: string, name: string): Result<Record<string, never>> =>
      entries.removeWorkflow(ownerOf(profileId), name)
        ? succeed({})
        : fail('not_found', 'catalog.noWorkflow'),
  }
}

function labelsOf(models: readonly Model[]): readonly ModelLabel[] {
  return models.flatMap(({ provider, id, label }) => (label === id ? [] : [{ provider, id, label }]))
}

async function fetchListing(
  deps: CatalogDeps,
  profileId: string,
): Promise<{ body: Json; models: readonly Model[] } | { problem: Message }> {
  const api = deps.api(profileId)
  const outcome = await askService(deps, profileId, (send, address) => api.fetchListing(send, address))
  if (!outcome.ok) return { problem: saidOf(outcome.error) }
  const { models, problem } = await deps.watchdog.reading(listingOf(profileId), async () =>
    api.readModels(outcome.data),
  )
  return problem === undefined ? { body: outcome.data, models } : { problem }
}

async function search(deps: CatalogDeps, profileId: string, text: string): Promise<Result<ModelList>> {
  const api = deps.api(profileId)
  const ask = api.searchModels?.bind(api)
  if (!ask) return fail('not_available_here', message('catalog.listsAll', { service: api.label }))
  const outcome = await askService(deps, profileId, (send, address) => ask(send, address, text))
  if (!outcome.ok) return outcome
  const { models, problem } = api.readModels(outcome.data)
  const found = { items: models, fetchedAt: deps.clock.now(), stale: false }
  return succeed(
    problem === undefined || models.length > 0 ? found : { ...found, problem: render(problem, deps.say) },
  )
}

/** One free question to the service, read under the watchdog's eye. */
async function askService(
  { address, clock, watchdog }: CatalogDeps,
  profileId: string,
  ask: (send: Send, address: Pick<ServiceAddress, 'baseUrl'>) => Promise<ReadOutcome<Json>>,
): Promise<Result<Json>> {
  const where = await address(profileId)
  if (!where.ok) return where
  const whileReading: WhileReading = (read) => watchdog.reading(listingOf(profileId), read)
  const { baseUrl } = where.data
  const outcome = await ask(createSend({ ...where.data, whileReading }, clock.now()), { baseUrl })
  return outcome.kind === 'ok' ? succeed(outcome.value) : { ok: false, error: failureOf(outcome) }
}

function isFresh(clock: Clock, fetchedAt: number): boolean {
  return Math.abs(clock.now() - fetchedAt) < FRESH_MS
}

function toldAddress(deps: CatalogDeps, at: ServiceAddress): CatalogDeps {
  return { ...deps, address: () => Promise.resolve(succeed(at)) }
}

async function entryOf(
  deps: CatalogDeps,
  entries: ModelEntries,
  owner: Owner,
  modelId: string,
): Promise<Model | null> {
  if (!owner.api.readModel) return null
  return entries.description(owner, modelId)?.model ?? describe(deps, entries, owner, modelId)
}

async function describe(
  deps: CatalogDeps,
  entries: ModelEntries,
  owner: Owner,
  modelId: string,
): Promise<Model | null> {
  const { api, profileId } = owner
  const workflow = entries.workflow(owner, modelId)
  if (workflow) return workflow
  const known = entries.description(owner, modelId)
  const ask = api.describeModel?.bind(api)
  if (ask && !(known && isFresh(deps.clock, known.fetchedAt))) {
    const outcome = await askService(deps, profileId, (send, address) => ask(send, address, modelId))
    const model = outcome.ok ? (api.readModel?.(outcome.data, modelId) ?? null) : null
    if (outcome.ok && model) {
      entries.keepDescription(owner, modelId, outcome.data)
      deps.keepPrices(profileId, [model], 'model')
      return model
    }
  }
  if (known) return known.model
  const copy = copyOf(deps.db, owner)
  return (copy && api.readModels(copy.body).models.find(({ id }) => id === modelId)) ?? null
}

interface GivenWorkflow {
  readonly name: string
  readonly workflow?: Json | undefined
  readonly dataUrl?: string | undefined
}

async function addWorkflow(
  deps: CatalogDeps,
  entries: ModelEntries,
  owner: Owner,
  { name, workflow, dataUrl }: GivenWorkflow,
): Promise<Result<Model>> {
  const { api, profileId } = owner
  if (!api.addWorkflow || !api.readModel) {
    return fail('not_available_here', message('catalog.takesNoWorkflows', { service: api.label }))
  }
  const file = dataUrl === undefined ? null : decodeDataUri(dataUrl)
  const given = workflow !== undefined ? { name, json: workflow } : file && { name, file }
  if (!given) return fail('invalid_input', 'catalog.workflowMissing', { field: 'workflow' })
  const where = await deps.address(profileId)
  if (!where.ok) return where
  const { baseUrl } = where.data
  const send = createSend(where.data, deps.clock.now(), undefined, MAX_FOR_A_WORKFLOW)
  const stored = await api.addWorkflow(send, { baseUrl }, given)
  if (!stored.ok) return stored
  const model = api.readModel(stored.data, name)
  if (!model) return fail('invalid_input', 'catalog.workflowUnreadable', { field: 'workflow' })
  entries.keepWorkflow(owner, name, stored.data)
  return succeed({ ...model, isWorkflow: true })
}
