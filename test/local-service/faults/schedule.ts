/**
 * Faults that a test asks the sample service to make, as JSON.
 *
 * ```json
 * {
 *   "seed": 7,
 *   "rules": [
 *     { "on": "generate", "after": 2, "times": 1, "fault": { "kind": "drop", "at": "answer" } },
 *     { "on": "task", "probability": 0.1, "fault": { "kind": "refuse", "status": 503, "body": "html" } },
 *     { "on": "generate", "every": 5, "fault": { "kind": "refuse", "status": 429, "retryAfterSeconds": 3 } },
 *     { "on": "task", "times": 2, "fault": { "kind": "lie", "lie": "success-without-files" } },
 *     { "on": "files", "fault": { "kind": "refuse", "status": 410 } }
 *   ]
 * }
 * ```
 *
 * A rule counts the requests it is `on` (generate, task, contact, models, files; left out for all of them). It skips the first
 * `after`, then takes each `every`-th (1), with `probability` (1, drawn from `seed`, 0), and at most `times` (without end) in all. The
 * first rule that takes a request decides. What the faults do is in `misbehave.ts`. The studio's own pages are never touched.
 */
import { z } from 'zod'

export const ENDPOINTS = ['generate', 'task', 'contact', 'models', 'files'] as const
export type Endpoint = (typeof ENDPOINTS)[number]

const LIES = [
  'success-without-files',
  'backwards',
  'unknown-status',
  'other-task',
  'no-task-id',
  'refused-in-200',
  'broken-json',
] as const

const whole = (minimum: number, maximum: number): z.ZodInt => z.int().min(minimum).max(maximum)

const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('drop'),
    /** Before the request is looked at, after it was carried out but before the answer, or in the middle of the answer. */
    at: z.enum(['request', 'answer', 'body']),
  }),
  z.strictObject({ kind: z.literal('delay'), ms: whole(0, 600_000) }),
  z.strictObject({
    kind: z.literal('refuse'),
    status: whole(400, 599),
    retryAfterSeconds: whole(0, 86_400).optional(),
    body: z.enum(['error', 'html', 'empty']).default('error'),
    /** True: the request is carried out all the same. */
    carriedOut: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('drip'), bytesPerSecond: whole(1, 10_000_000) }),
  z.strictObject({ kind: z.literal('lie'), lie: z.enum(LIES) }),
])

const ruleSchema = z.strictObject({
  on: z.enum(ENDPOINTS).optional(),
  after: whole(0, 1_000_000).default(0),
  every: whole(1, 1_000_000).default(1),
  times: whole(1, 1_000_000).optional(),
  probability: z.number().min(0).max(1).default(1),
  fault: faultSchema,
})

const scheduleSchema = z.strictObject({
  seed: whole(0, 4_294_967_295).default(0),
  rules: z.array(ruleSchema).min(1).max(1_000),
})

export type Fault = z.infer<typeof faultSchema>
export type Rule = z.infer<typeof ruleSchema>
export type FaultSchedule = z.infer<typeof scheduleSchema>
export type Lie = (typeof LIES)[number]

export type ScheduleReading =
  { readonly ok: true; readonly schedule: FaultSchedule } | { readonly ok: false; readonly message: string }

/** The schedule in the text of a file, or one sentence for each thing that is wrong with it. */
export function readSchedule(text: string): ScheduleReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `It is not JSON: ${why}.` }
  }
  const read = scheduleSchema.safeParse(value)
  if (read.success) return { ok: true, schedule: read.data }
  const faults = read.error.issues.map(({ path, message }) => `${place(path)}: ${message}.`)
  return { ok: false, message: faults.join(' ') }
}

/** `rules[0].fault.ms` for `['rules', 0, 'fault', 'ms']`. */
function place(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the schedule'
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1)
}
