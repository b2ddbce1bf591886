/**
 * Reads what an entry of a listing says that its model costs, in figures.
 *
 * Only where the listing says in which unit: a number alone may be dollars, cents or credits. What is priced by tokens, pixels or
 * minutes has no price that could be told before. Nothing is the price only where nothing beside it costs something: a request may be
 * free, and its tokens or images not.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { ListedPrice } from '#contract/models.ts'
import { wordsOf } from '../../text/words.ts'
import { asObject } from '../../json/read-json.ts'
import { isScene, sceneIn } from './read-words.ts'

const PRICES = new Set(['credit', 'cost', 'price', 'pricing'])
const CURRENCIES = new Set(['usd', 'eur', 'gbp', 'cny', 'jpy'])
const PER: Readonly<Record<string, ListedPrice['per']>> = {
  image: 'image',
  second: 'second',
  sec: 'second',
  request: 'request',
  generation: 'request',
  run: 'request',
  task: 'request',
  call: 'request',
  video: 'request',
  song: 'request',
}
/** May stand beside in a name without changing what it means. */
const OTHERS = new Set(['per', 'unit', 'amount', 'value', 'required', 'each', 'base', 'standard'])
const LARGEST = 1e6
/** Of an entry, the fields that are looked at; of a price, its parts. */
const MAX_FIELDS = 100
const MAX_PARTS = 20

/** Null where nothing is said that could be reckoned with, or as much was looked at as `budget` allows. */
export function priceIn(parts: readonly JsonObject[], budget: { left: number }): ListedPrice | null {
  let nothing: ListedPrice | null = null
  let isCharged = false
  for (const part of parts) {
    // To tell words apart takes far longer than to see that none of them is there.
    const keys = Object.keys(part)
      .slice(0, MAX_FIELDS)
      .filter((key) => /credit|cost|pric/iu.test(key))
    for (const key of keys) {
      if (--budget.left < 0) return null
      const words = wordsOf(key)
      if (!words.some((word) => PRICES.has(word))) continue
      const value = part[key] ?? null
      const price = priceOf(words, value, part, budget)
      if (price && price.value !== 0) return price
      nothing ??= price
      isCharged ||= !price && holdsAmount(value)
    }
  }
  return isCharged ? null : nothing
}

function priceOf(
  words: readonly string[],
  value: Json,
  beside: JsonObject,
  budget: { left: number },
): ListedPrice | null {
  const object = asObject(value)
  if (!object) return figureOf(words, value, beside)
  const scenes = scenesOf(words, object)
  if (scenes) return scenes
  let nothing: ListedPrice | null = null
  let isCharged = false
  for (const key of Object.keys(object).slice(0, MAX_PARTS)) {
    if (--budget.left < 0) return null
    const inner = object[key] ?? null
    const price = asObject(inner) ? null : figureOf([...words, ...wordsOf(key)], inner, object)
    if (price && price.value !== 0) return price
    nothing ??= price
    isCharged ||= !price && holdsAmount(inner)
  }
  return isCharged ? null : nothing
}

/** Whether it is above zero, or something within is. */
function holdsAmount(value: Json): boolean {
  const object = asObject(value)
  if (object)
    return Object.keys(object)
      .slice(0, MAX_PARTS)
      .some((key) => holdsAmount(object[key] ?? null))
  return typeof value === 'number'
    ? value > 0
    : typeof value === 'string' && /^[\s$]*[\d.]*[1-9]/u.test(value)
}

/** `{"text-to-image": 2, "image-to-image": 4}` */
function scenesOf(words: readonly string[], prices: JsonObject): ListedPrice | null {
  const keys = Object.keys(prices).slice(0, MAX_PARTS)
  if (keys.length === 0 || !keys.every(isScene)) return null
  const figures = keys.map((key) => [sceneIn(key) ?? key, figureOf(words, prices[key] ?? null, {})] as const)
  const [first] = figures
  if (!first?.[1] || figures.some(([, figure]) => figure === null)) return null
  return {
    ...first[1],
    value: null,
    scenes: Object.fromEntries(figures.map(([scene, figure]) => [scene, figure?.value ?? 0])),
  }
}

function figureOf(words: readonly string[], value: Json, beside: JsonObject): ListedPrice | null {
  const isKnown = (word: string) =>
    PRICES.has(word) || CURRENCIES.has(word) || OTHERS.has(word) || Object.hasOwn(PER, word)
  if (!words.every(isKnown)) return null
  const parts = /^\s*(\$)?\s*(\d{1,6}(?:\.\d{1,12})?)\s*(credits?|usd)?\s*$/iu.exec(
    typeof value === 'number' || typeof value === 'string' ? String(value).slice(0, 40) : '',
  )
  const figure = Number(parts?.[2])
  if (!parts || !(figure >= 0 && figure <= LARGEST)) return null
  const texts = [
    parts[1] && 'usd',
    parts[3],
    ...['currency', 'unit', 'per'].map((key) => textOf(beside[key])),
  ]
  const named = [...texts.flatMap((text) => wordsOf(text ?? '')), ...words]
  const currency = named.find((word) => CURRENCIES.has(word))
  const unit = currency?.toUpperCase() ?? (named.includes('credit') ? 'credits' : null)
  // A unit that is neither money nor a known thing: a minute, a token.
  if (unit === null || !texts.every((text) => wordsOf(text ?? '').every(isKnown))) return null
  const per = named.find((word) => Object.hasOwn(PER, word))
  const of = per === undefined ? undefined : PER[per]
  return { unit, value: figure, ...(of ? { per: of } : { per: 'request', isOpen: true }) }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value.slice(0, 40) : ''
}
