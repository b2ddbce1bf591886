/** Reads a prediction of Replicate. Source: its OpenAPI document, `schemas_prediction_response`. */
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import type { RemoteStatus } from '#contract/rules/task-states.ts'
import type { RemoteTask } from '../../service-api.ts'

const MAX_MESSAGE_CHARACTERS = 2_000
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

const STATUSES: Readonly<Record<string, RemoteStatus>> = {
  starting: 'PENDING',
  processing: 'PROCESSING',
  succeeded: 'SUCCESS',
  failed: 'FAILED',
  canceled: 'FAILED',
  aborted: 'FAILED',
}

export function readPrediction(json: Json | undefined): RemoteTask | null {
  const parsed = predictionSchema.safeParse(json)
  if (!parsed.success) return null
  const { status, model, output = null, logs } = parsed.data
  const message = messageOf(parsed.data)
  const fraction = fractionIn(logs ?? '')
  return {
    status: Object.hasOwn(STATUSES, status) ? (STATUSES[status] ?? null) : null,
    statusText: status,
    provider: 'replicate',
    ...(model === undefined ? {} : { model }),
    taskResult: status === 'succeeded' && output !== null ? { output } : null,
    ...(message === '' ? {} : { message: message.slice(0, MAX_MESSAGE_CHARACTERS) }),
    ...(status === 'processing' && fraction !== null ? { progress: { fraction } } : {}),
  }
}

function messageOf({ status, error, data_removed }: z.infer<typeof predictionSchema>): string {
  if (status === 'canceled' || status === 'aborted') return 'It was canceled at Replicate.'
  // https://replicate.com/docs/topics/predictions/data-retention
  if (status === 'succeeded' && data_removed === true) {
    return 'Replicate has removed the result: it keeps results for an hour.'
  }
  return error ?? ''
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
