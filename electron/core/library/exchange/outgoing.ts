/** What leaves the library for one asset: its file with or without a recipe, and what lies beside it: a recipe where it must, and XMP. */
import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { CONVERTED_EXTENSIONS, type Conversion } from '#contract/exchange.ts'
import { type AssetRecord, toAsset } from '../assets/asset-row.ts'
import type { MediaFolder } from '../assets/media-folder.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import { fileFailure } from '../../store/disk-errors.ts'
import { ifThere } from '../../store/files.ts'
import type { RecipeEdit } from '../provenance/embed-recipe.ts'
import { embeddedRecipe, recipeText } from '../provenance/embedded-recipe.ts'
import { streamSpans, totalBytes, type Span } from '../provenance/spans.ts'
import { composePacket } from '../provenance/xmp.ts'

export interface OutgoingFile {
  /** With its extension. */
  readonly name: string
  /** The file that the spans are of. */
  readonly from: string
  readonly spans: readonly Span[]
  readonly sizeBytes: number
  /** The date that the copy bears, in ms since the epoch. */
  readonly modifiedAt: number
}

/** The file of an asset, and behind it what lies beside it, under one stem. */
export type FilesOf = (stem: string) => readonly OutgoingFile[]

export interface OutgoingAsset {
  /** Its recipe is not in the file, but in one of its own. */
  readonly isBeside: boolean
  /** It leaves without a recipe, and it may say something of the prompt by itself: nothing could be taken out, or not all of it. */
  readonly isUncertain: boolean
  /** An image that was to be converted and could not be. */
  readonly isUnconverted: boolean
}

/** As in `exportSchema`. */
export interface WantedExport {
  readonly embedRecipe: boolean
  readonly embedInSigned: boolean
  readonly xmpSidecars: boolean
  readonly convert: Conversion | undefined
}

export interface Outgoing extends WantedExport {
  readonly media: MediaFolder
  readonly reader: Reader
  /** Atelier's, written into the recipe. */
  readonly version: string
  readonly signal: AbortSignal
}

/** The one that an export gives to its file, where it can be converted if it is to be. */
export function outgoingExtension(
  { kind, extension }: Pick<AssetRecord, 'kind' | 'extension'>,
  convert: Conversion | undefined,
): string {
  return convert === undefined || kind !== 'image' ? extension : CONVERTED_EXTENSIONS[convert.format]
}

/** A file of the library gives no bytes: another program holds it, its disk fails, or it may not be read. */
class UnreadableFile extends Error {}

/** @throws UnreadableFile where they cannot be read. */
export async function* bytesOf({ from, spans }: OutgoingFile): AsyncGenerator<Uint8Array> {
  try {
    yield* streamSpans(from, spans)
  } catch (cause) {
    throw new UnreadableFile('A file cannot be read.', { cause })
  }
}

/**
 * Hands what leaves to `send`, and removes what was made for it afterwards. Null where the asset's file is missing.
 *
 * @throws Error when the disk is full, and what `send` throws, unless that is of the asset's own file.
 */
export async function withOutgoing(
  outgoing: Outgoing,
  record: AssetRecord,
  send: (filesOf: FilesOf) => Promise<void>,
): Promise<OutgoingAsset | 'unreadable' | null> {
  const target = outgoing.media.partPath(`export-${randomUUID()}`)
  try {
    const prepared = await ofFile(prepare(outgoing, record, target))
    if (prepared === null) return null
    const { filesOf, ...asset } = prepared
    await send(filesOf)
    return asset
  } catch (error) {
    if (error instanceof UnreadableFile) return 'unreadable'
    throw error
  } finally {
    if (outgoing.convert) await rm(target, { force: true })
  }
}

type Prepared = OutgoingAsset & { readonly filesOf: FilesOf }

/** `target` is a path for what an image is converted into. */
async function prepare(outgoing: Outgoing, record: AssetRecord, target: string): Promise<Prepared | null> {
  const { media, reader, convert, signal } = outgoing
  const { extension, sha256, kind } = record
  const original = media.path(sha256, extension)
  if ((await sizeOf(original)) === null) return null
  const isWanted = convert !== undefined && kind === 'image'
  const converted =
    isWanted &&
    (await reader.read('convert', { path: original, target, conversion: convert }, { sha256, signal })) ===
      true
  const asset = await outgoingAsset(outgoing, record, {
    from: converted ? target : original,
    extension: converted ? outgoingExtension(record, convert) : extension,
    converted,
  })
  return { ...asset, isUnconverted: isWanted && !converted }
}

/** @throws UnreadableFile in place of what the system says of a file. A full disk is not the file's fault. */
async function ofFile<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch (cause) {
    const failure = fileFailure(cause)
    if (failure === null || failure.code === 'disk_full') throw cause
    throw new UnreadableFile('A file cannot be read.', { cause })
  }
}

interface Source {
  readonly from: string
  readonly extension: string
  /** It holds nothing but pixels. */
  readonly converted: boolean
}

async function outgoingAsset(
  { reader, version, embedRecipe, embedInSigned, xmpSidecars }: Outgoing,
  record: AssetRecord,
  { from, extension, converted }: Source,
): Promise<Omit<Prepared, 'isUnconverted'>> {
  const { sha256, createdAt: modifiedAt } = record
  const whole = embeddedRecipe(toAsset(record))
  const { sha256: _original, ...made } = whole
  // Out of what was converted nobody can make the original.
  const recipe = converted ? made : whole
  const edit: RecipeEdit = embedRecipe
    ? { kind: 'embed', recipe, version, breaksSignature: embedInSigned }
    : { kind: 'strip' }
  const edited = await reader.read('edit', { path: from, extension, edit }, { sha256 })
  const changed = edited === UNREADABLE ? null : edited
  const spans = changed?.spans ?? [{ start: 0, end: (await sizeOf(from)) ?? 0 }]
  const sizeBytes = totalBytes(spans)
  const beside = (name: string, text: string): OutgoingFile => {
    const bytes = Buffer.from(text)
    return { name, from, spans: [bytes], sizeBytes: bytes.length, modifiedAt }
  }
  const filesOf = (stem: string): readonly OutgoingFile[] => {
    const file = { name: `${stem}.${extension}`, from, spans, sizeBytes, modifiedAt }
    const recipes = changed ? [] : [beside(`${stem}.recipe.json`, `${recipeText(recipe)}\n`)]
    const packets = xmpSidecars ? [beside(sidecarName(file.name), composePacket(recipe, version, null))] : []
    return embedRecipe ? [file, ...recipes, ...packets] : [file]
  }
  const isUncertain = !embedRecipe && (changed?.isUncertain ?? !converted)
  return { filesOf, isBeside: embedRecipe && !changed, isUncertain }
}

/**
 * The whole name, for an export may hold `fox.png` and `fox.jpg` of others. Source: darktable user manual, "Sidecar files"; digiKam and
 * Immich look for it too. Lightroom reads none beside these formats, but what is in the file.
 */
function sidecarName(name: string): string {
  return `${name}.xmp`
}

/** Null where there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  const info = await ifThere(stat(path))
  return info?.isFile() === true ? info.size : null
}
