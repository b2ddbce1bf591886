/** What leaves the library for one asset: its file with or without a recipe, and a recipe beside it where it must. */
import { stat } from 'node:fs/promises'
import type { AssetRecord } from '../assets/asset-row.ts'
import { toAsset } from '../assets/asset-row.ts'
import type { MediaFolder } from '../assets/media-folder.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import type { RecipeEdit } from '../provenance/embed-recipe.ts'
import { embeddedRecipe, recipeText } from '../provenance/embedded-recipe.ts'
import { totalBytes, type Piece } from '../provenance/pieces.ts'

export interface OutgoingFile {
  /** With its extension. */
  readonly name: string
  /** The file that the pieces are of. */
  readonly from: string
  readonly pieces: readonly Piece[]
  readonly sizeBytes: number
  /** The date that the copy bears, in ms since the epoch. */
  readonly modifiedAt: number
}

export interface OutgoingAsset {
  /** The file, and behind it the recipe beside it if there is one. */
  readonly files: readonly OutgoingFile[]
  /** It leaves without a recipe, and Atelier cannot tell whether it says something of the prompt by itself. */
  readonly isUncertain: boolean
}

export interface Outgoing {
  readonly media: MediaFolder
  readonly reader: Reader
  /** Atelier's, written into the recipe. */
  readonly version: string
  readonly embedRecipe: boolean
}

/**
 * `stem` is the name without extension. Null where the asset's file is missing.
 *
 * @throws Error when the disk cannot be read.
 */
export async function outgoingAsset(
  { media, reader, version, embedRecipe }: Outgoing,
  record: AssetRecord,
  stem: string,
): Promise<OutgoingAsset | null> {
  const { extension, sha256, createdAt: modifiedAt } = record
  const from = media.path(sha256, extension)
  const wholeBytes = await sizeOf(from)
  if (wholeBytes === null) return null
  const recipe = embeddedRecipe(toAsset(record))
  const edit: RecipeEdit = embedRecipe ? { kind: 'embed', recipe, version } : { kind: 'strip' }
  const edited = await reader.read('edit', { path: from, extension, edit }, { sha256 })
  const changed = edited === UNREADABLE ? null : edited
  const whole = { start: 0, end: wholeBytes }
  const pieces = changed ?? [whole]
  const file = { name: `${stem}.${extension}`, from, pieces, sizeBytes: totalBytes(pieces), modifiedAt }
  if (changed || !embedRecipe) return { files: [file], isUncertain: !changed }
  const text = Buffer.from(`${recipeText(recipe)}\n`)
  const beside = { name: `${stem}.recipe.json`, from, pieces: [text], sizeBytes: text.length, modifiedAt }
  return { files: [file, beside], isUncertain: false }
}

/** Null where there is no such file. */
async function sizeOf(path: string): Promise<number | null> {
  try {
    const info = await stat(path)
    return info.isFile() ? info.size : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
