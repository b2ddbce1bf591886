/** The recipe in the bytes of any file: a recipe file, or a file that carries one. */
import { type Result, succeed } from '#contract/errors.ts'
import type { Recipe } from '#contract/exchange.ts'
import { readRecipe } from './read-recipe.ts'
import { readRecipeFile, textOfRecipeFile } from './recipe-file.ts'

/** Null where there is none. Fails as `invalid_input` where a recipe file cannot be read. */
export async function recipeInBytes(bytes: Uint8Array): Promise<Result<Recipe> | null> {
  const text = textOfRecipeFile(bytes)
  const written = text === null ? null : readRecipeFile(text)
  if (written) return written
  const carried = await readRecipe(bytes)
  return carried && succeed(carried)
}
