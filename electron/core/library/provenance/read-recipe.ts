/**
 * How a file was made, as the file itself says: in Atelier's own words, or in those of A1111 or ComfyUI.
 *
 * What a file says is data and nothing else: it is parsed, bounded and shown, never followed.
 */
import type { Recipe } from '#contract/exchange.ts'
import { type Result, succeed } from '#contract/errors.ts'
import { sniff, SNIFF_BYTES } from '../../media/sniff.ts'
import { readA1111 } from './a1111.ts'
import { sourceOfBytes, type ByteSource } from './byte-source.ts'
import { isObject, parseJson } from './clean-json.ts'
import { readComfyui } from './comfyui.ts'
import type { CarriedTexts } from './container.ts'
import { containerFor } from './embed-recipe.ts'
import { readRecipeText, toRecipe, type EmbeddedRecipe } from './embedded-recipe.ts'
import { textsInExif } from './exif.ts'
import { findRecipeText } from './xmp.ts'
import { readRecipeFile, textOfRecipeFile } from './recipe-file.ts'

const LONGEST_COMMENT = 1024 * 1024

/** Ours, with all that it carries, or a foreign one, of which only the recipe is known. */
export type Provenance =
  | { readonly kind: 'own'; readonly recipe: EmbeddedRecipe }
  | { readonly kind: 'foreign'; readonly recipe: Recipe }

/** The recipe in a file's bytes, or null where it carries none. Never throws because of what the bytes are. */
export async function readRecipe(bytes: Uint8Array): Promise<Recipe | null> {
  const provenance = await readProvenance(sourceOfBytes(bytes))
  if (!provenance) return null
  return provenance.kind === 'own' ? toRecipe(provenance.recipe) : provenance.recipe
}

/** The same with everything, from bytes or from a file. Rejects only when the file cannot be read. */
export async function readProvenance(source: ByteSource): Promise<Provenance | null> {
  const sniffed = await sniff(await source.read(0, SNIFF_BYTES))
  const container = sniffed.kind === 'known' ? containerFor(sniffed.type.extension) : null
  if (!container) return null
  const carried = await container.readTexts(source)
  const own = ownRecipe(carried)
  if (own) return { kind: 'own', recipe: own }
  const texts: CarriedTexts = { ...(carried.exif && textsInExif(carried.exif)), ...carried }
  const foreign = foreignRecipe(texts)
  return foreign && { kind: 'foreign', recipe: foreign }
}

function ownRecipe({ xmp }: CarriedTexts): EmbeddedRecipe | null {
  const text = xmp ? findRecipeText(xmp) : null
  return text === null ? null : readRecipeText(text)
}

/** A1111's text comes first: tools that write both have worked it out from the graph. */
function foreignRecipe({ parameters, prompt, workflow, comment, usercomment }: CarriedTexts): Recipe | null {
  const written = (parameters && readA1111(parameters)) || (usercomment && readA1111(usercomment))
  if (written) return written
  if (prompt !== undefined || workflow !== undefined) return readComfyui(prompt, workflow)
  const graphs = comment === undefined ? null : parseJson(comment, LONGEST_COMMENT)
  if (!isObject(graphs)) return null
  return readComfyui(graphs['prompt'], graphs['workflow'])
}

/** Null where there is none. Fails as `invalid_input` where a recipe file cannot be read. */
export async function recipeInBytes(bytes: Uint8Array): Promise<Result<Recipe> | null> {
  const text = textOfRecipeFile(bytes)
  const written = text === null ? null : readRecipeFile(text)
  if (written) return written
  const carried = await readRecipe(bytes)
  return carried && succeed(carried)
}
