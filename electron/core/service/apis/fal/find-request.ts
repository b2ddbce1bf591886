/**
 * Finds the request whose response was lost in the account's history. Source: https://fal.ai/docs/platform-apis/v1/models/requests/by-endpoint
 * (ids, times and, with `expand=payloads`, the inputs).
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { ask, rowsOf } from '../../adapter.ts'
import { chooseListed, type ListedRequest, SOUGHT_WITHIN_MS, type SoughtRequest } from '../../find-in-list.ts'
import type { LookUp, Send } from '../../service-api.ts'
import { remoteIdOf } from './addresses.ts'

/** Of 100 requests each. */
const MAX_PAGES = 3

const rowSchema = z.object({
  request_id: z.string(),
  endpoint_id: z.string(),
  sent_at: z.string().transform((text) => Date.parse(text)),
  json_input: z.custom<Json>().nullish(),
})
const pageSchema = z.object({
  items: rowsOf(rowSchema),
  next_cursor: z.string().max(4_000).nullish(),
})

export async function findRequest(
  get: Send,
  platformUrl: string,
  model: string,
  sought: SoughtRequest,
): Promise<LookUp> {
  const listed: ListedRequest[] = []
  const query = new URLSearchParams({
    endpoint_id: model,
    start: new Date(sought.sentAt - SOUGHT_WITHIN_MS).toISOString(),
    expand: 'payloads',
    limit: '100',
  })
  for (let page = 0; page < MAX_PAGES; page++) {
    const url = `${platformUrl}/v1/models/requests/by-endpoint?${query.toString()}`
    const outcome = await ask(get, url, pageSchema, 'service.fal.noHistory')
    if (outcome.kind !== 'ok') return { kind: 'unreachable' }
    for (const row of outcome.value.items) {
      const remoteId = row.endpoint_id === model ? remoteIdOf(model, row.request_id) : null
      if (remoteId !== null) listed.push({ remoteId, createdAt: row.sent_at, input: row.json_input ?? null })
    }
    const { next_cursor: cursor } = outcome.value
    if (!cursor) break
    query.set('cursor', cursor)
  }
  return chooseListed(listed, sought)
}
