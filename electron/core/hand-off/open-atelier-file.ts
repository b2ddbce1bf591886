/**
 * Opens a stranger's `.atelier` file: lists it, reads what it says, and unpacks contents one by one under names of our own.
 *
 * Nothing in it is followed or fetched. What it must hold is known by name, so that any other entry is refused; what is unpacked is
 * believed by its hash alone.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { MAX_RECIPE_BYTES } from '../library/exchange/beside.ts'
import type { ZipEntry } from '../library/exchange/zip-file.ts'
import type { Library } from '../library/library.ts'
import { textOfRecipeFile } from '../library/provenance/recipe-file.ts'
import { hashSpans } from '../library/provenance/spans.ts'
import { SLOWEST_COPY_BYTES_PER_MS } from '../reading/reader-limits.ts'
import { UNREADABLE } from '../reading/reader.ts'
import {
  contentName,
  MAX_MANIFEST,
  MANIFEST,
  readManifest,
  recipeName,
  type PackedContent,
  type PackedSequence,
} from './atelier-file.ts'

/** One UTF-16 unit takes at most three bytes. */
const MAX_MANIFEST_BYTES = 3 * MAX_MANIFEST

export interface OpenedFile {
  readonly packed: PackedSequence
  readonly has: (content: PackedContent) => boolean
  /**
   * Unpacks a content with its recipe beside it, as the library takes files in. Fails as `unsafe_content` where it is not what its hash
   * says; nothing is left then.
   */
  readonly unpack: (content: PackedContent) => Promise<Result<UnpackedFile>>
}

export interface UnpackedFile {
  readonly path: string
  readonly remove: () => Promise<void>
}

type UnpackingLibrary = Pick<Library, 'media' | 'reader'>

/** `name` is what the user calls it. @throws the disk's error, and the reason of `signal`. */
export async function openAtelierFile(
  library: UnpackingLibrary,
  path: string,
  name: string,
  signal: AbortSignal,
): Promise<Result<OpenedFile>> {
  const { size } = await stat(path)
  if (size === 0) return refuse(message('exchange.zip.incomplete', { name }))
  const sha256 = await hashSpans(path, [{ start: 0, end: size }], signal)
  const listing = await library.reader.read('zipList', { path }, { sha256, signal })
  if (listing === UNREADABLE) return refuse(message('exchange.zip.unreadable', { name }))
  if (listing.kind === 'refused') {
    const isRecipe = size <= MAX_RECIPE_BYTES && textOfRecipeFile(await readFile(path)) !== null
    if (isRecipe) return refuse(message('hand-off.isRecipe', { name }))
    return refuse(message(`exchange.zip.${listing.why}`, { name, limit: listing.limit }))
  }
  if (listing.skipped > 0) return refuse(message('hand-off.strangePacking', { name }))
  const entries = new Map(listing.entries.map((entry) => [entry.name, entry]))
  if (entries.size < listing.entries.length) {
    return refuse(message('hand-off.twice', { name: twice(listing.entries) }))
  }
  const unzip = async (entry: ZipEntry, target: string): Promise<boolean> => {
    const moreMs = entry.sizeBytes / SLOWEST_COPY_BYTES_PER_MS
    return (
      (await library.reader.read('zipEntry', { path, entry, target }, { sha256, signal, moreMs })) === true
    )
  }
  const packed = await readPacked(library, entries.get(MANIFEST), unzip)
  if ('id' in packed) return refuse(packed)
  const stranger = strangerIn(entries, packed)
  if (stranger) return refuse(stranger)
  return succeed({
    packed,
    has: (content) => entries.has(contentName(content)),
    unpack: (content) => unpack({ library, entries, unzip, signal }, content),
  })
}

type Unzip = (entry: ZipEntry, target: string) => Promise<boolean>

async function readPacked(
  { media }: UnpackingLibrary,
  entry: ZipEntry | undefined,
  unzip: Unzip,
): Promise<PackedSequence | Message> {
  if (!entry || entry.sizeBytes > MAX_MANIFEST_BYTES) return message('hand-off.noSequence')
  const target = media.partPath(`sequence-${randomUUID()}`)
  try {
    if (!(await unzip(entry, target))) return message('hand-off.damagedAt', { place: MANIFEST })
    return readManifest(new TextDecoder().decode(await readFile(target)))
  } finally {
    await rm(target, { force: true })
  }
}

/** What stands in the file and does not belong there, or is larger or smaller than the file says. */
function strangerIn(
  entries: ReadonlyMap<string, ZipEntry>,
  { assets, inputs }: PackedSequence,
): Message | null {
  const contents = new Map([...assets, ...inputs].map((content) => [contentName(content), content.sizeBytes]))
  const recipes = new Set(assets.map(({ sha256 }) => recipeName(sha256)))
  for (const { name, sizeBytes } of entries.values()) {
    if (name === MANIFEST || (recipes.has(name) && sizeBytes <= MAX_RECIPE_BYTES)) continue
    if (contents.get(name) !== sizeBytes) return message('hand-off.stranger', { name: name.slice(0, 200) })
  }
  return null
}

interface Unpacking {
  readonly library: UnpackingLibrary
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly unzip: Unzip
  readonly signal: AbortSignal
}

async function unpack(
  { library, entries, unzip, signal }: Unpacking,
  content: PackedContent,
): Promise<Result<UnpackedFile>> {
  const path = library.media.partPath(`content-${randomUUID()}`)
  // What lies beside a file of this name is read with it.
  const besidePath = path.replace(/\.part$/, '.recipe.json')
  const remove = async (): Promise<void> => {
    await rm(path, { force: true })
    await rm(besidePath, { force: true })
  }
  const name = contentName(content)
  const [entry, recipe] = [entries.get(name), entries.get(recipeName(content.sha256))]
  try {
    const isThere = entry !== undefined && (await unzip(entry, path))
    const whole = [{ start: 0, end: content.sizeBytes }]
    if (!isThere || (await hashSpans(path, whole, signal)) !== content.sha256) {
      await remove()
      return fail('unsafe_content', followedBy(message('hand-off.wrongHash', { name }), NOTHING))
    }
    if (recipe) await unzip(recipe, besidePath)
    return succeed({ path, remove })
  } catch (error) {
    await remove()
    throw error
  }
}

const NOTHING = message('exchange.nothingImported')

function refuse(why: Message): Result<never> {
  return fail('invalid_input', followedBy(why, NOTHING), { field: 'path' })
}

function twice(entries: readonly ZipEntry[]): string {
  const names = new Set<string>()
  return entries.find(({ name }) => names.size === names.add(name).size)?.name.slice(0, 200) ?? ''
}
