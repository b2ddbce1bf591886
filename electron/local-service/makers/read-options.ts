/**
 * Reads the options of a request by the JSON Schema that its model lists.
 *
 * Options with a meaning that the schema cannot say (durations, sizes, keys) have readers of their own, by name. Keys not
 * known are ignored and named.
 */
import { nameKey, readKey } from '../music/key.ts'
import { Problem } from '../problem.ts'
import { parseRatio, parseResolution } from './sizes.ts'

/** What of an option's JSON Schema is used here. */
interface Property {
  readonly type?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
  readonly items?: { readonly enum?: readonly string[] }
  readonly maxItems?: number
  /** The least and the largest side in pixels. */
  readonly sides?: readonly [number, number]
}

/** The value that was read, or why it cannot be: the fault follows "options.<name> " in the message. */
type Reading = { readonly value: unknown } | { readonly fault: string }
type Reader = (value: unknown, property: Property) => Reading

interface OptionsReading<Values> {
  readonly values: Values
  /** Keys of the request that the schema does not have, in their order. */
  readonly ignored: readonly string[]
  /** A sentence for the result about the ignored keys, or none. */
  readonly advice: readonly string[]
}

/** How much of a wrong value is shown back. */
const MAX_SHOWN = 60
/** How many ignored keys are named in the advice; a request may hold thousands. */
const MAX_NAMED = 12

/**
 * Reads `raw`; null counts as left out. `Values` is what the caller knows the schema to hold: an option without a default is
 * null or an empty list when it is left out. Throws a `Problem` 400 that names every option at fault.
 */
export function readOptions<Values>(
  schema: Readonly<Record<string, unknown>>,
  raw: Readonly<Record<string, unknown>>,
): OptionsReading<Values> {
  const properties = schema['properties'] as Readonly<Record<string, Property>>
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [name, property] of Object.entries(properties)) {
    const own = Object.hasOwn(raw, name) ? raw[name] : null
    // A ratio that is left out follows the resolution or the input.
    const value = own ?? (name === 'aspect_ratio' ? null : property.default) ?? null
    if (value === null) values[name] = property.type === 'array' ? [] : null
    else {
      const reading = readerOf(name, property)(value, property)
      if ('fault' in reading) faults.push(`options.${name} ${reading.fault}`)
      else values[name] = reading.value
    }
  }
  if (faults.length > 0) throw new Problem(400, faults.join(' '))
  const ignored = Object.keys(raw).filter((key) => !Object.hasOwn(properties, key))
  return { values: values as Values, ignored, advice: adviceOn(ignored, Object.keys(properties)) }
}

const BY_NAME: Readonly<Record<string, Reader>> = {
  duration: readDuration,
  resolution: readResolution,
  aspect_ratio: readAspectRatio,
  key: readKeyName,
  mask_url: readMedia,
}

function readerOf(name: string, property: Property): Reader {
  const own = BY_NAME[name]
  if (own !== undefined) return own
  if (property.enum !== undefined) return readChoice
  if (property.type === 'boolean') return readFlag
  if (property.type === 'array') return property.items?.enum === undefined ? readMedia : readChoices
  return readNumber
}

function readNumber(value: unknown, { type, minimum = 0, maximum = Infinity }: Property): Reading {
  const isKind = type === 'integer' ? Number.isInteger(value) : typeof value === 'number'
  if (isKind && (value as number) >= minimum && (value as number) <= maximum) return { value }
  const kind = type === 'integer' ? 'a whole number' : 'a number'
  return { fault: `must be ${kind} from ${minimum} to ${maximum}, not ${show(value)}.` }
}

/**
 * A length in seconds. Clients of other services send "8s" and "5" as well, which are read too; every other unit is refused,
 * since 5000 may have been meant as milliseconds.
 */
function readDuration(value: unknown, property: Property): Reading {
  const { minimum = 0, maximum = 0 } = property
  const seconds = typeof value === 'string' ? parseSeconds(value) : value
  if (typeof seconds !== 'number' || Number.isNaN(seconds))
    return { fault: `must be a number of seconds such as ${show(property.default)}, not ${show(value)}.` }
  if (seconds >= minimum && seconds <= maximum) return { value: seconds }
  const range = `${minimum} to ${maximum} seconds`
  if (seconds <= 0)
    return { fault: `${show(value)} is not possible: it must be more than zero, from ${range}.` }
  const unit = seconds >= 1000 ? ' It is given in seconds, not in milliseconds.' : ''
  return { fault: `${show(value)} is not possible; use ${range}.${unit}` }
}

function parseSeconds(text: string): number | null {
  const [, digits] = /^\s*(-?\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)?\s*$/iu.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

function readChoice(value: unknown, { enum: choices = [] }: Property): Reading {
  const found = choices.find((entry) => entry === value)
  return found === undefined
    ? { fault: `must be one of ${quoted(choices)}, not ${show(value)}.` }
    : { value: found }
}

/** Each choice once, in the order of the request. */
function readChoices(value: unknown, { items }: Property): Reading {
  const choices = items?.enum ?? []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const found = list.flatMap((entry) => choices.filter((name) => name === entry))
  if (found.length > 0 && found.length === list.length) return { value: [...new Set(found)] }
  return { fault: `must be a list of some of ${quoted(choices)}, not ${show(value)}.` }
}

function readFlag(value: unknown): Reading {
  return typeof value === 'boolean' ? { value } : { fault: `must be true or false, not ${show(value)}.` }
}

/** One string or several, each a data URI, base64 or an address on this service. What they hold is read by `inputs/`. */
function readMedia(value: unknown, { maxItems = 1 }: Property): Reading {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const texts = list.filter((entry) => typeof entry === 'string' && entry.trim() !== '')
  if (list.length >= 1 && list.length <= maxItems && texts.length === list.length) return { value: texts }
  const spellings = 'data URIs, base64, or addresses on this service'
  return { fault: `must be a string, or an array of 1 to ${maxItems} strings: ${spellings}.` }
}

/** A named size or `<width>x<height>`. */
function readResolution(value: unknown, property: Property): Reading {
  const { examples = [], sides = [1, 1] } = property
  if (typeof value !== 'string')
    return { fault: `must be a string, such as ${show(property.default)}, not ${show(value)}.` }
  const size = parseResolution(value.trim(), examples, sides)
  if (size !== null) return { value: size }
  const range = `<width>x<height> with ${sides[0]} to ${sides[1]} a side`
  return { fault: `${show(value)} is not possible; use ${examples.join(', ')}, or ${range}.` }
}

/** Width to height as a number, or null for "auto". */
function readAspectRatio(value: unknown): Reading {
  if (typeof value !== 'string')
    return { fault: `must be a string of the form <width>:<height>, not ${show(value)}.` }
  if (value.toLowerCase() === 'auto') return { value: null }
  const ratio = parseRatio(value)
  if (ratio !== null) return { value: ratio }
  const range = 'use <width>:<height> between 1:4 and 4:1, such as "16:9"'
  return { fault: `${show(value)} is not possible; ${range}.` }
}

function readKeyName(value: unknown): Reading {
  const key = typeof value === 'string' ? readKey(value) : null
  if (key !== null) return { value: nameKey(key) }
  return { fault: `must be a key such as "D minor" or "F# major", not ${show(value)}.` }
}

function quoted(choices: readonly string[]): string {
  return choices.map((entry) => `"${entry}"`).join(', ')
}

/** A wrong value as a message shows it, cut to a sensible length. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

function adviceOn(ignored: readonly string[], known: readonly string[]): readonly string[] {
  if (ignored.length === 0) return []
  const named = ignored.slice(0, MAX_NAMED).map((key) => {
    const [near] = nearestNames(key, known, 1)
    const isMisspelt = near !== undefined && near[0] === key[0]?.toLowerCase()
    return `${key.slice(0, 60)}${isMisspelt ? ` (${near}?)` : ''}`
  })
  const more = ignored.length - named.length
  return [`Options not known here and ignored: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
}

/** The `count` entries of `names` with the smallest edit distance to `wanted`, nearest first. */
export function nearestNames(wanted: string, names: readonly string[], count = 3): readonly string[] {
  return names
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Levenshtein's distance. Only the first 100 characters count, so that a hostile name costs no time. */
function editDistance(left: string, right: string): number {
  const a = left.slice(0, 100)
  const b = right.slice(0, 100)
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
