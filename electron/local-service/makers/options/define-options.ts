/**
 * Joins fields to the options of a model: one JSON Schema for the listing, one reader for requests.
 *
 * Owns the wording around a fault and what happens to keys nobody knows (they are kept, ignored and named). What one field
 * accepts is `fields.ts`'s business.
 */
import { Problem } from '../../problem.ts'
import { nearestNames } from '../../tasks/nearest-names.ts'

/** What a field made of a value, or why it could not: the fault follows "options.<name> " in the message. */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: string }

export interface Field<Value> {
  /** The field's property in the JSON Schema of the listing. */
  readonly listed: Readonly<Record<string, unknown>>
  /** Reads what the request says; `undefined` when it says nothing (null counts as nothing). */
  readonly read: (value: unknown) => Reading<Value>
}

type Fields = Readonly<Record<string, Field<unknown>>>

type Values<Of extends Fields> = { readonly [Name in keyof Of]: Of[Name] extends Field<infer V> ? V : never }

interface OptionsReading<Value> {
  readonly values: Value
  /** Keys of the request that no field knows, in their order. */
  readonly ignored: readonly string[]
  /** A sentence for the result about the ignored keys, or none. */
  readonly advice: readonly string[]
}

export interface Options<Of extends Fields> {
  readonly schema: Readonly<Record<string, unknown>>
  /** Throws a `Problem` 400 that names every option at fault. */
  read(raw: Readonly<Record<string, unknown>>): OptionsReading<Values<Of>>
}

/** How many ignored keys are named in the advice; a request may hold thousands. */
const MAX_NAMED = 12

/** The options whose names and fields are `fields`, listed in that order. */
export function defineOptions<const Of extends Fields>(fields: Of): Options<Of> {
  const names = Object.keys(fields)
  const properties = Object.fromEntries(names.map((name) => [name, fields[name]?.listed]))
  return {
    schema: { type: 'object', additionalProperties: true, properties },
    read(raw) {
      const values: Record<string, unknown> = {}
      const faults: string[] = []
      for (const [name, field] of Object.entries(fields)) {
        const given = Object.hasOwn(raw, name) ? raw[name] : undefined
        const reading = field.read(given ?? undefined)
        if (reading.ok) values[name] = reading.value
        else faults.push(`options.${name} ${reading.fault}`)
      }
      if (faults.length > 0) throw new Problem(400, faults.join(' '))
      const ignored = Object.keys(raw).filter((key) => !Object.hasOwn(fields, key))
      return { values: values as Values<Of>, ignored, advice: adviceOn(ignored, names) }
    },
  }
}

function adviceOn(ignored: readonly string[], known: readonly string[]): readonly string[] {
  if (ignored.length === 0) return []
  const named = ignored.slice(0, MAX_NAMED).map((key) => {
    const [near] = nearestNames(key, known, 1)
    const looksMisspelt = near !== undefined && near[0] === key[0]?.toLowerCase()
    return `${key.slice(0, 60)}${looksMisspelt ? ` (${near}?)` : ''}`
  })
  const more = ignored.length - named.length
  return [`Options not known here and ignored: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
}
