/**
 * Recipe files (`.atelier`): how an asset was made, to be kept, sent and opened again.
 *
 * Owns the format. Unlike what stands inside of an image it holds the recipe alone, nothing of what the user said of the asset.
 * It is read strictly: what is not exactly such a file is none.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Recipe } from '#contract/exchange.ts'
import { inputReferenceSchema } from '#contract/inputs.ts'
import { message } from '#contract/messages/message.ts'
import { cleanObject, cleanText, isObject, parseJson } from './clean-json.ts'
import { MAX_PROMPT, readRecipeText, toRecipe } from './embedded-recipe.ts'
import { MAX_REQUEST_INPUTS } from '#contract/rules/media.ts'

const KIND = 'atelier-recipe'
const VERSION = 1
/** In UTF-16 units: the longest prompts and options that a request may have, with room to spare. */
const MAX_FILE = 2_000_000

const words = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) => cleanText(text, longest).trim())
    .optional()
const prose = z
  .string()
  .max(MAX_PROMPT)
  .transform((text) => cleanText(text, MAX_PROMPT))
  .optional()
const recipeSchema = z.strictObject({
  provider: words(200),
  model: words(300),
  mediaType: words(50),
  scene: words(100),
  prompt: prose,
  template: prose,
  options: z.record(z.string(), z.unknown()).transform(cleanObject),
  inputs: z.array(inputReferenceSchema).max(MAX_REQUEST_INPUTS).optional(),
})
const fileSchema = z.strictObject({
  kind: z.literal(KIND),
  version: z.literal(VERSION),
  recipe: recipeSchema,
})

/** The file's text. Who wrote the recipe is not in it: it is Atelier. Fails as `invalid_input` where it would be too long to be read again. */
export function writeRecipeFile({ source: _source, ...recipe }: Recipe): Result<string> {
  const text = `${JSON.stringify({ kind: KIND, version: VERSION, recipe }, null, 2)}\n`
  return text.length <= MAX_FILE ? succeed(text) : fail('invalid_input', 'exchange.recipeTooLarge')
}

/**
 * The recipe in the text of a file: of a recipe file, or of what an export lays beside an asset. Null where it is neither; fails as
 * `invalid_input` where it is a recipe file of a newer Atelier, or a damaged one.
 */
export function readRecipeFile(text: string): Result<Recipe> | null {
  const value = parseJson(text, MAX_FILE)
  if (!isObject(value)) return null
  if (value['kind'] !== KIND) {
    const beside = readRecipeText(text)
    return beside && succeed(toRecipe(beside))
  }
  const { version } = value
  if (typeof version === 'number' && version > VERSION) return fail('invalid_input', 'exchange.recipeNewer')
  const parsed = fileSchema.safeParse(value)
  if (!parsed.success) {
    const place = parsed.error.issues[0]?.path.join('.') ?? ''
    return fail(
      'invalid_input',
      place === '' ? 'exchange.recipeDamaged' : message('exchange.recipeDamagedAt', { place }),
    )
  }
  const { options, inputs = [], ...rest } = parsed.data.recipe
  const said = Object.entries(rest).filter(([, text]) => text !== undefined && text !== '')
  return succeed({
    source: 'atelier',
    options,
    ...Object.fromEntries(said),
    ...(inputs.length === 0 ? {} : { inputs }),
  })
}

/** The text in the bytes of a file that may be a recipe file; null where it is none, whatever else it is. */
export function textOfRecipeFile(bytes: Uint8Array): string | null {
  // One UTF-16 unit takes at most three bytes.
  if (bytes.byteLength > 3 * MAX_FILE) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    return text.startsWith('{') ? text : null
  } catch {
    return null
  }
}
