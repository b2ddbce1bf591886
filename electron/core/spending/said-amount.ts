/**
 * Reads what a service says that a task cost, in whatever way it says it: `credits`, `creditsConsumed`, `usage.cost`, the `cost` of
 * each of several files.
 *
 * Only a name of which every word speaks of a price counts: `costTime`, a balance, an estimate or a count of tokens is no amount. It is
 * read once through, from the outside in, and no further than a bounded number of values. What the request said may come back in the
 * response: texts are not opened, what is named like a part of a request is not entered, and an amount whose name was sent is marked.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { minus, plus, rounded, valueOf } from '#contract/rules/money.ts'
import { createWordReader, wordsOf } from '../text/words.ts'

const MAX_VALUES = 20_000
const DEEPEST = 32
const LARGEST = 1e9

/** `unit` null: the service says a number alone. */
export interface SaidAmount {
  readonly value: number
  readonly unit: string | null
  /** The request has a name like that of the amount: it may be its echo. */
  readonly isEcho: boolean
}

/** What was sent, which may come back. */
export type Sent = Pick<GenerateRequest, 'prompt' | 'options'>

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/u))
/** What credits go by. */
const CREDITS = words('credit point coin')
const COSTS = words('cost price fee charge charged spent billing billed')
const CURRENCIES = words('usd eur gbp cny rmb jpy inr krw')
/** With these, a count of credits is what was taken, not what is left. */
const TAKEN = words('used use usage consume consumed consumption spent deducted cost charge charged taken')
/** May stand beside. */
const OTHERS = words('total amount actual final task job value sum this')
/** What lies within is not what this task cost. */
const ELSEWHERE = words(
  `input parameter request option config setting user account balance wallet estimate estimated estimation pricing plan
  subscription limit quota model`,
)
/** Nor what is named like something that a request says; it is what was asked for. */
const ASKED = words(
  `prompt text caption description note comment message metadata query body payload argument arg param extra custom title label tag
  lyric script content instruction negative style variable template`,
)

/** A value on the way from the outside in. */
interface Step {
  readonly value: Json
  /** The words of the names around it, as far as they speak of a price. */
  readonly around: readonly string[]
  /** The path with `*` for every index: what the members of one list have in common. */
  readonly shape: string
  readonly depth: number
}

interface Found {
  readonly isEcho: boolean
  readonly rank: number
  readonly depth: number
  readonly shape: string
  readonly unit: string | null
  readonly value: number
}

/**
 * Null where nothing is said. What was given back is subtracted; all of it is an amount of 0. `parts` are where the service says it
 * (service-api.ts, `Billing`).
 */
export function saidAmount(parts: readonly Json[], sent: Sent): SaidAmount | null {
  const found: Found[] = []
  const refunds: (number | 'all')[] = []
  const isSent = namesIn(sent)
  const note = (key: string, name: readonly string[], value: Json, holder: JsonObject, step: Step): void => {
    const isEcho = isSent(key)
    const refund = isEcho ? null : refundIn(name, value)
    if (refund !== null) refunds.push(refund)
    const amount = amountIn(name, value, holder)
    if (amount) found.push({ ...amount, isEcho, depth: step.depth, shape: step.shape })
  }
  visit(parts, note)
  // The surest name, and of several the outermost; of a list, all its members together.
  const [best] = found.toSorted(
    (a, b) => Number(a.isEcho) - Number(b.isEcho) || a.rank - b.rank || a.depth - b.depth,
  )
  const [refund = 0] = refunds
  if (refund === 'all') return { value: 0, unit: best?.unit ?? null, isEcho: false }
  if (!best) return null
  const members = found.filter(({ shape, rank }) => shape === best.shape && rank === best.rank)
  const sum = members.reduce((total, { value }) => plus(total, rounded(value)), 0)
  return { value: valueOf(minus(sum, rounded(refund))), unit: best.unit, isEcho: best.isEcho }
}

/** Whether something that was sent has a name of these letters, also in JSON within its texts. */
function namesIn({ prompt = '', options = {} }: Sent): (key: string) => boolean {
  const text = `${prompt}\n${JSON.stringify(options)}`
    .replaceAll(/\\+u([\da-f]{4})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\|'/gu, (sign) => (sign === "'" ? '"' : ''))
  const names = new Set([...text.matchAll(/"(?=([^"]{1,60})")/gu)].map(([, name = '']) => lettersOf(name)))
  return (key) => names.has(lettersOf(key))
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/gu, '')
}

/** Calls `note` for every value that has a name, breadth first. */
function visit(
  root: Json,
  note: (key: string, name: readonly string[], value: Json, holder: JsonObject, step: Step) => void,
): void {
  const readWords = createWordReader()
  const steps: Step[] = [{ value: root, around: [], shape: '', depth: 0 }]
  let visited = 0
  for (const { value, around, shape, depth } of steps) {
    if (depth > DEEPEST) continue
    for (const [key, inner] of membersOf(value)) {
      if (++visited > MAX_VALUES) return
      const own = key === '*' ? [] : readWords(key)
      if (own.some((word) => ELSEWHERE.has(word) || ASKED.has(word))) continue
      const name = [...around, ...own]
      const isPrice = name.every(isAboutPrice)
      const step = { value: inner, around: isPrice ? name : [], shape: `${shape}/${key}`, depth: depth + 1 }
      if (own.length > 0) note(key, name, inner, value as JsonObject, step)
      if (typeof inner === 'object') steps.push(step)
    }
  }
}

/** The members of a list are all named `*`. */
function* membersOf(value: Json): Generator<readonly [string, Json]> {
  if (isList(value)) for (const inner of value) yield ['*', inner]
  else if (typeof value === 'object' && value !== null) yield* Object.entries(value)
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function isAboutPrice(word: string): boolean {
  return [CREDITS, COSTS, CURRENCIES, TAKEN, OTHERS].some((some) => some.has(word))
}

function amountIn(
  name: readonly string[],
  value: Json,
  holder: JsonObject,
): Pick<Found, 'rank' | 'unit' | 'value'> | null {
  if (name.length === 0 || !name.every(isAboutPrice)) return null
  const number = numberIn(value)
  if (!number) return null
  const beside = unitBeside(holder)
  if (beside === 'other') return null
  const isTaken = name.some((word) => TAKEN.has(word))
  const credit = name.find((word) => CREDITS.has(word))
  if (credit !== undefined) {
    // Points and coins alone may be anything.
    if (!isTaken && credit !== 'credit') return null
    return { rank: isTaken ? 0 : 1, unit: `${credit}s`, value: number.value }
  }
  if (isTaken && beside?.endsWith('s') === true) return { rank: 0, unit: beside, value: number.value }
  if (!name.some((word) => COSTS.has(word))) return null
  const currency = name.find((word) => CURRENCIES.has(word))?.toUpperCase()
  return { rank: 2, unit: currency ?? number.unit ?? beside, value: number.value }
}

/** `0.04`, `"0.04"`, `"$0.04"`, `"4 credits"`. */
function numberIn(value: Json): Pick<SaidAmount, 'value' | 'unit'> | null {
  if (typeof value === 'number') return isAmount(value) ? { value, unit: null } : null
  if (typeof value !== 'string' || value.length > 40) return null
  const parts = /^\s*(\$)?\s*(\d{1,9}(?:\.\d{1,15})?)\s*([a-z]{3,7})?\s*$/iu.exec(value)
  const amount = Number(parts?.[2])
  if (!parts || !isAmount(amount)) return null
  const unit = parts[1] ? 'USD' : parts[3] === undefined ? null : unitOf(parts[3])
  return unit === 'other' ? null : { value: amount, unit }
}

function isAmount(value: number): boolean {
  return value >= 0 && value <= LARGEST
}

/** What a field beside the number says of its unit; `other` where that is something else, such as an image. */
function unitBeside(holder: JsonObject): string | null {
  const texts = ['currency', 'unit', 'cost_unit', 'costUnit', 'type'].map(
    (key) => [key, holder[key]] as const,
  )
  for (const [key, text] of texts) {
    if (typeof text !== 'string' || text.length > 20) continue
    const unit = unitOf(text)
    if (unit !== 'other') return unit
    if (key !== 'type') return unit
  }
  return null
}

function unitOf(text: string): string {
  const [word = ''] = wordsOf(text)
  if (CREDITS.has(word)) return `${word}s`
  return CURRENCIES.has(word) ? word.toUpperCase() : 'other'
}

/** How much was given back; null where nothing is said of it. */
function refundIn(name: readonly string[], value: Json): number | 'all' | null {
  const own = name.filter((word) => word !== 'is' && word !== 'was')
  if (own.length === 1 && (own[0] === 'charged' || own[0] === 'billed') && value === false) return 'all'
  if (!own.some((word) => word === 'refund' || word === 'refunded')) return null
  if (!own.every((word) => /^refund(?:ed)?$/u.test(word) || isAboutPrice(word))) return null
  return value === true ? 'all' : (numberIn(value)?.value ?? null)
}
