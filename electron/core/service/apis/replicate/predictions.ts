/**
 * Reads a prediction of Replicate, and finds that of a request whose response was lost in the account's own list. Source: its OpenAPI
 * document, `schemas_prediction_response`.
 */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import { ask, rowsOf } from '../../adapter.ts'
import { chooseListed, type ListedRequest, SOUGHT_WITHIN_MS, type SoughtRequest } from '../../find-in-list.ts'
import type { LookUp, ReadOutcome, RemoteTask, Send } from '../../service-api.ts'
import { parseModelId } from './models.ts'

/** The last lines of a log are enough for its last progress bar. */
const LOG_CHARACTERS = 2_000

const predictionSchema = z.object({
  id: z.string(),
  status: z.string().max(100),
  model: z.string().max(300).optional(),
  // Parsed and bounded before it came here.
  output: z.custom<Json>().optional(),
  error: z.string().nullish(),
  logs: z.string().nullish(),
  data_removed: z.boolean().optional(),
})

const STATUSES: ReadonlyMap<string, RemoteStatus> = new Map([
  ['starting', 'PENDING'],
  ['processing', 'PROCESSING'],
  ['succeeded', 'SUCCESS'],
  ['failed', 'FAILED'],
  ['canceled', 'FAILED'],
  ['aborted', 'FAILED'],
])

export function readPrediction(json: Json | undefined): RemoteTask | null {
  const parsed = predictionSchema.safeParse(json)
  if (!parsed.success) return null
  const { status, model, output = null, logs } = parsed.data
  const fraction = status === 'processing' ? fractionIn(logs ?? '') : null
  const is = STATUSES.get(status) ?? null
  return {
    status: is,
    statusText: status,
    provider: 'replicate',
    model,
    taskResult: is === 'SUCCESS' && output !== null ? { output } : null,
    // It grows while a prediction runs: Replicate's own client reads it so (replicate-python, `output_iterator`).
    madeBefore: is === 'FAILED' && output !== null ? { output } : undefined,
    message: parsed.data.error || undefined,
    reason: reasonOf(parsed.data),
    progress: fraction === null ? undefined : { fraction },
  }
}

function reasonOf({ status, data_removed }: z.infer<typeof predictionSchema>): Message | undefined {
  if (status === 'canceled' || status === 'aborted') return message('service.replicate.canceled')
  // https://replicate.com/docs/topics/predictions/data-retention
  const isRemoved = status === 'succeeded' && data_removed === true
  return isRemoved ? message('service.replicate.resultRemoved') : undefined
}

/** The last `76%|███   | 7/10` that tqdm wrote, as Replicate's own client reads it (lib/util.js, `parseProgressFromLogs`). */
function fractionIn(logs: string): number | null {
  const lines = logs.slice(-LOG_CHARACTERS).split(/[\r\n]/u)
  for (const line of lines.toReversed()) {
    const percent = /^\s{0,20}(\d{1,3})%\s?\|/u.exec(line)?.[1]
    if (percent !== undefined) return Math.min(100, Number(percent)) / 100
  }
  return null
}

/** Of 100 predictions each. */
const MAX_PAGES = 3

const rowSchema = z.object({
  id: z.string().min(1).max(500),
  model: z.string(),
  version: z.string(),
  created_at: z.string().transform((text) => Date.parse(text)),
  input: z.custom<Json>(),
  data_removed: z.boolean().optional(),
})

const pageSchema = z.object({
  results: rowsOf(rowSchema),
  next: z.string().nullish(),
})

type Page = z.infer<typeof pageSchema>

export async function findPrediction(
  get: Send,
  listUrl: string,
  model: string,
  sought: SoughtRequest,
): Promise<LookUp> {
  const listed: ListedRequest[] = []
  let url: string | null = listUrl
  for (let page = 0; page < MAX_PAGES && url !== null; page++) {
    const outcome: ReadOutcome<Page> = await ask(get, url, pageSchema, 'service.replicate.noPredictions')
    if (outcome.kind !== 'ok') return { kind: 'unreachable' }
    const { results: rows, next }: Page = outcome.value
    for (const row of rows.filter((one) => isOfModel(one, model))) {
      const input = row.data_removed === true ? null : row.input
      listed.push({ remoteId: row.id, createdAt: row.created_at, input })
    }
    const isPast = rows.some(({ created_at }) => created_at < sought.sentAt - SOUGHT_WITHIN_MS)
    url = isPast ? null : nextUrl(listUrl, next)
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
