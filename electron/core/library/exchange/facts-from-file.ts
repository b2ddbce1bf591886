/** What is known of a file that comes into the library: from a sidecar, from the recipe in it, or from the file alone. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { type AssetKind, MEDIA_TYPES } from '#contract/rules/media.ts'
import type { NewAsset } from '../assets/add-asset.ts'
import { cleanText } from '../provenance/clean-json.ts'
import { IMPORTED, readRecipeText, type EmbeddedRecipe } from '../provenance/embedded-recipe.ts'
import type { Provenance } from '../provenance/read-recipe.ts'
import { readSidecar, type SidecarEntry } from '../assets/sidecar.ts'

export type Facts = NewAsset['facts']

const UNKNOWN_MODEL = 'unknown'
const LARGEST_RECIPE_BYTES = 4 * 1024 * 1024
const MEDIA_TYPE_OF_KIND: Readonly<Record<AssetKind, string>> = {
  image: 'image',
  video: 'video',
  audio: 'music',
  model3d: 'character',
  text: 'image',
  other: 'image',
}

export interface FileFacts {
  readonly name: string
  readonly kind: AssetKind
  /** When the file was last changed, in ms since the epoch. */
  readonly modifiedAt: number
  readonly provenance: Provenance | null
}

/** The facts of a new asset. A file without a recipe is found again by its name. */
export function factsOf({ name, kind, modifiedAt, provenance }: FileFacts): Facts {
  if (provenance?.kind === 'own') return ownFacts(provenance.recipe, kind, modifiedAt)
  const common = { place: 0, provider: IMPORTED, createdAt: modifiedAt }
  if (!provenance) {
    const title = cleanText(basename(name, extname(name)), 200).trim()
    return {
      ...common,
      mediaType: MEDIA_TYPE_OF_KIND[kind],
      model: UNKNOWN_MODEL,
      scene: IMPORTED,
      options: {},
      ...(title === '' ? {} : { title }),
    }
  }
  const { model = UNKNOWN_MODEL, scene = IMPORTED, prompt, options } = provenance.recipe
  return {
    ...common,
    mediaType: MEDIA_TYPE_OF_KIND[kind],
    model,
    scene,
    options,
    ...(prompt === undefined ? {} : { prompt }),
  }
}

/** The recipe that lies beside a file: what an export put there for a format that carries none. */
export async function recipeBeside(path: string): Promise<EmbeddedRecipe | null> {
  const beside = join(dirname(path), `${basename(path, extname(path))}.recipe.json`)
  const info = await stat(beside).catch(() => null)
  if (!info?.isFile() || info.size > LARGEST_RECIPE_BYTES) return null
  return readRecipeText((await readFile(beside, 'utf8').catch(() => '')).trim())
}

/** What another library noted of a file in its `media/`: `trashed` where it had thrown it away, null where it noted nothing. */
export async function notedBeside(
  path: string,
  sha256: string,
): Promise<{ readonly recipe: EmbeddedRecipe } | 'trashed' | null> {
  const name = basename(path, extname(path))
  const info = name === sha256 ? await stat(join(dirname(path), `${name}.json`)).catch(() => null) : null
  if (!info?.isFile() || info.size > LARGEST_RECIPE_BYTES) return null
  const sidecar = await readSidecar(join(dirname(path), `${name}.json`)).catch(() => null)
  if (sidecar?.sha256 !== sha256 || sidecar.entries.length === 0) return null
  const entry = sidecar.entries.find(({ trashedAt }) => trashedAt === undefined)
  if (!entry) return 'trashed'
  const recipe = readRecipeText(JSON.stringify(entryRecipe(entry)))
  return recipe && { recipe }
}

/** A note of another library is no more to be believed than a recipe: it goes through the same cleaning. */
function entryRecipe(entry: SidecarEntry): object {
  return { ...entry, format: 1, sha256: undefined }
}

function ownFacts(recipe: EmbeddedRecipe, kind: AssetKind, modifiedAt: number): Facts {
  const { sha256: _sha256, createdAt = modifiedAt, mediaType, provider, model, scene, ...facts } = recipe
  const isKnown = (MEDIA_TYPES as readonly string[]).includes(mediaType)
  return {
    ...facts,
    place: 0,
    createdAt,
    mediaType: isKnown ? mediaType : MEDIA_TYPE_OF_KIND[kind],
    provider: provider || IMPORTED,
    model: model || UNKNOWN_MODEL,
    scene: scene || IMPORTED,
  }
}
