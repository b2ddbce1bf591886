/**
 * Reads what lies beside a file that comes into the library: the sidecar of another library, or the recipe of an export.
 *
 * Links are not followed, as nowhere else in a folder that is taken in. A note of another library is no more to be believed
 * than a recipe: it goes through the same cleaning.
 */
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { parseSidecar } from '../assets/sidecar.ts'
import { withFileSource } from '../provenance/byte-source.ts'
import { readRecipeText, type EmbeddedRecipe } from '../provenance/embedded-recipe.ts'
import { readProvenance, type Provenance } from '../provenance/read-recipe.ts'

export const LARGEST_RECIPE_BYTES = 4 * 1024 * 1024

/** How the file was made, as what lies beside it or the file itself says; `trashed` where another library had thrown it away. */
export async function readIncoming(path: string, sha256: string): Promise<Provenance | 'trashed' | null> {
  const noted = await notedBeside(path, sha256)
  if (noted !== null) return noted
  const inside = await withFileSource(path, (source) => readProvenance(source))
  if (inside?.kind === 'own') return inside
  const beside = await recipeBeside(path)
  return beside ? { kind: 'own', recipe: beside } : inside
}

/** The recipe that lies beside a file: what an export put there for a format that carries none. */
async function recipeBeside(path: string): Promise<EmbeddedRecipe | null> {
  const beside = join(dirname(path), `${basename(path, extname(path))}.recipe.json`)
  const text = await textIn(beside)
  return text === null ? null : readRecipeText(text.trim())
}

/** What another library noted of a file in its `media/`. */
async function notedBeside(path: string, sha256: string): Promise<Provenance | 'trashed' | null> {
  const name = basename(path, extname(path))
  const text = name === sha256 ? await textIn(join(dirname(path), `${name}.json`)) : null
  const sidecar = text === null ? null : parseSidecar(text)
  if (sidecar?.sha256 !== sha256 || sidecar.entries.length === 0) return null
  const entry = sidecar.entries.find(({ trashedAt }) => trashedAt === undefined)
  if (!entry) return 'trashed'
  const recipe = readRecipeText(JSON.stringify({ ...entry, format: 1, sha256: undefined }))
  return recipe && { kind: 'own', recipe }
}

/** The text of a regular file that is no link and not too large; null for anything else. */
async function textIn(path: string): Promise<string | null> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isFile() || info.size > LARGEST_RECIPE_BYTES) return null
  // Windows has no such flag; there the check above is all.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null)
  try {
    return (await file?.readFile('utf8')) ?? null
  } catch {
    return null
  } finally {
    await file?.close()
  }
}
