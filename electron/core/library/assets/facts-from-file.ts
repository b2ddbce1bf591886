/** What is known of a file that comes into the library: from a sidecar, from the recipe in it, or from the file alone. */
import { basename, extname } from 'node:path'
import { IMPORTED, UNKNOWN_MODEL } from '#contract/rules/imported.ts'
import { type AssetKind, MEDIA_TYPES } from '#contract/rules/media.ts'
import type { NewAsset } from './add-asset.ts'
import { cleanLine } from '../provenance/clean-json.ts'
import type { EmbeddedRecipe } from '../provenance/embedded-recipe.ts'
import type { Provenance } from '../provenance/read-recipe.ts'

export type Facts = NewAsset['facts']

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

/** A file without a recipe is found again by its name. */
export function factsOf({ name, kind, modifiedAt, provenance }: FileFacts): Facts {
  if (provenance?.kind === 'own') return ownFacts(provenance.recipe, kind, modifiedAt)
  const common = { place: 0, provider: IMPORTED, createdAt: modifiedAt }
  if (!provenance) {
    const title = cleanLine(basename(name, extname(name)), 200)
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
