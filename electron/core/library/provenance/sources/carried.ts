/** What a file of another tool carries, and how a reader of it tells a recipe. */
import type { Recipe, RecipeSource } from '#contract/exchange.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { seedOf, type Seed } from '#contract/rules/exact-seeds.ts'
import { cleanObject, cleanText, isObject, parseJson } from '../clean-json.ts'
import type { CarriedTexts } from '../container.ts'
import { MAX_PROMPT } from '../embedded-recipe.ts'

export interface Carried {
  readonly texts: CarriedTexts
  /** Of the file, with its extension. */
  readonly name: string
  /** Texts of files beside it, by what they are called in place of its extension: `.json`, `.swarm.json`, `.txt`. */
  readonly beside: Readonly<Record<string, string>>
}

/** Null where the file is not of this source. */
export type SourceReader = (carried: Carried) => Recipe | null

const MAX_JSON = 4 * 1024 * 1024
const MAX_MODEL = 300
const MAX_OTHER = 5_000
const MAX_SIDE = 1_000_000

/** What a tool says, as it says it: texts and numbers are read from either. */
export interface Said {
  readonly prompt?: unknown
  readonly negative?: unknown
  readonly template?: unknown
  readonly model?: unknown
  readonly seed?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly steps?: unknown
  readonly guidance?: unknown
  readonly sampler?: unknown
  readonly scheduler?: unknown
  readonly strength?: unknown
  readonly isVideo?: boolean
  /** Further settings, which keep their names. */
  readonly others?: JsonObject
}

/** Null where nothing is said that a recipe consists of. */
export function recipeFrom(source: RecipeSource, said: Said): Recipe | null {
  const prompt = textFrom(said.prompt, MAX_PROMPT)
  const template = textFrom(said.template, MAX_PROMPT)
  const model = textFrom(said.model, MAX_MODEL)
  const seed = seedFrom(said.seed)
  if (prompt === undefined && model === undefined && seed === undefined) return null
  const [width, height] = [sideFrom(said.width), sideFrom(said.height)]
  const scene = said.isVideo === true ? 'text-to-video' : 'text-to-image'
  const options = {
    negative_prompt: textFrom(said.negative, MAX_PROMPT),
    seed,
    steps: numberFrom(said.steps),
    cfg_scale: numberFrom(said.guidance),
    sampler: textFrom(said.sampler, MAX_MODEL),
    scheduler: textFrom(said.scheduler, MAX_MODEL),
    strength: numberFrom(said.strength),
    ...(width !== undefined && height !== undefined && { width, height }),
    ...said.others,
  }
  const known = Object.entries(options).filter(([, value]) => value !== undefined)
  return {
    source,
    mediaType: said.isVideo === true ? 'video' : 'image',
    scene,
    options: cleanObject(Object.fromEntries(known)),
    ...(prompt !== undefined && { prompt }),
    ...(template !== undefined && template !== prompt && { template }),
    ...(model !== undefined && { model }),
  }
}

/** The object that a text is as JSON, with every digit; null where it is none. Python writes numbers that JSON does not know. */
export function objectIn(text: string | null | undefined): JsonObject | null {
  const start = text?.trimStart() ?? ''
  if (!start.startsWith('{') || start.length > MAX_JSON) return null
  const value = parseJson(start.trimEnd(), MAX_JSON) ?? parseJson(withoutNan(start.trimEnd()), MAX_JSON)
  return isObject(value) ? value : null
}

function withoutNan(text: string): string {
  return text.replace(/([[,:]\s{0,4})(?:NaN|-?Infinity)(?=\s{0,4}[,\]}])/g, '$1null')
}

export function inner(object: JsonObject | null, key: string): JsonObject | null {
  const value = object?.[key]
  return isObject(value) ? value : null
}

/** The first of the keys that holds something. */
export function firstOf(object: JsonObject | null, keys: readonly string[]): Json | undefined {
  const key = keys.find(
    (one) => object && Object.hasOwn(object, one) && object[one] !== null && object[one] !== '',
  )
  return key === undefined ? undefined : object?.[key]
}

/** The plain values beside those under `taken`: what else was set. */
export function othersIn(object: JsonObject, taken: readonly string[]): JsonObject {
  const kept = Object.entries(object).filter(
    ([key, value]) =>
      !taken.includes(key) &&
      value !== null &&
      value !== '' &&
      (typeof value !== 'object' || Array.isArray(value)) &&
      JSON.stringify(value).length <= MAX_OTHER,
  )
  return Object.fromEntries(kept.map(([key, value]) => [key.replace(/[ \-/]+/g, '_').toLowerCase(), value]))
}

/** Without the folders in front of it; `OfficialModels/flux` is a model of that folder. */
export function fileNameOf(model: unknown): unknown {
  return typeof model === 'string' ? model.split(/[\\/]/).at(-1) : model
}

/** `1024x768`, `(1024, 768)` or `1024×768`. */
export function sizeFrom(text: unknown): { readonly width?: number; readonly height?: number } {
  const [, width, height] =
    /^\(?\s*(\d{1,6})\s*[x×,*]\s*(\d{1,6})\s*\)?$/.exec(typeof text === 'string' ? text.trim() : '') ?? []
  return width === undefined ? {} : { width: Number(width), height: Number(height) }
}

/** -1 asks for any seed, and says none. */
function seedFrom(value: unknown): Seed | undefined {
  if (Number(value) === -1) return undefined
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  return typeof value === 'string' ? (seedOf(value.trim()) ?? undefined) : undefined
}

function textFrom(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' ? cleanText(value, longest).trim() : ''
  return text === '' || text === 'None' ? undefined : text
}

function numberFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function sideFrom(value: unknown): number | undefined {
  const side = numberFrom(value)
  return side !== undefined && side >= 1 && side <= MAX_SIDE ? Math.round(side) : undefined
}
