/**
 * Finds the prediction of a request whose response was lost, in the account's own list.
 *
 * There is no certain "none": the list may come late, and the clock of this computer may be wrong. So nothing that is found
 * ever says that a request was not accepted.
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import type { LookUp, LookUpCandidate, Send } from '../../service-api.ts'
import { parseModelId } from './model-id.ts'

interface Sought {
  readonly model: string
  readonly input: JsonObject
  /** In milliseconds since the epoch, by the clock of this computer. */
  readonly sentAt: number
}

const MINUTE_MS = 60_000
/** A prediction that is offered, when nothing fits the minute: the clocks may differ by so much. */
const HOUR_MS = 60 * MINUTE_MS
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
type Row = z.infer<typeof rowSchema>

const pageSchema = z.object({
  results: z.array(z.unknown()).max(1_000),
  next: z.string().nullish(),
})

/** One same request within the minute is the one; else everything that may be it is offered. */
export async function findPrediction(get: Send, listUrl: string, sought: Sought): Promise<LookUp> {
  const rows: Row[] = []
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
    const found = parsed.data.results.flatMap((row) => rowSchema.safeParse(row).data ?? [])
    rows.push(...found)
    const isPast = found.some(({ created_at }) => created_at < sought.sentAt - HOUR_MS)
    url = isPast ? null : nextUrl(listUrl, parsed.data.next)
  }
  return choose(
    rows.filter((row) => isSameModel(row, sought.model)),
    sought,
  )
}

/** Only the cursor is taken from the response: the address stays ours. */
function nextUrl(listUrl: string, next: string | null | undefined): string | null {
  const cursor = URL.parse(next ?? '')?.searchParams.get('cursor') ?? null
  return cursor === null ? null : `${listUrl}?cursor=${encodeURIComponent(cursor)}`
}

function choose(rows: readonly Row[], { input, sentAt }: Sought): LookUp {
  const near = rows.filter(({ created_at }) => Math.abs(created_at - sentAt) <= HOUR_MS)
  const like = near.filter((row) => likeness(row, input) !== 'other')
  const inMinute = like.filter(({ created_at }) => Math.abs(created_at - sentAt) <= MINUTE_MS)
  const [first] = inMinute
  if (inMinute.length === 1 && first && likeness(first, input) === 'same') {
    return { kind: 'found', remoteId: first.id }
  }
  const offered = inMinute.length > 0 ? inMinute : like
  const candidates = offered.map(({ id, created_at }): LookUpCandidate => ({
    remoteId: id,
    createdAt: created_at,
  }))
  return { kind: 'several', candidates }
}

function isSameModel({ model, version }: Row, sought: string): boolean {
  const { owner, name, version: exact } = parseModelId(sought) ?? {}
  if (owner !== undefined && model !== `${owner}/${name}`) return false
  return exact === undefined || version === exact
}

/** An input that was removed, or a file that Replicate names in another way than we sent it, leaves it open. */
function likeness({ input, data_removed }: Row, sought: JsonObject): 'same' | 'open' | 'other' {
  if (isDeepStrictEqual(input, sought)) return 'same'
  if (data_removed === true) return 'open'
  return isDeepStrictEqual(withoutFiles(input), withoutFiles(sought)) ? 'open' : 'other'
}

function withoutFiles(value: Json): Json {
  if (typeof value === 'string') return /^(?:data:|https?:)/u.test(value) ? 'file' : value
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutFiles)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutFiles(inner)]))
}
