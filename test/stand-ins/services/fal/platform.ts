/**
 * The stand-in's platform API: models, prices and the history of requests. A model list needs no key, the others do.
 * Source: https://fal.ai/docs/api-reference/platform-apis/openapi/v1.json, read on 2026-11-22.
 */
import type { ProviderRequest, ProviderResponse } from '../provider-server.ts'
import type { World } from './fal.ts'
import { FAL_MODELS, listed, openapiOf } from './models.ts'

/** `key`: whether it is the right one, undefined where there is none. */
export function onPlatform(
  world: World,
  { method, path, query }: ProviderRequest,
  key: string | undefined,
): ProviderResponse {
  if (method !== 'GET') return refused(405, 'method_not_allowed', 'Method not allowed')
  if (key !== undefined && key !== 'valid') return refused(401, 'authorization_error', 'Invalid API key')
  if (path === '/v1/models') return models(query)
  if (key === undefined) return refused(401, 'authorization_error', 'Authentication required')
  if (path === '/v1/models/pricing') return pricing(query)
  if (path === '/v1/models/requests/by-endpoint') return history(world, query)
  return refused(404, 'not_found', 'Not found')
}

function refused(status: number, type: string, message: string): ProviderResponse {
  return { status, body: { error: { type, message } } }
}

function models(query: URLSearchParams): ProviderResponse {
  const ids = query.getAll('endpoint_id')
  const words = (query.get('q') ?? '').toLowerCase()
  const category = query.get('category')
  const found = FAL_MODELS.filter(
    (model) =>
      (ids.length === 0 || ids.includes(model.id)) &&
      (category === null || model.category === category) &&
      `${model.id} ${model.name} ${model.description}`.toLowerCase().includes(words),
  )
  const isExpanded = query.getAll('expand').includes('openapi-3.0')
  const rows = found.map((model) => ({
    ...listed(model),
    ...(isExpanded ? { openapi: openapiOf(model) } : {}),
  }))
  // A page holds few, so that there are several.
  const limit = Math.min(Number(query.get('limit') ?? 50), 4)
  return paged(rows, 'models', Number(query.get('cursor') ?? 0), limit)
}

function pricing(query: URLSearchParams): ProviderResponse {
  const ids = query.getAll('endpoint_id')
  const found = FAL_MODELS.filter(({ id }) => ids.includes(id))
  if (found.length === 0) return refused(404, 'not_found', 'No such endpoint')
  const prices = found.map(({ id, price }) => ({ endpoint_id: id, ...price, currency: 'USD' }))
  return { status: 200, body: { prices, next_cursor: null, has_more: false } }
}

function history(world: World, query: URLSearchParams): ProviderResponse {
  const endpoint = query.get('endpoint_id')
  if (endpoint === null) return refused(400, 'validation_error', 'endpoint_id is required')
  const after = Date.parse(query.get('start') ?? '')
  const rows = world.requests
    .filter(({ model, sentAt }) => model.id === endpoint && !(sentAt < after))
    .map(({ id, model, sentAt, input, isForgotten }) => ({
      request_id: id,
      endpoint_id: model.id,
      sent_at: new Date(sentAt).toISOString(),
      started_at: new Date(sentAt + 400).toISOString(),
      ...(query.get('expand') === 'payloads' && !isForgotten ? { json_input: input } : {}),
    }))
  return paged(rows, 'items', Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 50))
}

function paged(rows: readonly object[], name: string, start: number, limit: number): ProviderResponse {
  const end = start + limit
  const more = end < rows.length
  return {
    status: 200,
    body: { [name]: rows.slice(start, end), next_cursor: more ? String(end) : null, has_more: more },
  }
}
