/**
 * What ComfyUI's queue and history say of a prompt.
 *
 * Source: Comfy-Org/ComfyUI, execution.py (`PromptQueue`): an item of the queue is `[number, prompt_id, prompt, extra_data, outputs]`,
 * and is in the queue until it is in the history, with no moment between. The history is kept in memory, at most 10,000 long.
 */
import { z } from 'zod'
import { failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { refused, unreadable } from '../../adapter.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { LookUp, ReadOutcome, RemoteTask, Send, TaskToSend } from '../../service-api.ts'
import { readOutcome } from '../../outcomes.ts'
import type { ServiceResponse } from '../../transport/send-request.ts'

const MAX_CHARACTERS = 1_000
/** Of the history, each with its whole workflow, where a server gave its own id. */
const MAX_LOOKED_THROUGH = 50

/** As deep as an item's `client_id` lies in the queue and in the history. Below are the workflows, thousands of values in each. */
const DEEPEST = 4

export function queueRequest(baseUrl: string): HttpRequest {
  return { method: 'GET', url: `${baseUrl}/queue`, deepest: DEEPEST }
}

const item = z
  .tuple([z.number(), z.string(), z.unknown(), z.object({ client_id: z.unknown().optional() })], z.unknown())
  .transform(([number, promptId, , { client_id: clientId }]) => ({ number, promptId, clientId }))
const items = z.array(item.nullable().catch(null)).transform((all) => all.filter((one) => one !== null))
const queueSchema = z.object({ queue_running: items, queue_pending: items })

const statusMessage = z.tuple([z.string(), z.custom<Json>()])
const entrySchema = z.object({
  prompt: item.optional().catch(undefined),
  outputs: z.record(z.string(), z.custom<Json>()),
  status: z
    .object({
      status_str: z.string(),
      messages: z.array(statusMessage.nullable().catch(null)).optional().catch(undefined),
    })
    .nullish()
    .catch(null),
})
const said = z
  .string()
  .catch('')
  .transform((text) => text.slice(0, MAX_CHARACTERS))
const errorSchema = z.object({ node_type: said, exception_type: said, exception_message: said })
const NO_DETAILS = { node_type: '', exception_type: '', exception_message: '' }

/** Of the queue. What is not in it has ended, and the history tells how. */
export function readQueue(response: ServiceResponse, now: number, remoteId: string): ReadOutcome<RemoteTask> {
  const outcome = readOutcome(response, now, (json) => {
    const parsed = queueSchema.safeParse(json)
    return parsed.success ? placeIn(parsed.data, remoteId) : null
  })
  // The whole queue, with the workflows of others, is not kept with the task.
  return outcome.kind === 'ok' ? { ...outcome, raw: { status: outcome.value.statusText } } : outcome
}

function placeIn(
  { queue_running: running, queue_pending: pending }: z.infer<typeof queueSchema>,
  remoteId: string,
) {
  const isOurs = ({ promptId }: { readonly promptId: string }): boolean => promptId === remoteId
  const task = (status: RemoteTask['status'], statusText: string): RemoteTask => ({
    status,
    statusText,
    taskResult: null,
  })
  if (running.some(isOurs)) return { ...task('PROCESSING', 'running'), progress: { queuePosition: 0 } }
  const own = pending.find(isOurs)
  if (!own) return task('SUCCESS', 'no longer in the queue')
  const before = pending.filter(({ number }) => number < own.number).length
  return { ...task('PENDING', 'in the queue'), progress: { queuePosition: running.length + before } }
}

/** Whether the queue says that this prompt runs now; null where it does not say. */
export function isRunning(outcome: ReadOutcome<Json>, remoteId: string): boolean | null {
  const queue = queueSchema.safeParse(outcome.kind === 'ok' ? outcome.value : null)
  return queue.success ? queue.data.queue_running.some(({ promptId }) => promptId === remoteId) : null
}

/** Of the history. Refused with `not_found` where ComfyUI has forgotten the prompt. */
export function readHistory(
  response: ServiceResponse,
  now: number,
  remoteId: string,
): ReadOutcome<RemoteTask> {
  const outcome = readOutcome(response, now, (json) => {
    const parsed = z.record(z.string(), z.custom<Json>()).safeParse(json)
    return parsed.success ? { entry: parsed.data[remoteId] } : null
  })
  if (outcome.kind !== 'ok') return outcome
  if (outcome.value.entry === undefined) {
    return refused(failure('not_found', 'service.comfyui.forgotten'), outcome.raw)
  }
  const parsed = entrySchema.safeParse(outcome.value.entry)
  if (!parsed.success) return unreadable('service.comfyui.historyUnreadable')
  const { outputs, status } = parsed.data
  const error = lastError(status)
  // The other messages hold what the failing node was given, which may be large.
  const messages = error && [[error.kind, error.details]]
  const told = status && { status_str: status.status_str, ...(messages && { messages }) }
  const raw = { [remoteId]: { outputs, ...(told && { status: told }) } }
  return { kind: 'ok', value: ended(parsed.data), raw, status: outcome.status }
}

type Entry = z.infer<typeof entrySchema>

function ended({ outputs, status }: Entry): RemoteTask {
  if (status?.status_str !== 'error') {
    return { status: 'SUCCESS', statusText: status?.status_str ?? 'done', taskResult: { outputs } }
  }
  const { kind, details = NO_DETAILS } = lastError(status) ?? {}
  const { node_type: node, exception_type: type, exception_message: text } = details
  const said = [node, type, text.trim()].filter((part) => part !== '').join(': ')
  const why =
    kind === 'execution_interrupted'
      ? { reason: message('service.comfyui.stopped') }
      : { message: said.slice(0, MAX_CHARACTERS) || undefined }
  const madeBefore = Object.keys(outputs).length > 0 ? { outputs } : undefined
  return { status: 'FAILED', statusText: 'error', taskResult: null, madeBefore, ...why }
}

function lastError(status: Entry['status']) {
  const last = status?.messages?.findLast((one) => one && /^execution_(?:error|interrupted)$/.test(one[0]))
  return last ? { kind: last[0], details: errorSchema.safeParse(last[1]).data ?? NO_DETAILS } : null
}

/**
 * Looks for our id in the queue, then in the history. A server from before July 2025 gave the prompt an id of its own; our client
 * id, which is the same, is beside it in both.
 */
export async function findPrompt(get: Send, baseUrl: string, { ownId, model }: TaskToSend): Promise<LookUp> {
  const isOurs = ({ promptId, clientId }: z.infer<typeof item>): boolean =>
    promptId === ownId || clientId === ownId
  for (const place of ['queue', `history/${ownId}`, `history?max_items=${MAX_LOOKED_THROUGH}`]) {
    const outcome = await get({ method: 'GET', url: `${baseUrl}/${place}`, deepest: DEEPEST })
    if (outcome.kind !== 'ok') return { kind: 'unreachable' }
    const found = promptsIn(outcome.value).find(isOurs)
    if (found) return { kind: 'found', remoteId: found.promptId }
  }
  // Started again, it knows of no prompt before; what paid nodes made by then was charged.
  return model?.isCharged ? { kind: 'several', candidates: [] } : { kind: 'none' }
}

function promptsIn(json: Json): readonly z.infer<typeof item>[] {
  const queue = queueSchema.safeParse(json)
  if (queue.success) return [...queue.data.queue_running, ...queue.data.queue_pending]
  const history = z.record(z.string(), entrySchema.nullable().catch(null)).safeParse(json)
  return history.success ? Object.values(history.data).flatMap((entry) => entry?.prompt ?? []) : []
}
