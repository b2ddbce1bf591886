/** The models of each profile: asked of the service when old, answered from the last copy when it is away. */
import { type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { ModelList } from '#contract/models.ts'
import type { Clock } from '../ports/clock.ts'
import { parseBoundedJson } from '../json/bounded-json.ts'
import { createSend } from '../service/client.ts'
import type { Database } from '../store/database.ts'
import { listingOf, type Watchdog } from '../reading/watchdog.ts'
import type { ServiceAddress, ServiceApi } from '../service/service-api.ts'
import type { WhileReading } from '../service/transport/send-request.ts'
import { insertRow } from '../store/reader.ts'

const FRESH_MS = 60 * 60 * 1_000

export type Catalog = ReturnType<typeof createCatalog>

export interface CatalogDeps {
  readonly db: Database
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  /** How the service of a profile speaks. */
  readonly api: (profileId: string) => Pick<ServiceApi, 'readModels'>
  /** What a copy belongs to: the address of the service, so that another service never answers from it. */
  readonly source: (profileId: string) => string
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** What the last run was reading when it fell silent: of that, a listing is asked for when the user says so. */
  readonly leftOut: readonly string[]
}

const LEFT_OUT =
  'Atelier stopped responding while it read the models of this service, so it does not ask for them again by itself. Refresh them to try again.'

export function createCatalog({ db, clock, address, api: apiOf, source, watchdog, leftOut }: CatalogDeps) {
  const readModels = (profileId: string, listing: Json) => apiOf(profileId).readModels(listing).models
  const silenced = new Set(leftOut)
  const copyOf = (profileId: string): { fetchedAt: number; body: Json } | null => {
    const row = db.get(
      'SELECT fetched_at, body FROM model_listings WHERE profile_id = ? AND source = ?',
      profileId,
      source(profileId),
    )
    if (!row) return null
    return { fetchedAt: Number(row['fetched_at']), body: parseBoundedJson(String(row['body'])) ?? null }
  }
  const fetch = async (profileId: string): Promise<{ body: Json } | { problem: string }> => {
    const where = await address(profileId)
    if (!where.ok) return { problem: where.error.message }
    const whileReading: WhileReading = (read) => watchdog.reading(listingOf(profileId), read)
    const { api, baseUrl } = where.data
    const send = createSend({ ...where.data, whileReading }, clock.now())
    const outcome = await api.fetchListing(send, { baseUrl })
    if (outcome.kind === 'aborted') return { problem: 'The listing was not read to its end.' }
    if (outcome.kind === 'refused') return { problem: outcome.failure.message }
    const { problem } = await whileReading(async () => api.readModels(outcome.value))
    if (problem !== undefined) return { problem }
    return { body: outcome.value }
  }
  return {
    /** Never fails for want of a network: then the last copy is answered as stale, or an empty list with the problem. */
    list: async (profileId: string, refresh: boolean): Promise<Result<ModelList>> => {
      const copy = copyOf(profileId)
      if (copy && !refresh && Math.abs(clock.now() - copy.fetchedAt) < FRESH_MS) {
        return succeed({ items: readModels(profileId, copy.body), fetchedAt: copy.fetchedAt, stale: false })
      }
      if (refresh) silenced.delete(listingOf(profileId))
      const isSilenced = silenced.has(listingOf(profileId))
      const fetched = isSilenced ? { problem: LEFT_OUT } : await fetch(profileId)
      if ('body' in fetched) {
        const fetchedAt = clock.now()
        const body = JSON.stringify(fetched.body)
        insertRow(db, 'OR REPLACE INTO model_listings', {
          profileId,
          source: source(profileId),
          fetchedAt,
          body,
        })
        return succeed({ items: readModels(profileId, fetched.body), fetchedAt, stale: false })
      }
      const items = copy ? readModels(profileId, copy.body) : []
      return succeed({ items, fetchedAt: copy?.fetchedAt ?? 0, stale: true, problem: fetched.problem })
    },
  }
}
