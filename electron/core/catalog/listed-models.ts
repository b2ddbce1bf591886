/** What the stored copies of listings say, with the user's workflows and what was described of single models. */
import type { Json } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import { parseBoundedJson } from '../json/bounded-json.ts'
import { listingOf } from '../reading/watchdog.ts'
import type { ServiceApi } from '../service/service-api.ts'
import type { Database } from '../store/database.ts'
import type { ModelEntries, ModelOwner } from './model-entries.ts'

export interface Owner extends ModelOwner {
  readonly api: ServiceApi
}

interface ListedDeps {
  readonly db: Database
  readonly ownerOf: (profileId: string) => Owner
  readonly entries: ModelEntries
  /** Listings that are not read. */
  readonly silenced: ReadonlySet<string>
}

/** A copy is read once for all that is asked of single models. */
export function createListedModels({ db, ownerOf, entries, silenced }: ListedDeps) {
  const complete = (profileId: string, models: readonly Model[]): readonly Model[] =>
    withEntries(models, entries, ownerOf(profileId))
  const read = (profileId: string, listing: Json): readonly Model[] =>
    complete(profileId, ownerOf(profileId).api.readModels(listing).models)
  const last = (profileId: string): readonly Model[] => {
    const copy = silenced.has(listingOf(profileId)) ? null : copyOf(db, ownerOf(profileId))
    return copy ? read(profileId, copy.body) : []
  }
  const examples = new Map<string, { readonly at: number; readonly urls: ReadonlyMap<string, string> }>()
  let listedLast: { readonly of: string; readonly models: ReadonlyMap<string, Model> } | undefined
  return {
    read,
    /** What was read of a listing, with what is known beside it. */
    complete,
    /** The models of the last copy; none of one that is silenced. */
    last,
    /** A model of the last copy. */
    model: (profileId: string, provider: string, id: string): Model | null => {
      const owner = ownerOf(profileId)
      const of = JSON.stringify([profileId, owner.source, copiedAt(db, owner)])
      if (listedLast?.of !== of) {
        const models = last(profileId).map((model) => [keyOf(model.provider, model.id), model] as const)
        listedLast = { of, models: new Map(models) }
      }
      return listedLast.models.get(keyOf(provider, id)) ?? null
    },
    /** Asked for each row of a list. */
    exampleUrl: (profileId: string, provider: string, id: string): string | null => {
      const at = copiedAt(db, ownerOf(profileId))
      const known = examples.get(profileId)
      const urls = known?.at === at ? known.urls : exampleUrlsOf(last(profileId))
      examples.set(profileId, { at, urls })
      return urls.get(keyOf(provider, id)) ?? null
    },
  }
}

/** The user's workflows first, listed models with what was described of them, and described ones that are not listed. */
function withEntries(listed: readonly Model[], entries: ModelEntries, owner: ModelOwner): readonly Model[] {
  if (!owner.api.readModel) return listed
  const described = new Map(entries.descriptions(owner).map((model) => [model.id, model]))
  const known = new Set(listed.map(({ id }) => id))
  const others = [...described.values()].filter(({ id }) => !known.has(id))
  return [...entries.workflows(owner), ...listed.map((model) => described.get(model.id) ?? model), ...others]
}

export function copyOf(
  db: Database,
  { profileId, source }: ModelOwner,
): { fetchedAt: number; body: Json } | null {
  const row = db.get(
    'SELECT fetched_at, body FROM model_listings WHERE profile_id = ? AND source = ?',
    profileId,
    source,
  )
  if (!row) return null
  return { fetchedAt: Number(row['fetched_at']), body: parseBoundedJson(String(row['body'])) ?? null }
}

/** 0 where there is none. */
function copiedAt(db: Database, { profileId, source }: ModelOwner): number {
  const sql = 'SELECT fetched_at FROM model_listings WHERE profile_id = ? AND source = ?'
  return Number(db.get(sql, profileId, source)?.['fetched_at'] ?? 0)
}

function keyOf(provider: string, modelId: string): string {
  return JSON.stringify([provider, modelId])
}

function exampleUrlsOf(models: readonly Model[]): ReadonlyMap<string, string> {
  return new Map(
    models.flatMap(({ provider, id, exampleUrl }) =>
      exampleUrl === undefined ? [] : [[keyOf(provider, id), exampleUrl]],
    ),
  )
}
