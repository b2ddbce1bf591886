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

/** What other tools lay beside a file, by what it is called in place of the extension; each for `photo.png` as `photo.json` or so. */
const FOREIGN = ['.json', '.txt', '.xmp', '.swarm.json'] as const

/** A file that comes from elsewhere; `name` is the user's, where `path` is not. */
export interface Incoming {
  readonly path: string
  readonly sha256: string
  readonly name?: string
}

/** How the file was made, as what lies beside it or the file itself says; `trashed` where another library had thrown it away. */
export async function readIncoming({ path, sha256, name }: Incoming): Promise<Provenance | 'trashed' | null> {
  const noted = await notedBeside(path, sha256)
  if (noted !== null) return noted
  const surroundings = { name: name ?? basename(path), beside: await foreignBeside(path) }
  const inside = await withFileSource(path, (source) => readProvenance(source, surroundings))
  if (inside?.kind === 'own') return inside
  const beside = await recipeBeside(path)
  return beside ? { kind: 'own', recipe: beside } : inside
}

/** Texts of other tools; also under the whole name, as `photo.png.json` and `photo.png.xmp`. */
async function foreignBeside(path: string): Promise<Readonly<Record<string, string>>> {
  const extension = extname(path)
  const stem = path.slice(0, path.length - extension.length)
  const endings = [...FOREIGN, `${extension}.json`, `${extension}.xmp`]
  const texts = await Promise.all(endings.map((ending) => textIn(`${stem}${ending}`)))
  return Object.fromEntries(
    endings.flatMap((ending, at): [string, string][] => {
      const text = texts[at] ?? null
      return text === null ? [] : [[ending, text]]
    }),
  )
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
export async function textIn(path: string): Promise<string | null> {
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
