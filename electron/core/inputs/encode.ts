/** Builds the body that is sent: reference media go into `options`, each in the form that its reference names. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { InputForm, InputReference } from '#contract/inputs.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { GenerateBody } from '../service/service-api.ts'
import type { NoteMedia } from '../service/skeleton.ts'
import type { InputRecord, Inputs } from './inputs.ts'
import { maskedImage } from './compose-result.ts'
import type { ReadyMedia } from './prepare-image.ts'
import type { ReadyMediaStore } from './ready-media.ts'
import type { Uploads } from './storage/uploads.ts'

/** A multiple of three, so that the pieces join without padding; under 10 ms each. */
const BASE64_STEP_BYTES = 3 * 1024 * 1024

export interface EncodeDeps {
  readonly inputs: Inputs
  readonly ready: ReadyMediaStore
  readonly uploads: Pick<Uploads, 'link'>
  readonly takesAddresses: TakesAddresses
  /** Reads a file to send; `readFileToSend` where nothing is kept for the next request. */
  readonly read?: ReadToSend
}

/** Whether the service of a profile takes inputs of a model by their address. */
export type TakesAddresses = (profileId: string, model: string) => boolean

/** The bytes of a file as text, and what they are; null where it cannot be read. */
export type ReadToSend = (media: ReadyMedia) => Promise<FileToSend | null>

interface FileToSend {
  readonly base64: string
  /** Of the bytes that were read. */
  readonly sha256: string
  readonly sizeBytes: number
}

/** A mask may be for the results alone. */
export function isSent({ mask }: InputReference): boolean {
  return mask === undefined || mask.paint !== undefined
}

/** The file to send: a mask in the size in which the image that it is about is sent. */
export async function ensureReady(
  { inputs, ready }: Pick<EncodeDeps, 'inputs' | 'ready'>,
  record: InputRecord,
  { shape, mask }: InputReference,
  all: readonly InputReference[],
): Promise<Result<ReadyMedia>> {
  if (mask?.paint === undefined) return ready.ensure(record, shape)
  const image = maskedImage(inputs, all)
  if (!image) return fail('invalid_input', 'service.maskNeedsImage', { field: 'inputs' })
  const isAddress = formOf(image.reference, image.record) === 'url' && image.record.url !== undefined
  const sent = isAddress ? succeed(image.record) : await ready.ensure(image.record, image.reference.shape)
  if (!sent.ok) return sent
  const { width = 1, height = 1 } = sent.data
  return ready.ensure(record, { mask: { paint: mask.paint, width, height } })
}

/** The address that is sent as it is. What lies at a mask's address is not yet as the service reads masks. */
export function addressOf({ mask }: InputReference, { url }: InputRecord): string | undefined {
  return mask === undefined ? url : undefined
}

/** The references as they are sent where addresses are not taken: their files are here. */
export function asFiles(references: readonly InputReference[]): readonly InputReference[] {
  return references.map((reference) =>
    reference.shape?.form === 'base64'
      ? reference
      : { ...reference, shape: { ...reference.shape, form: 'dataUri' } },
  )
}

/** How a reference travels where it does not say: as the address it came from, else as a data URI. */
export function formOf(reference: InputReference, record: InputRecord): InputForm {
  return reference.shape?.form ?? (addressOf(reference, record) === undefined ? 'dataUri' : 'url')
}

/**
 * The body of the generate request. Files that travel as links are put into the profile's storage on the way; their links
 * begin to run here and are kept nowhere.
 *
 * `note` hears of every text that stands for a file.
 *
 * Fails with `not_sent` and `retryAfterMs` where the same may succeed later, with `disk_full`, and with other codes where it
 * cannot succeed. Nothing was sent to the service then.
 */
export async function encodeRequest(
  deps: EncodeDeps,
  { profileId, request }: { readonly profileId: string; readonly request: GenerateRequest },
  signal: AbortSignal,
  note: NoteMedia = () => undefined,
): Promise<Result<GenerateBody>> {
  const { inputs: asked = [], options, prompt, provenance: _, ...head } = request
  const references = deps.takesAddresses(profileId, request.model) ? asked : asFiles(asked)
  const filled: Record<string, Json> = { ...options }
  const context = { profileId, all: references, note, signal }
  for (const reference of references) {
    if (!isSent(reference)) continue
    const media = await encodeInput(deps, reference, context)
    if (!media.ok) return media
    const { option } = reference
    if (!option.endsWith('[]')) {
      filled[option] = media.data
      continue
    }
    const key = option.slice(0, -2)
    const before = filled[key]
    filled[key] = [...(Array.isArray(before) ? (before as Json[]) : []), media.data]
  }
  const withOptions: JsonObject | undefined = Object.keys(filled).length > 0 || options ? filled : undefined
  return succeed({
    ...head,
    ...(prompt === undefined ? {} : { prompt }),
    ...(withOptions ? { options: withOptions } : {}),
  })
}

interface EncodeContext {
  readonly profileId: string
  readonly all: readonly InputReference[]
  readonly note: NoteMedia
  readonly signal: AbortSignal
}

async function encodeInput(
  { inputs, ready, uploads, read = readFileToSend }: EncodeDeps,
  reference: InputReference,
  { profileId, all, note, signal }: EncodeContext,
): Promise<Result<string>> {
  const record = inputs.find(reference.inputId)
  if (!record) return fail('invalid_input', 'inputs.requestInputGone', { charged: 'no' })
  const form = formOf(reference, record)
  const address = addressOf(reference, record)
  if (form === 'url' && address !== undefined) return succeed(address)
  const media = await ensureReady({ inputs, ready }, record, reference, all)
  if (!media.ok) return media
  if (form === 'url') {
    const link = await uploads.link(profileId, media.data, signal)
    if (link.ok) note(link.data, media.data)
    return link
  }
  const file = await read(media.data)
  if (file === null) {
    return fail('disk_error', message('inputs.fileUnreadable', { name: record.name }), { charged: 'no' })
  }
  const { mimeType } = media.data
  note(file.base64, { ...file, mimeType })
  return succeed(form === 'base64' ? file.base64 : `data:${mimeType};base64,${file.base64}`)
}

export async function readFileToSend({ path }: ReadyMedia): Promise<FileToSend | null> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  const hash = createHash('sha256')
  const chunks: string[] = []
  for (let at = 0; at < bytes.length; at += BASE64_STEP_BYTES) {
    if (at > 0) await yieldToEventLoop()
    hash.update(bytes.subarray(at, at + BASE64_STEP_BYTES))
    chunks.push(bytes.toString('base64', at, at + BASE64_STEP_BYTES))
  }
  if (chunks.length === 0) return null
  return { base64: chunks.join(''), sha256: hash.digest('hex'), sizeBytes: bytes.length }
}
