/**
 * What is known of single models beyond the listing: descriptions that were asked for, and the user's own workflows. Both are
 * kept, so that their forms are there without the network.
 */
import type { Json } from '#contract/json.ts'
import type { Model } from '#contract/models.ts'
import type { Clock } from '../ports/clock.ts'
import { parseBoundedJson } from '../json/bounded-json.ts'
import type { ServiceApi } from '../service/service-api.ts'
import type { Database, Row } from '../store/database.ts'
import { insertRow } from '../store/reader.ts'
import { isJson, type Recoverable } from '../store/recovery/recoverable.ts'

/** Whose model: `source` is the address of the service. */
export interface ModelOwner {
  readonly profileId: string
  readonly source: string
  readonly api: Pick<ServiceApi, 'readModel'>
}

export interface Description {
  readonly model: Model
  readonly fetchedAt: number
}

/** Descriptions are asked for again. */
export const WORKFLOW_RECOVERY: Recoverable = {
  tables: [{ name: 'workflows', isValid: ({ body }) => isJson(body) }],
}

export type ModelEntries = ReturnType<typeof createModelEntries>

export function createModelEntries(db: Database, clock: Clock) {
  const workflowsOf = ({ profileId, api }: ModelOwner): readonly Model[] =>
    db
      .all('SELECT name, body FROM workflows WHERE profile_id = ? ORDER BY added_at DESC', profileId)
      .flatMap((row) => workflowIn(row, api, String(row['name'])) ?? [])
  /** The names of each profile's workflows that may cost something: asked for every request, and long to read. */
  const charged = new Map<string, ReadonlySet<string>>()
  const chargedOf = (owner: ModelOwner): ReadonlySet<string> => {
    const known = charged.get(owner.profileId)
    if (known) return known
    const names = new Set(workflowsOf(owner).flatMap(({ id, isCharged }) => (isCharged ? [id] : [])))
    charged.set(owner.profileId, names)
    return names
  }
  return {
    isCharged: (owner: ModelOwner, modelId?: string): boolean => {
      const names = chargedOf(owner)
      return modelId === undefined ? names.size > 0 : names.has(modelId)
    },
    description: ({ profileId, source, api }: ModelOwner, modelId: string): Description | null => {
      const row = db.get(
        'SELECT fetched_at, body FROM model_descriptions WHERE profile_id = ? AND source = ? AND model = ?',
        profileId,
        source,
        modelId,
      )
      const model = row && modelIn(row, api, modelId)
      return model ? { model, fetchedAt: Number(row['fetched_at']) } : null
    },
    descriptions: ({ profileId, source, api }: ModelOwner): readonly Model[] =>
      db
        .all(
          'SELECT model, body FROM model_descriptions WHERE profile_id = ? AND source = ? ORDER BY fetched_at DESC',
          profileId,
          source,
        )
        .flatMap((row) => modelIn(row, api, String(row['model'])) ?? []),
    keepDescription: ({ profileId, source }: ModelOwner, model: string, body: Json): void => {
      const fetchedAt = clock.now()
      const entry = { profileId, source, model, fetchedAt, body: JSON.stringify(body) }
      insertRow(db, 'OR REPLACE INTO model_descriptions', entry)
    },
    workflow: ({ profileId, api }: ModelOwner, name: string): Model | null => {
      const row = db.get('SELECT body FROM workflows WHERE profile_id = ? AND name = ?', profileId, name)
      return row && workflowIn(row, api, name)
    },
    /** The one added last first. */
    workflows: workflowsOf,
    keepWorkflow: ({ profileId }: ModelOwner, name: string, body: Json): void => {
      const entry = { profileId, name, addedAt: clock.now(), body: JSON.stringify(body) }
      insertRow(db, 'OR REPLACE INTO workflows', entry)
      charged.delete(profileId)
    },
    removeWorkflow: ({ profileId }: ModelOwner, name: string): boolean => {
      charged.delete(profileId)
      const sql = 'DELETE FROM workflows WHERE profile_id = ? AND name = ? RETURNING name'
      return db.all(sql, profileId, name).length > 0
    },
  }
}

function workflowIn(row: Row, api: ModelOwner['api'], name: string): Model | null {
  const model = modelIn(row, api, name)
  return model && { ...model, isWorkflow: true }
}

function modelIn(row: Row, api: ModelOwner['api'], modelId: string): Model | null {
  const body = parseBoundedJson(String(row['body']))
  return body === undefined ? null : (api.readModel?.(body, modelId) ?? null)
}
