/**
 * Reference media: taken, checked by their bytes, kept by hash, and looked up when a request is built.
 *
 * The bytes are decoded once on the way in (check-image.ts), so that a file that only looks like an image is refused where the user is, and
 * not by the service after it was paid for.
 */
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, rm, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { assertNever, fail, type Result, succeed } from '#contract/errors.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { Json } from '#contract/json.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { cleanLine } from '../library/provenance/clean-json.ts'
import { UNREADABLE, type Reader } from '../reading/reader.ts'
import { MAX_PIXELS } from '../media/load-sharp.ts'
import { type Bytes, receiveFile, type ReceivedFile } from '../media/receive-file.ts'
import { sniff, type FileType } from '../media/sniff.ts'
import { verifyFile } from '../media/verify-file.ts'
import type { Context } from '../context/context.ts'
import { renameInto, syncFile } from '../store/files.ts'
import { fieldsOf, insertRow } from '../store/reader.ts'
import type { Recoverable } from '../store/recovery/recoverable.ts'
import { checkLength, type InputFault } from './check-image.ts'

export const MAX_INPUT_MB = 200
export const MAX_INPUT_BYTES = MAX_INPUT_MB * 1024 * 1024
/** Images that this build of sharp knows by their head and cannot decode, and drawings, which are not decoded. */
const UNDECODED = new Set(['heic', 'heif', 'jxl', 'bmp', 'svg'])

export interface InputRecord extends InputMedia {
  readonly extension: string
}

export type Inputs = ReturnType<typeof createInputs>

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'video', 'audio']),
  mimeType: z.string(),
  extension: z.string(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  sizeBytes: z.number(),
  sha256: z.string(),
  url: z.string().exactOptional(),
})

const ON_CONFLICT = `ON CONFLICT (id) DO UPDATE SET name = excluded.name, width = excluded.width, height = excluded.height,
  duration_ms = excluded.duration_ms`

export interface InputsDeps extends Pick<Context, 'db' | 'dataDir' | 'clock'> {
  readonly reader: Reader
  /** Where a file lies that is still arriving. */
  readonly partPath: (name: string) => string
}

export function createInputs({ db, dataDir, clock, reader, partPath }: InputsDeps) {
  const find = (id: string): InputRecord | null => {
    const row = db.get('SELECT * FROM inputs WHERE id = ?', id)
    return row ? rowSchema.parse(fieldsOf(row)) : null
  }
  const path = ({ sha256, extension }: Pick<InputRecord, 'sha256' | 'extension'>) =>
    join(dataDir, 'inputs', sha256.slice(0, 2), `${sha256}.${extension}`)
  const check = async (target: string, { kind, extension }: InputType, sha256: string) => {
    if (kind === 'image') return reader.read('checkImage', { path: target }, { sha256 })
    const facts = await reader.read('measure', { path: target, kind }, { sha256 })
    return facts === UNREADABLE ? UNREADABLE : checkLength(facts, extension)
  }
  const keep = async (name: string, file: ReceivedFile, url?: string): Promise<Result<InputMedia>> => {
    const named = await typeOfInput(name, file)
    if (!named.ok) return named
    const type = named.data
    const { sha256, sizeBytes } = file
    const id = `input_${createHash('sha256')
      .update(`${sha256}\n${url ?? ''}`)
      .digest('hex')
      .slice(0, 32)}`
    const target = path({ sha256, extension: type.extension })
    // Before it has its name: what is refused was never there.
    const checked = await check(file.path, type, sha256)
    if (checked === UNREADABLE || 'refused' in checked) {
      const shown = plainName(name)
      return refuse(
        checked === UNREADABLE
          ? message('inputs.unreadable', { name: shown })
          : faultIn(shown, checked.refused),
      )
    }
    // A damaged one must not stand in the way of the bytes that could replace it.
    if ((await verifyFile(target, sha256)) !== 'valid') {
      await syncFile(file.path)
      await renameInto(file.path, target)
    }
    const { kind, mimeType, extension } = type
    const { width = null, height = null, durationMs = null } = checked.facts
    const facts = { width, height, durationMs, sizeBytes, sha256, url: url ?? null }
    const row = { id, name: plainName(name), kind, mimeType, extension, ...facts, createdAt: clock.now() }
    insertRow(db, 'INTO inputs', row, ON_CONFLICT)
    const record = find(id)
    return record ? succeed(toInputMedia(record)) : fail('internal', 'inputs.notAdded')
  }
  return {
    find,
    path,
    /**
     * Takes raw bytes as they come. `url` is where they came from, when the address itself is to be sent.
     *
     * @throws what `bytes` throws: nothing of them stays then.
     */
    add: async (name: string, bytes: Bytes, url?: string): Promise<Result<InputMedia>> => {
      const path = partPath(`input-${randomUUID()}`)
      try {
        const file = await receiveFile(bytes, path, MAX_INPUT_BYTES)
        return file ? await keep(name, file, url) : refuse(tooLarge(name))
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

function tooLarge(name: string): Message {
  return message('inputs.tooLarge', { name: plainName(name), megabytes: MAX_INPUT_MB })
}

export function toInputMedia({ extension: _extension, ...media }: InputRecord): InputMedia {
  return media
}

function refuse(why: Message): Result<never> {
  return fail('invalid_input', why, { field: 'inputs' })
}

function faultIn(name: string, fault: InputFault): Message {
  switch (fault.kind) {
    case 'notImage':
      return message('inputs.notImage', { name })
    case 'cutOff':
      return message('inputs.cutOff', { name })
    case 'lengthUnknown':
      return message('inputs.lengthUnknown', { name })
    case 'tooManyPixels': {
      const { width, height } = fault
      return message('inputs.tooManyPixels', { name, width, height, megapixels: MAX_PIXELS / 1_000_000 })
    }
    default:
      return assertNever(fault)
  }
}

type InputType = FileType & { readonly kind: 'image' | 'video' | 'audio' }

async function typeOfInput(fileName: string, { head, sizeBytes }: ReceivedFile): Promise<Result<InputType>> {
  const name = plainName(fileName)
  if (sizeBytes === 0) return refuse(message('inputs.empty', { name }))
  const sniffed = await sniff(head)
  if (sniffed.kind !== 'known') return refuse(message('inputs.unknownFile', { name }))
  const { type } = sniffed
  if (type.kind === 'video' || type.kind === 'audio') return succeed({ ...type, kind: type.kind })
  if (type.kind !== 'image') return refuse(message('inputs.wrongKind', { name }))
  if (UNDECODED.has(type.extension)) {
    return refuse(message('inputs.undecodedFormat', { name, format: type.extension.toUpperCase() }))
  }
  return succeed({ ...type, kind: type.kind })
}

function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return cleanLine(last, 200) || 'input'
}

const FILE = /^(?<sha256>[0-9a-f]{64})\.[a-z0-9]{1,8}$/

/**
 * Takes in again the reference media in `inputs/` whose rows are lost, without their names and addresses.
 *
 * @throws the reason of `signal`. A file that cannot be read, or is no input any more, is left where it is.
 */
export async function restoreInputs(
  { db, inputs, dataDir }: Pick<Context, 'db' | 'dataDir'> & { readonly inputs: Inputs },
  signal: AbortSignal,
): Promise<void> {
  const root = join(dataDir, 'inputs')
  for (const folder of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, folder)).catch(() => [])) {
      signal.throwIfAborted()
      const sha256 = FILE.exec(name)?.groups?.['sha256']
      if (sha256 === undefined || db.get('SELECT 1 FROM inputs WHERE sha256 = ?', sha256)) continue
      const path = join(root, folder, name)
      if (await canRead(path)) await inputs.add(name, createReadStream(path))
    }
  }
}

function canRead(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  )
}

/** Keys under which options may say what a prompt says. Source: "Required unless options supplies equivalent input". */
const PROMPT_KEYS =
  /^(prompt|prompts|text|lyrics|title|description|script|story|messages|input|image.*|.*_image|.*_url|.*_urls|video.*|audio.*)$/i

/** Null where there is no such input. */
export interface HasInputs {
  readonly find: (id: string) => object | null
}

/** What is wrong with a request before it is taken. `path` is where it stands in the call's input. */
export function checkRequest(inputs: HasInputs, request: GenerateRequest, path: string): Result<null> {
  for (const [index, { inputId }] of (request.inputs ?? []).entries()) {
    if (!inputs.find(inputId)) {
      return fail('invalid_input', 'inputs.gone', { field: `${path}.inputs.${index}.inputId` })
    }
  }
  if ((request.prompt ?? '').trim() === '' && !saysEnough(request)) {
    return fail('invalid_input', 'inputs.promptMissing', { field: `${path}.prompt` })
  }
  return succeed(null)
}

function saysEnough({ options = {}, inputs = [] }: GenerateRequest): boolean {
  return (
    inputs.length > 0 ||
    Object.entries(options).some(([key, value]) => PROMPT_KEYS.test(key) && !isEmpty(value))
  )
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

export const INPUT_RECOVERY: Recoverable = {
  tables: [{ name: 'inputs', isValid: ({ kind }) => ['image', 'video', 'audio'].includes(String(kind)) }],
}
