/**
 * ComfyUI, on the user's own GPU.
 *
 * Sources: https://github.com/Comfy-Org/ComfyUI at a125cd84b054 (2025-10-12) and server.py at 002c3fb9a504: `POST /prompt` takes a
 * `prompt_id` of ours since July 2025, now only as a UUID in lower case with hyphens; it does not look whether it had the id before,
 * so that a repeated request runs again. `/interrupt` honours a `prompt_id` since September 2025; before, it stops whatever runs.
 */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { ALL_MEDIA, ask, bearer, failureOf, NOT_SENT, PLAIN, post, readVerdict } from '../../adapter.ts'
import { plainErrorText, readSubmission } from '../../outcomes.ts'
import { checked, exceptOwn } from '../../reserved-options.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { AskedFor, ErrorRules, ReservedOptions, ServiceApi } from '../../service-api.ts'
import { addWorkflow, fetchListing, readModel, readModels } from './listing.ts'
import { findPrompt, isRunning, queueRequest, readHistory, readQueue } from './remote-task.ts'
import { template } from './templates.ts'
import { watch } from './watch.ts'
import { filled, reservedPlaces, runnableOf, type Runnable } from './workflow-model.ts'

const MAX_NODE_ERRORS = 10
/** Of uploads, in ComfyUI's folder of inputs. */
const FOLDER = 'atelier'

const reason = z.object({ message: z.string(), details: z.string().optional().catch(undefined) })
const errorSchema = z.object({
  error: reason,
  node_errors: z
    .record(z.string(), z.object({ class_type: z.string(), errors: z.array(reason) }))
    .optional()
    .catch(undefined),
})
const acceptedSchema = z.object({ prompt_id: z.string().min(1).max(500) })
const statsSchema = z.object({
  system: z.object({ comfyui_version: z.string().max(50).optional() }),
  devices: z.array(z.object({ name: z.string() })),
})
const uploadedSchema = z.object({ name: z.string().min(1), subfolder: z.string() })

const ERRORS: ErrorRules = { text: errorText }

/** The fields of `POST /prompt` (server.py, `post_prompt`). */
const RESERVED: ReservedOptions = {
  prompt: 'prompt',
  prompt_id: 'own',
  client_id: 'own',
  extra_data: 'own',
  number: 'own',
  front: 'own',
  partial_execution_targets: 'own',
}

export const comfyui: ServiceApi = {
  kind: 'comfyui',
  label: 'ComfyUI',
  summary: 'service.comfyui.summary',
  usualAddresses: ['http://127.0.0.1:8188'],
  capabilities: {
    ...PLAIN,
    ...ALL_MEDIA,
    key: 'optional',
    results: 'polled',
    cancel: 'stops_cost',
    lookUp: 'by_id',
    reportsProgress: true,
    isFree: true,
    takesWorkflows: true,
  },
  errors: ERRORS,
  usesOwnId: true,
  normalizeBaseUrl: (url) => url.replace(/\/api$/, ''),
  // Of a proxy before it: ComfyUI itself has no keys.
  authorization: bearer,
  ...checked(
    (asked) => {
      const runnable = runnableFor(asked)
      return { ...exceptOwn(RESERVED, asked), ...(runnable.ok ? reservedPlaces(runnable.data) : {}) }
    },
    (task, { baseUrl }) => {
      const runnable = runnableFor(task)
      const workflow = runnable.ok ? filled(runnable.data, task) : runnable
      if (!workflow.ok) return workflow
      const { ownId } = task
      // The client id decides who hears of the progress.
      const json = { prompt: workflow.data, prompt_id: ownId, client_id: ownId } as unknown as Json
      return succeed(post(`${baseUrl}/prompt`, json))
    },
  ),
  readSubmission: (response, now) =>
    readSubmission(response, now, {
      ...ERRORS,
      accepted: (json) => {
        const parsed = acceptedSchema.safeParse(json)
        return parsed.success ? { remoteId: parsed.data.prompt_id } : null
      },
    }),
  poll: (_remoteId, { baseUrl }) => queueRequest(baseUrl),
  readTask: readQueue,
  result: (remoteId, { baseUrl }) => ({
    method: 'GET',
    url: `${baseUrl}/history/${encodeURIComponent(remoteId)}`,
  }),
  readResult: readHistory,
  fetchListing,
  readModels,
  addWorkflow,
  readModel,
  test: async (get, { baseUrl }) => {
    const outcome = await ask(get, `${baseUrl}/system_stats`, statsSchema, 'service.comfyui.noSystem')
    if (outcome.kind !== 'ok') return readVerdict(outcome, 'ComfyUI')
    const { system, devices } = outcome.value
    const name = `ComfyUI ${system.comfyui_version ?? ''}`.trim()
    const device = devices[0]?.name.slice(0, 100)
    const says =
      device === undefined
        ? message('service.comfyui.answers', { name })
        : message('service.comfyui.answersOn', { name, device })
    return { reachable: true, authorized: true, message: says }
  },
  takesAddresses: () => false,
  needsUpload: () => true,
  upload: async (send, { mimeType, bytes }, { baseUrl }) => {
    const outcome = await send(uploadRequest(baseUrl, mimeType, bytes))
    if (outcome.kind !== 'ok') return { ok: false, error: failureOf(outcome, NOT_SENT) }
    const parsed = uploadedSchema.safeParse(outcome.value)
    if (!parsed.success) {
      return fail('unreadable_answer', 'service.comfyui.noFileAddress', { charged: 'no' })
    }
    const { name, subfolder } = parsed.data
    return succeed(subfolder === '' ? name : `${subfolder}/${name}`)
  },
  cancel: async (send, remoteId, { baseUrl }) => {
    const removed = await send(post(`${baseUrl}/queue`, { delete: [remoteId] }))
    if (removed.kind !== 'ok') return false
    // Servers before September 2025 interrupt whatever runs.
    const runs = isRunning(await send(queueRequest(baseUrl)), remoteId)
    if (runs !== true) return runs === false
    return (await send(post(`${baseUrl}/interrupt`, { prompt_id: remoteId }))).kind === 'ok'
  },
  lookUp: (get, task, { baseUrl }) => findPrompt(get, baseUrl, task),
  // The proxy wants it for the files too.
  assetHeaders: (url, { baseUrl }, apiKey) =>
    apiKey !== undefined && url.startsWith(`${baseUrl}/`) ? bearer(apiKey) : {},
  watch: (remoteId, { baseUrl }, onProgress) => watch(remoteId, baseUrl, onProgress),
}

/** The added workflow, or the plain one over the checkpoint that the model names. */
function runnableFor({ body, model }: AskedFor): Result<Runnable> {
  if (model && typeof model.raw === 'object' && model.raw !== null && 'workflow' in model.raw) {
    return runnableOf(model)
  }
  const image = (body.options?.['image'] ?? null) !== null
  const mask = image && (body.options?.['mask_image'] ?? null) !== null
  return succeed(template(body.model, { image, mask }))
}

/** Named after its bytes: ComfyUI keeps a file of the same name and content once. */
function uploadRequest(baseUrl: string, mimeType: string, bytes: Uint8Array): HttpRequest {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const extension = /^[a-z]+\/([a-z\d]+)/i.exec(mimeType)?.[1] ?? 'bin'
  const file = { bytes: Buffer.from(bytes), fileName: `${hash}.${extension}`, mimeType }
  const parts = [
    { name: 'image', value: file },
    { name: 'type', value: 'input' },
    { name: 'subfolder', value: FOLDER },
  ]
  return { method: 'POST', url: `${baseUrl}/upload/image`, body: { kind: 'multipart', parts } }
}

/** The reason, and which inputs of which nodes are wrong. */
function errorText(json: Json | undefined, excerpt: string): string {
  const parsed = errorSchema.safeParse(json)
  if (!parsed.success) return plainErrorText(json, excerpt)
  const { error, node_errors: nodes = {} } = parsed.data
  const wrong = Object.entries(nodes)
    .flatMap(([id, { class_type, errors }]) =>
      errors.map((one) => `${class_type} (node ${id}): ${text(one)}`),
    )
    .slice(0, MAX_NODE_ERRORS)
  return wrong.length > 0 ? wrong.join('; ') : text(error)
}

function text({ message, details = '' }: z.infer<typeof reason>): string {
  return details === '' ? message : `${message} (${details})`
}
