/** Finds the prediction of a request whose response was lost, in the account's own list. */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { chooseListed, type ListedRequest, SOUGHT_WITHIN_MS, type SoughtRequest } from '../../find-in-list.ts'
import type { LookUp, Send } from '../../service-api.ts'
import { parseModelId } from './model-id.ts'

/** Of 100 predictions each. */
const MOST_PAGES = 3

const rowSchema = z.object({
  id: z.string().min(1).max(500),
  model: z.string(),
  version: z.string(),
  created_at: z.string().transform((text) => Date.parse(text)),
  input: z.custom<Json>(),
  data_removed: z.boolean().optional(),
})

const pageSchema = z.object({
  results: z.array(z.unknown()).max(1_000),
  next: z.string().nullish(),
})

export async function findPrediction(
  get: Send,
  listUrl: string,
  model: string,
  sought: SoughtRequest,
): Promise<LookUp> {
  const listed: ListedRequest[] = []
  let url: string | null = listUrl
  for (let page = 0; page < MOST_PAGES && url !== null; page++) {
    const outcome = await get({ method: 'GET', url })
    if (outcome.kind === 'aborted') {
      return { kind: 'unreachable', failure: { code: 'service_unavailable', message: 'It was stopped.' } }
    }
    if (outcome.kind === 'refused') return { kind: 'unreachable', failure: outcome.failure }
    const parsed = pageSchema.safeParse(outcome.value)
    if (!parsed.success) {
      const message = "Replicate's list of predictions cannot be read."
      return { kind: 'unreachable', failure: { code: 'unreadable_answer', message } }
    }
    const rows = parsed.data.results.flatMap((row) => rowSchema.safeParse(row).data ?? [])
    for (const row of rows.filter((one) => isOfModel(one, model))) {
      const input = row.data_removed === true ? null : row.input
      listed.push({ remoteId: row.id, createdAt: row.created_at, input })
    }
    const isPast = rows.some(({ created_at }) => created_at < sought.sentAt - SOUGHT_WITHIN_MS)
    url = isPast ? null : nextUrl(listUrl, parsed.data.next)
  }
  return chooseListed(listed, sought)
}

/** Only the cursor is taken from the response: the address stays ours. */
function nextUrl(listUrl: string, next: string | null | undefined): string | null {
  const cursor = URL.parse(next ?? '')?.searchParams.get('cursor') ?? null
  return cursor === null ? null : `${listUrl}?cursor=${encodeURIComponent(cursor)}`
}

function isOfModel({ model, version }: z.infer<typeof rowSchema>, sought: string): boolean {
  const { owner, name, version: exact } = parseModelId(sought) ?? {}
  if (owner !== undefined && model !== `${owner}/${name}`) return false
  return exact === undefined || version === exact
}
