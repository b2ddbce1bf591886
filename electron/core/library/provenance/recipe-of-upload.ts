/** The recipe of a file that the page shows, for filling the form again: what the library knows of it, or what it says itself. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Recipe } from '#contract/exchange.ts'
import type { Database } from '../../store/database.ts'
import type { AssetRecord } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import { embeddedRecipe, IMPORTED, toRecipe } from './embedded-recipe.ts'
import { UNREADABLE } from '../../reading/reader.ts'

/** Fails as `not_found` where neither knows anything, and as `invalid_input` where a recipe file cannot be read. */
export async function recipeOfUpload(
  { db, library }: { readonly db: Database; readonly library: Pick<Library, 'find' | 'reader'> },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Result<Recipe>> {
  // Off the event loop, unlike `createHash`.
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  const sha256 = Buffer.from(digest).toString('hex')
  const row = db.get('SELECT id FROM assets WHERE sha256 = ? ORDER BY seq LIMIT 1', sha256)
  const known = row ? library.find(String(row['id'])) : null
  if (known && known.provider !== IMPORTED) return succeed(recipeOf(known))
  const carried = await library.reader.read('recipe', { bytes }, { sha256 })
  if (carried !== null && carried !== UNREADABLE) return carried
  return known?.prompt === undefined
    ? fail('not_found', 'This file carries no recipe.')
    : succeed(recipeOf(known))
}

function recipeOf(record: AssetRecord): Recipe {
  return toRecipe(embeddedRecipe(record))
}
