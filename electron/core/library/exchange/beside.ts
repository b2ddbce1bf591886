/**
 * Reads what lies beside a file that comes into the library: the sidecar of another library, or the recipe of an export.
 *
 * Links are not followed, as nowhere else in a folder that is taken in. A note of another library is no more to be believed
 * than a recipe: it goes through the same cleaning.
 */
import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parseSidecar } from '../assets/sidecar.ts'
import { withFileSource, type ByteSource } from '../provenance/byte-source.ts'
import { readRecipeText, type EmbeddedRecipe } from '../provenance/embedded-recipe.ts'
import { readProvenance, type Provenance } from '../provenance/read-recipe.ts'
import { findRecipeText } from '../provenance/xmp.ts'
import { factsInPacket } from './packet-facts.ts'

export const MAX_RECIPE_BYTES = 4 * 1024 * 1024

/** What other tools lay beside a file, by what it is called in place of the extension; each for `photo.png` as `photo.json` or so. */
const FOREIGN = ['.json', '.txt', '.xmp', '.swarm.json'] as const
/** What an export lays beside a file that carries no recipe. */
const OWN = '.recipe.json'

/** A file that comes from elsewhere; `name` is the user's, where `path` is not. */
export interface Incoming {
  readonly path: string
  readonly sha256: string
  readonly name?: string
  /** Which of `namesBeside` are there; without it all are looked for. */
  readonly beside?: readonly string[]
}

/** What the files are called that may say something of this one: where a folder was listed, none of them need be looked for. */
export function namesBeside(name: string): readonly string[] {
  const { stem, extension } = partsOf(name)
  return [...endingsOf(extension), OWN].map((ending) => `${stem}${ending}`)
}

/**
 * How the file was made, as what lies beside it or the file itself says; `trashed` where another library had thrown it away.
 * `read` has the file's bytes read where they are not in memory already.
 */
export async function readIncoming(
  { path, sha256, name, beside }: Incoming,
  read: (work: Reading) => ReturnType<Reading> = (work) => withFileSource(path, work),
): Promise<Provenance | 'trashed' | null> {
  const textAt = async (place: string): Promise<string | null> =>
    beside === undefined || beside.includes(basename(place)) ? textIn(place) : null
  const noted = await notedBeside({ path, sha256, name }, textAt)
  if (noted !== null) return noted
  const surroundings = { name: name ?? basename(path), beside: await foreignBeside(path, textAt) }
  const inside = await read((source) => readProvenance(source, surroundings))
  if (inside?.kind === 'own') return inside
  const recipe = (await recipeBeside(path, textAt)) ?? recipeInPackets(surroundings.beside)
  return recipe ? { kind: 'own', recipe } : inside
}

type Reading = (source: ByteSource) => Promise<Provenance | null>
type TextAt = (path: string) => Promise<string | null>

function partsOf(path: string): { readonly stem: string; readonly extension: string } {
  const extension = extname(path)
  return { extension, stem: path.slice(0, path.length - extension.length) }
}

/** Also under the whole name, as `photo.png.json` and `photo.png.xmp`; those come first, for others may share the stem. */
function endingsOf(extension: string): readonly string[] {
  return [`${extension}.json`, `${extension}.xmp`, ...FOREIGN]
}

async function foreignBeside(path: string, textAt: TextAt): Promise<Readonly<Record<string, string>>> {
  const { stem, extension } = partsOf(path)
  const endings = endingsOf(extension)
  const texts = await Promise.all(endings.map((ending) => textAt(`${stem}${ending}`)))
  return Object.fromEntries(
    endings.flatMap((ending, at): [string, string][] => {
      const text = texts[at] ?? null
      return text === null ? [] : [[ending, text]]
    }),
  )
}

/** The recipe that lies beside a file: what an export put there for a format that carries none. */
async function recipeBeside(path: string, textAt: TextAt): Promise<EmbeddedRecipe | null> {
  const text = await textAt(`${partsOf(path).stem}${OWN}`)
  return text === null ? null : readRecipeText(text.trim())
}

/** The recipe in a packet of XMP that an export laid beside a file. Its ratings and tags may have been changed elsewhere since. */
function recipeInPackets(beside: Readonly<Record<string, string>>): EmbeddedRecipe | null {
  for (const [ending, packet] of Object.entries(beside)) {
    const text = ending.endsWith('.xmp') ? findRecipeText(packet) : null
    const recipe = text === null ? null : readRecipeText(text)
    if (recipe === null) continue
    const { title: _title, ...made } = recipe
    return { ...made, ...factsInPacket(packet) }
  }
  return null
}

/** What another library noted of a file in its `media/`. */
async function notedBeside(
  { path, sha256, name = path }: Pick<Incoming, 'path' | 'sha256'> & { readonly name: string | undefined },
  textAt: TextAt,
): Promise<Provenance | 'trashed' | null> {
  const isNamed = basename(partsOf(name).stem) === sha256
  const text = isNamed ? await textAt(`${partsOf(path).stem}.json`) : null
  const sidecar = text === null ? null : parseSidecar(text)
  if (sidecar?.sha256 !== sha256 || sidecar.entries.length === 0) return null
  const entry = sidecar.entries.find(({ trashedAt }) => trashedAt === undefined)
  if (!entry) return 'trashed'
  const recipe = readRecipeText(JSON.stringify({ ...entry, format: 1, sha256: undefined }))
  return recipe && { kind: 'own', recipe }
}

/** The text of a regular file that is no link and not too large; null for anything else. */
export async function textIn(path: string, mostBytes = MAX_RECIPE_BYTES): Promise<string | null> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isFile() || info.size > mostBytes) return null
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
