/**
 * What Atelier writes into a file about how it was made, and how that is read again.
 *
 * More than the recipe itself: what the user said of the asset, so that a library can be carried elsewhere in its files.
 * Where the service offered it is left out, for such addresses may carry signatures.
 */
import { z } from 'zod'
import type { Recipe } from '#contract/exchange.ts'
import { inputReferenceSchema } from '#contract/inputs.ts'
import type { Asset } from '#contract/library.ts'
import { IMPORTED } from '#contract/rules/imported.ts'
import { cleanLine, cleanObject, cleanText, isObject, parseJson } from './clean-json.ts'
import { MAX_REQUEST_INPUTS } from '#contract/rules/media.ts'

/** As long as the prompt of a request may be. */
export const MAX_PROMPT = 100_000
/** A recipe that would be larger goes without its options. */
const MAX_RECIPE_CHARACTERS = 500_000

/** `sha256` is that of the bytes as they lie in the library, without what was written into this copy. */
export type EmbeddedRecipe = Readonly<Known<Omit<z.infer<typeof textSchema>, 'format'>>>

type Known<Fields> = { [Field in keyof Fields]: Exclude<Fields[Field], undefined> }

function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Known<Fields>
}

export function embeddedRecipe(asset: Asset): EmbeddedRecipe {
  const { provider, model, mediaType, scene, prompt, template, options, inputs = [], sha256 } = asset
  const { createdAt, title, rating, favorite, tags, requestHash } = asset
  const made = { provider, model, mediaType, scene, prompt, template, options, inputs, sha256 }
  return known({ ...made, requestHash, createdAt, title, rating, favorite, tags })
}

/**
 * Whether a machine made it, as far as anybody here can know: a photograph that was taken in must not be called so, whatever a person
 * noted of it. Who read a recipe knows its scene.
 */
export function isGenerated({ provider, scene, prompt }: EmbeddedRecipe): boolean {
  return provider !== IMPORTED || (scene !== IMPORTED && prompt !== undefined)
}

/** The recipe as one line of JSON that XML 1.0 can carry. */
export function recipeText(recipe: EmbeddedRecipe): string {
  const whole = JSON.stringify({ format: 1, ...recipe })
  const text =
    whole.length <= MAX_RECIPE_CHARACTERS ? whole : JSON.stringify({ format: 1, ...recipe, options: {} })
  // The two of the basic plane that XML does not know. Controls and halves of pairs are escaped by JSON already.
  return text.replace(/[\uFFFE\uFFFF]/g, (character) => (character === '\uFFFE' ? '\\ufffe' : '\\uffff'))
}

const words = (longest: number) => z.string().transform((text) => cleanLine(text, longest))
const prose = z
  .string()
  .transform((text) => cleanText(text, MAX_PROMPT))
  .optional()
const textSchema = z.object({
  format: z.literal(1),
  provider: words(200),
  model: words(300),
  mediaType: words(50),
  scene: words(100),
  prompt: prose,
  template: prose.catch(undefined),
  options: z.unknown().transform(cleanObject),
  inputs: z.array(z.object(inputReferenceSchema.shape)).max(MAX_REQUEST_INPUTS).catch([]).readonly(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .catch(undefined),
  requestHash: words(100).optional().catch(undefined),
  createdAt: z.int().min(0).max(8.64e15).optional().catch(undefined),
  title: words(500)
    .transform((title) => title || undefined)
    .optional()
    .catch(undefined),
  rating: z.int().min(0).max(5).catch(0),
  favorite: z.boolean().catch(false),
  tags: z
    .array(z.unknown())
    .catch([])
    .transform((tags): readonly string[] => cleanTags(tags)),
})

/** The recipe that `recipeText` made, or null where the text is none. Nothing of it is believed beyond its shape. */
export function readRecipeText(text: string): EmbeddedRecipe | null {
  const value = parseJson(text, 2 * MAX_RECIPE_CHARACTERS)
  const parsed = isObject(value) ? textSchema.safeParse(value) : null
  if (!parsed?.success) return null
  const { format: _format, ...recipe } = parsed.data
  return known(recipe)
}

/** What a recipe consists of, wherever it was kept. */
export type RecipeParts = Pick<
  EmbeddedRecipe,
  'provider' | 'model' | 'mediaType' | 'scene' | 'prompt' | 'template' | 'options' | 'inputs'
>

export function toRecipe(parts: RecipeParts): Recipe {
  const { provider, model, mediaType, scene, prompt, template, options, inputs: all } = parts
  const inputs = all.length === 0 ? undefined : all
  return known({
    source: 'atelier',
    provider,
    model,
    mediaType,
    scene,
    prompt,
    template,
    options,
    inputs,
  } as const)
}

/** As many and as long as the library takes them. */
function cleanTags(tags: readonly unknown[]): string[] {
  const cleaned = tags
    .slice(0, 1_000)
    .flatMap((tag) => (typeof tag === 'string' ? [cleanLine(tag, 100)] : []))
  return [...new Set(cleaned.filter((tag) => tag !== ''))].slice(0, 100)
}
