/**
 * How a file was made, as the file itself says: in Atelier's own words, or in those of the tool that made it.
 *
 * What a file says is data and nothing else: it is parsed, bounded and shown, never followed.
 */
import type { Recipe } from '#contract/exchange.ts'
import { type Result, succeed } from '#contract/errors.ts'
import { sniff, SNIFF_BYTES } from '../../media/sniff.ts'
import { sourceOfBytes, type ByteSource } from './byte-source.ts'
import type { CarriedTexts } from './container.ts'
import { containerFor } from './embed-recipe.ts'
import { readRecipeText, toRecipe, type EmbeddedRecipe } from './embedded-recipe.ts'
import { textsInExif } from './exif.ts'
import { readHiddenText } from './hidden-text.ts'
import { findRecipeText } from './xmp.ts'
import { readRecipeFile, textOfRecipeFile } from './recipe-file.ts'
import { readCaption } from './sources/plain-json.ts'
import { readHiddenSource, readSources } from './sources/read-sources.ts'

/** Ours, with all that it carries, or a foreign one, of which only the recipe is known. */
export type Provenance =
  | { readonly kind: 'own'; readonly recipe: EmbeddedRecipe }
  | { readonly kind: 'foreign'; readonly recipe: Recipe }

/** What is known of a file besides its bytes: what it is called, and texts beside it by what they are called in place of its extension. */
export interface Surroundings {
  readonly name: string
  readonly beside: Readonly<Record<string, string>>
}

const ALONE: Surroundings = { name: '', beside: {} }

/** The recipe in a file's bytes, or null where it carries none. Never throws because of what the bytes are. */
export async function readRecipe(bytes: Uint8Array): Promise<Recipe | null> {
  const provenance = await readProvenance(sourceOfBytes(bytes))
  if (!provenance) return null
  return provenance.kind === 'own' ? toRecipe(provenance.recipe) : provenance.recipe
}

/** The same with everything, from bytes or from a file. Rejects only when the file cannot be read. */
export async function readProvenance(
  source: ByteSource,
  { name, beside }: Surroundings = ALONE,
): Promise<Provenance | null> {
  const sniffed = await sniff(await source.read(0, SNIFF_BYTES))
  const extension = sniffed.kind === 'known' ? sniffed.type.extension : ''
  const carried = (await containerFor(extension)?.readTexts(source)) ?? {}
  const own = ownRecipe(carried)
  if (own) return { kind: 'own', recipe: own }
  const texts: CarriedTexts = { ...(carried.exif && textsInExif(carried.exif)), ...carried }
  const foreign =
    readSources({ texts, name, beside }) ??
    (await hiddenRecipe(source, extension, name)) ??
    readCaption(beside['.txt'])
  return foreign && { kind: 'foreign', recipe: foreign }
}

function ownRecipe({ xmp }: CarriedTexts): EmbeddedRecipe | null {
  const text = xmp ? findRecipeText(xmp) : null
  return text === null ? null : readRecipeText(text)
}

async function hiddenRecipe(source: ByteSource, extension: string, name: string): Promise<Recipe | null> {
  const text = extension === 'png' || extension === 'webp' ? await readHiddenText(source, extension) : null
  return text === null ? null : readHiddenSource(text, name)
}

/** Null where there is none. Fails as `invalid_input` where a recipe file cannot be read. */
export async function recipeInBytes(bytes: Uint8Array): Promise<Result<Recipe> | null> {
  const text = textOfRecipeFile(bytes)
  const written = text === null ? null : readRecipeFile(text)
  if (written) return written
  const carried = await readRecipe(bytes)
  return carried && succeed(carried)
}
