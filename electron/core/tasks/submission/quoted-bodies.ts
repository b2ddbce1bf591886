/**
 * Builds the requests of a quote exactly as they would be sent, sends none of them, and keeps of each its hash and what it is to be shown.
 *
 * What would be uploaded is named in its place, as in the skeleton of what is sent (service/skeleton.ts). Requests that are the same are
 * built once, and each file is read once.
 */
import { message } from '#contract/messages/message.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { QuotedBody } from '#contract/agents.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { type EncodeDeps, encodeRequest, readFileToSend, type ReadToSend } from '../../inputs/encode.ts'
import type { HttpRequest } from '../../service/http-request.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import {
  createMediaNames,
  hashOfSkeleton,
  mediaOf,
  nameOfMedia,
  skeletonOf,
  type MediaNames,
} from '../../service/skeleton.ts'
import type { SubmissionDeps } from './submit-task.ts'
import { taskToSend } from './task-to-send.ts'
import { uploadInputs } from './upload-inputs.ts'

/** All files of a quote, each once: they are in memory together. */
const MAX_INPUT_BYTES = 200_000_000
/** Of all bodies as they are shown. */
const MAX_SHOWN = 1_000_000

/** Where the requests of a profile go, without its key. */
export type Wire = Pick<ServiceAddress, 'api' | 'baseUrl' | 'shownAs'>

export interface QuotedBodies {
  /** Of each request, in their order. */
  readonly hashes: readonly string[]
  /** Of all together. */
  readonly hash: string
  readonly shown: readonly QuotedBody[]
}

interface QuotedBodyDeps extends Pick<EncodeDeps, 'inputs' | 'ready'>, Pick<SubmissionDeps, 'modelOf'> {
  readonly wireOf: (profileId: string) => Wire | null
}

export interface RequestsToQuote {
  readonly profileId: string
  readonly requests: readonly GenerateRequest[]
  /** The id that the task of a request will have. */
  readonly taskIdOf: (index: number) => string
}

/** Fails as the submission would, at the field of the request that is wrong. */
export async function buildQuotedBodies(
  deps: QuotedBodyDeps,
  { profileId, requests, taskIdOf }: RequestsToQuote,
): Promise<Result<QuotedBodies>> {
  const wire = deps.wireOf(profileId)
  if (!wire) return fail('not_found', 'profiles.noProfile', { field: 'profileId' })
  if (inputBytes(deps, requests) > MAX_INPUT_BYTES) {
    const said = message('tasks.quote.inputsTooLarge', { megabytes: MAX_INPUT_BYTES / 1e6 })
    return fail('invalid_input', said, { field: 'requests', charged: 'no' })
  }
  const names = createMediaNames()
  const takesAddresses = (_profileId: string, model: string) => wire.api.takesAddresses?.(model) ?? true
  const encode = { ...deps, uploads: NO_UPLOADS, takesAddresses, read: readOnce() }
  const hashes: string[] = []
  const shown: QuotedBody[] = []
  let characters = 0
  const groups = Map.groupBy(requests.keys(), (index) => JSON.stringify(requests[index]))
  for (const indexes of groups.values()) {
    const [first = 0] = indexes
    const request = requests[first]
    const built = request && (await builder({ ...deps, encode, names, wire }, { profileId, request }))
    if (!built) throw new Error('A request is missing.')
    if (!built.ok) return atRequest(built, first)
    for (const index of indexes) {
      await yieldToEventLoop()
      if (index > first && wire.api.usesOwnId !== true) {
        hashes[index] = hashes[first] ?? ''
        continue
      }
      const sent = built.data(taskIdOf(index))
      if (!sent.ok) return atRequest(sent, index)
      const body = skeletonOf(sent.data, wire, names)
      hashes[index] = hashOfSkeleton(body)
      if (index > first) continue
      characters += JSON.stringify(body).length
      shown.push({ count: indexes.length, body })
    }
    if (characters > MAX_SHOWN) {
      const said = message('tasks.quote.tooLong', { megabytes: MAX_SHOWN / 1e6 })
      return fail('invalid_input', said, { field: 'requests', charged: 'no' })
    }
  }
  return succeed({ hashes, hash: hashOfSkeleton(hashes), shown })
}

interface BuildDeps {
  readonly modelOf: SubmissionDeps['modelOf']
  readonly encode: EncodeDeps
  readonly names: MediaNames
  readonly wire: Wire
}

/** What asks the adapter for the request of a task. */
async function builder(
  { modelOf, encode, names, wire: { api, baseUrl } }: BuildDeps,
  task: { readonly profileId: string; readonly request: GenerateRequest },
): Promise<Result<(taskId: string) => Result<HttpRequest>>> {
  const { signal } = new AbortController()
  const encoded = await encodeRequest(encode, task, signal, names.note)
  if (!encoded.ok) return encoded
  const body = await uploadInputs(encoded.data, { api: named(api), baseUrl }, 0, signal, names.note)
  if (!body.ok) return body
  const model = await modelOf(task)
  return succeed((taskId) => api.submit(taskToSend(taskId, body.data, 0, model), { baseUrl }))
}

/** The same service, which names a file where it would be uploaded. */
function named(api: Wire['api']): Wire['api'] {
  if (!api.upload) return api
  return {
    ...api,
    upload: async (_send, { mimeType, bytes }) => succeed(nameOfMedia(mediaOf(mimeType, bytes))),
  }
}

const NO_UPLOADS: EncodeDeps['uploads'] = { link: async (_profileId, media) => succeed(nameOfMedia(media)) }

function readOnce(): ReadToSend {
  const known = new Map<string, ReturnType<ReadToSend>>()
  return (media) => {
    const file = known.get(media.path) ?? readFileToSend(media)
    known.set(media.path, file)
    return file
  }
}

/** A prepared file is about as large as its input, and never much larger. */
function inputBytes({ inputs }: Pick<EncodeDeps, 'inputs'>, requests: readonly GenerateRequest[]): number {
  const ids = new Set(requests.flatMap((request) => (request.inputs ?? []).map(({ inputId }) => inputId)))
  return [...ids].reduce((sum, id) => sum + (inputs.find(id)?.sizeBytes ?? 0), 0)
}

function atRequest({ error }: Extract<Result<never>, { ok: false }>, index: number): Result<never> {
  const place = `requests.${index}`
  const field = error.field === undefined ? place : `${place}.${error.field}`
  return { ok: false, error: { ...error, field, charged: 'no' } }
}
