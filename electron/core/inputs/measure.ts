/** Says before anything is sent what reference media will weigh in a request, and what speaks against sending them so. */
import { render, type Say } from '../messages/render.ts'
import { assertNever, type Result, succeed } from '#contract/errors.ts'
import type { InputForm, InputReference, InputSize } from '#contract/inputs.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { InputStorage } from '#contract/profiles.ts'
import type { RouteOutput } from '#contract/routes.ts'
import { saidOf } from '../messages/said-of.ts'
import { addressOf, asFiles, ensureReady, formOf, isSent } from './encode.ts'
import type { InputRecord, Inputs } from './inputs.ts'
import type { ReadyMedia } from './prepare-image.ts'
import type { ReadyMediaStore } from './ready-media.ts'
import { objectUrl } from '../profiles/object-address.ts'

/** What reverse proxies in front of services commonly stop at is less; what hosted models name as their own limit is this. */
const HEAVY_BYTES = 20 * 1024 * 1024
/** The signature of a presigned link, on top of the object's address. */
const SIGNATURE_BYTES = 265

export interface MeasureDeps {
  readonly say: Say
  readonly inputs: Inputs
  readonly ready: ReadyMediaStore
  /** The bucket of the profile, or null. */
  readonly storage: InputStorage | null
  /** Of the profile. */
  readonly takesAddresses: (model: string) => boolean
  /** Whether a model is known to refuse data URIs. */
  readonly refusesDataUris: (provider: string, model: string) => boolean
}

export interface MeasureRequest {
  readonly provider: string
  readonly model: string
  readonly references: readonly InputReference[]
}

/** In the order of the references. `bodyBytes` is what they add to the request's body together. */
export async function measureInputs(
  deps: MeasureDeps,
  asked: MeasureRequest,
): Promise<Result<RouteOutput<'inputs.measure'>>> {
  const { references } = asked
  const takesAddresses = deps.takesAddresses(asked.model)
  const request = takesAddresses ? asked : { ...asked, references: asFiles(references) }
  const weights = await Promise.all(
    request.references.map((reference) => measureOne(deps, request, reference)),
  )
  const bodyBytes = weights.reduce((sum, weight) => sum + weight.bodyBytes, 0)
  const heaviest = weights.toSorted((a, b) => b.bodyBytes - a.bodyBytes)[0]
  const items = weights.map((weight): InputSize =>
    bodyBytes > HEAVY_BYTES && weight === heaviest && weight.warning === undefined
      ? {
          ...weight,
          warning: render(message('inputs.requestHeavy', { megabytes: megabytes(bodyBytes) }), deps.say),
        }
      : weight,
  )
  return succeed({ items, bodyBytes, takesAddresses })
}

async function measureOne(
  deps: MeasureDeps,
  request: MeasureRequest,
  reference: InputReference,
): Promise<InputSize> {
  const { inputId, shape } = reference
  const record = deps.inputs.find(inputId)
  if (!record) {
    const warning = render(message('inputs.gone'), deps.say)
    return { inputId, mimeType: '', sizeBytes: 0, bodyBytes: 0, warning }
  }
  const form = formOf(reference, record)
  const { storage } = deps
  if (!isSent(reference)) return { ...sizeOf(record), inputId, bodyBytes: 0 }
  // An address is sent as it is, and what it leads to as it lies there.
  const address = addressOf(reference, record)
  const isAddress = form === 'url' && address !== undefined
  const media = isAddress ? null : await ensureReady(deps, record, reference, request.references)
  const sent: ReadyMedia | InputRecord = media?.ok ? media.data : record
  const warning =
    media && !media.ok
      ? saidOf(media.error)
      : warningFor(deps, request, record, { form, address, maxBytes: shape?.maxBytes })
  return {
    inputId,
    ...sizeOf(sent),
    bodyBytes: bodyBytesOf(sent, address, form, storage),
    ...(warning && { warning: render(warning, deps.say) }),
  }
}

function sizeOf({ mimeType, sizeBytes, width, height }: ReadyMedia | InputRecord) {
  return {
    mimeType,
    sizeBytes,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  }
}

function bodyBytesOf(
  { mimeType, sizeBytes, sha256, extension }: ReadyMedia | InputRecord,
  address: string | undefined,
  form: InputForm,
  storage: InputStorage | null,
): number {
  const base64Bytes = Math.ceil(sizeBytes / 3) * 4
  switch (form) {
    case 'dataUri':
      return `data:${mimeType};base64,`.length + base64Bytes
    case 'base64':
      return base64Bytes
    case 'url':
      if (address !== undefined) return Buffer.byteLength(address)
      return storage ? objectUrl(storage, `${sha256}.${extension}`).href.length + SIGNATURE_BYTES : 0
    default:
      return assertNever(form)
  }
}

interface SentAs {
  readonly form: InputForm
  readonly address: string | undefined
  readonly maxBytes: number | undefined
}

function warningFor(
  { refusesDataUris, storage }: MeasureDeps,
  { provider, model }: MeasureRequest,
  record: InputRecord,
  { form, address, maxBytes = Infinity }: SentAs,
): Message | null {
  if (form === 'url' && address === undefined && storage === null) {
    return message('inputs.noAddress')
  }
  if (form === 'dataUri' && refusesDataUris(provider, model)) {
    return message('inputs.dataUriRefused')
  }
  if (record.kind !== 'image' && record.sizeBytes > maxBytes) {
    return message('inputs.mediaTooLarge')
  }
  return null
}

function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 / 1024) * 10) / 10
}
