/**
 * The fields that options are made of: each knows its JSON Schema, its range, its default and its refusals.
 *
 * Sizes and shapes of images are in `image-size.ts`. All are pure; the names they stand under are the maker's choice.
 */
import type { Field, Reading } from './define-options.ts'

export interface Words {
  readonly title: string
  readonly description?: string
}

const MAX_SEED = 4_294_967_295
/** How much of a wrong value is shown back. */
const MAX_SHOWN = 60

const accept = <Value>(value: Value): Reading<Value> => ({ ok: true, value })
const fault = (text: string): Reading<never> => ({ ok: false, fault: text })

/** A wrong value as a message shows it, cut to a sensible length. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** A whole number from `minimum` to `maximum`. */
export function wholeNumberField(
  words: Words,
  { minimum, maximum, standard }: { minimum: number; maximum: number; standard: number },
): Field<number> {
  return {
    listed: { type: 'integer', ...words, minimum, maximum, default: standard },
    read(value = standard) {
      const fits = Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum
      if (fits) return accept(value as number)
      return fault(`must be a whole number from ${minimum} to ${maximum}, not ${show(value)}.`)
    },
  }
}

/** A number from `minimum` to `maximum`. */
export function numberField(
  words: Words,
  { minimum, maximum, standard }: { minimum: number; maximum: number; standard: number },
): Field<number> {
  return {
    listed: { type: 'number', ...words, minimum, maximum, default: standard },
    read(value = standard) {
      const fits = typeof value === 'number' && value >= minimum && value <= maximum
      return fits
        ? accept(value)
        : fault(`must be a number from ${minimum} to ${maximum}, not ${show(value)}.`)
    },
  }
}

/** How many are made: 1 unless the request says more. */
export function countField(title: string, maximum: number): Field<number> {
  return wholeNumberField({ title }, { minimum: 1, maximum, standard: 1 })
}

/** Null when left out: the maker then chooses one and reports it. */
export function seedField(): Field<number | null> {
  return {
    listed: {
      type: 'integer',
      title: 'Seed',
      description: 'The same seed, prompt and options give the same result. Random when left out.',
      minimum: 0,
      maximum: MAX_SEED,
    },
    read(value) {
      if (value === undefined) return accept(null)
      const fits = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SEED
      if (fits) return accept(value as number)
      return fault(`must be a whole number from 0 to ${MAX_SEED}, not ${show(value)}.`)
    },
  }
}

/**
 * A length in seconds. Clients of other services send "8s" and "5" as well, which are read too; every other unit is refused,
 * since 5000 may have been meant as milliseconds.
 */
export function durationField(
  { minimum, maximum, standard }: { minimum: number; maximum: number; standard: number },
  words: Words = { title: 'Duration', description: 'In seconds.' },
): Field<number> {
  return {
    listed: { type: 'number', ...words, minimum, maximum, default: standard },
    read(value = standard) {
      const seconds = typeof value === 'string' ? readSeconds(value) : value
      if (typeof seconds !== 'number' || Number.isNaN(seconds)) {
        return fault(`must be a number of seconds such as ${standard}, not ${show(value)}.`)
      }
      if (seconds >= minimum && seconds <= maximum) return accept(seconds)
      if (seconds <= 0)
        return fault(
          `${show(value)} is not possible: it must be more than zero, from ${minimum} to ${maximum} seconds.`,
        )
      const unit = seconds >= 1000 ? ' It is given in seconds, not in milliseconds.' : ''
      return fault(`${show(value)} is not possible; use ${minimum} to ${maximum} seconds.${unit}`)
    },
  }
}

function readSeconds(text: string): number | null {
  const [, digits] = /^\s*(-?\d+(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)?\s*$/iu.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

/** One of `values`, the first unless the request says another. */
export function choiceField<const Value extends string>(
  words: Words,
  values: readonly [Value, ...Value[]],
): Field<Value> {
  const [standard] = values
  return {
    listed: { type: 'string', ...words, enum: values, default: standard },
    read(value = standard) {
      const found = values.find((entry) => entry === value)
      if (found !== undefined) return accept(found)
      const choices = values.map((entry) => `"${entry}"`).join(', ')
      return fault(`must be one of ${choices}, not ${show(value)}.`)
    },
  }
}

/** True or false. */
export function flagField(words: Words, standard: boolean): Field<boolean> {
  return {
    listed: { type: 'boolean', ...words, default: standard },
    read: (value = standard) =>
      typeof value === 'boolean' ? accept(value) : fault(`must be true or false, not ${show(value)}.`),
  }
}

/**
 * Media that comes with the request: one string or up to `maximum` of them, each a data URI, base64 or an address on this
 * service. What they hold is read by `inputs/`.
 */
export function mediaField(
  words: Words,
  { kind, maximum }: { kind: 'image' | 'video'; maximum: number },
): Field<readonly string[]> {
  const spellings = 'data URIs, base64, or addresses on this service'
  const advice = `must be a string, or an array of 1 to ${maximum} strings: ${spellings}.`
  return {
    listed: {
      type: 'array',
      ...words,
      items: { type: 'string', contentMediaType: `${kind}/*` },
      minItems: 1,
      maxItems: maximum,
    },
    read(value) {
      if (value === undefined) return accept([])
      const list: readonly unknown[] = Array.isArray(value) ? value : [value]
      const fits = list.length >= 1 && list.length <= maximum
      const texts = list.filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
      return fits && texts.length === list.length ? accept(texts) : fault(advice)
    },
  }
}
