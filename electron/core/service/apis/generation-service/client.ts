/**
 * The generation service's HTTP API: every endpoint of the spec, one request a call.
 *
 * Owns addresses, bodies and time-outs. What a response means is decided in outcomes.ts, what follows for a task by the engine.
 */
import type { Json } from '#contract/json.ts'
import type { FindProxy } from '#core/ports/shell.ts'
import type {
  GenerateBody,
  ReadOutcome,
  RemoteTask,
  ServiceAddress,
  SubmitOutcome,
} from '../../service-api.ts'
import { sendRequest, type ServiceRequest } from '../../transport/send-request.ts'
import { readOutcome, submitOutcome } from './outcomes.ts'
import { parseTask } from './parse-response.ts'

/** Submitting may carry tens of megabytes of input media; a slow line gets a second for every 50 kB. */
const SUBMIT_TIMEOUT_MS = 60_000
const SUBMIT_BYTES_PER_MS = 50
const READ_TIMEOUT_MS = 30_000

/** Sends one generate request, once. It never throws and never repeats. `now` in milliseconds since the epoch. */
export async function submit(
  address: ServiceAddress,
  body: GenerateBody,
  now: number,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const text = JSON.stringify(body)
  const result = await sendRequest({
    method: 'POST',
    url: `${address.baseUrl}/api/v1/generate`,
    body: text,
    timeoutMs: SUBMIT_TIMEOUT_MS + Math.ceil(text.length / SUBMIT_BYTES_PER_MS),
    ...credentialsOf(address),
    ...(signal ? { signal } : {}),
  })
  return submitOutcome(result, now)
}

/** Asks for a task. `refresh` 1: live from the provider; `assets`: the service keeps the finished files. */
export async function readTask(
  address: ServiceAddress,
  remoteId: string,
  refresh: '1' | 'assets' | null,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<RemoteTask>> {
  const query = refresh === null ? '' : `?refresh=${refresh}`
  const result = await sendRequest({
    method: 'GET',
    url: `${address.baseUrl}/api/v1/task/${encodeURIComponent(remoteId)}${query}`,
    timeoutMs: READ_TIMEOUT_MS,
    ...credentialsOf(address),
    ...(signal ? { signal } : {}),
  })
  return readOutcome(result, now, parseTask)
}

/** Fetches the model listing, whatever its shape; the catalogue reads it. */
export async function readListing(
  address: ServiceAddress,
  now: number,
  signal?: AbortSignal,
): Promise<ReadOutcome<Json>> {
  const result = await sendRequest({
    method: 'GET',
    url: `${address.baseUrl}/ai/models`,
    timeoutMs: READ_TIMEOUT_MS,
    ...credentialsOf(address),
    ...(signal ? { signal } : {}),
  })
  return readOutcome(result, now, (json) => json ?? null)
}

/** Sends a message through the contact form. It needs no key, so none is sent. */
export async function sendContact(
  baseUrl: string,
  message: { readonly email: string; readonly content: string },
  now: number,
  findProxy?: FindProxy,
): Promise<ReadOutcome<true>> {
  const result = await sendRequest({
    method: 'POST',
    url: `${baseUrl}/api/v1/contact`,
    body: JSON.stringify(message),
    timeoutMs: READ_TIMEOUT_MS,
    ...(findProxy ? { findProxy } : {}),
  })
  return readOutcome(result, now, () => true)
}

function credentialsOf({
  apiKey,
  findProxy,
  whileReading,
}: ServiceAddress): Pick<ServiceRequest, 'apiKey' | 'findProxy' | 'whileReading'> {
  return {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(findProxy ? { findProxy } : {}),
    ...(whileReading ? { whileReading } : {}),
  }
}
