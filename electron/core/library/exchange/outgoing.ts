/** What leaves the library for one asset: its file with or without a recipe, and a recipe beside it where it must. */
import { stat } from 'node:fs/promises'
import type { AssetRecord } from '../assets/asset-row.ts'
import { toAsset } from '../assets/asset-row.ts'
import type { MediaFolder } from '../assets/media-folder.ts'
import { withFileSource, type ByteSource } from '../provenance/byte-source.ts'
import { withoutTexts, withRecipe } from '../provenance/embed-recipe.ts'
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
  { media, version, embedRecipe }: Outgoing,
  record: AssetRecord,
  stem: string,
): Promise<OutgoingAsset | null> {
  const { extension, createdAt: modifiedAt } = record
  const from = media.path(record.sha256, extension)
  if (!(await isFile(from))) return null
  const recipe = embeddedRecipe(toAsset(record))
  const change = (source: ByteSource) =>
    embedRecipe ? withRecipe(source, extension, recipe, version) : withoutTexts(source, extension)
  const { changed, whole } = await withFileSource(from, async (source) => ({
    changed: await change(source),
    whole: { start: 0, end: source.sizeBytes },
  }))
  const pieces = changed ?? [whole]
  const file = { name: `${stem}.${extension}`, from, pieces, sizeBytes: totalBytes(pieces), modifiedAt }
  if (changed || !embedRecipe) return { files: [file], isUncertain: !changed }
  const text = Buffer.from(`${recipeText(recipe)}\n`)
  const beside = { name: `${stem}.recipe.json`, from, pieces: [text], sizeBytes: text.length, modifiedAt }
  return { files: [file, beside], isUncertain: false }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}
