/** The names of exported files, from a template such as `{date}-{model}-{prompt:40}-{seed}`. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import { message } from '#contract/messages/message.ts'
import { firstCharacters, safeStem } from './file-names.ts'

export const USUAL_TEMPLATE = '{date}-{model}-{prompt:40}-{seed}'
/** For files that are to say nothing of the prompt. */
export const SILENT_TEMPLATE = '{date}-{model}-{seed}'

const MAX_PART = 200
const USUAL_PROMPT = 40
const SEPARATORS_FIRST = /^[\s\-_.]+/
const SEPARATORS_LAST = /[\s\-_.]+$/
const SEED = /^(?:noise_|random_)?seed$/i

type Part = (asset: Asset, position: Position) => string

/** Where an asset stands among those that are exported, from 1. */
export interface Position {
  readonly index: number
  readonly total: number
}

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['date', ({ createdAt }) => localDate(createdAt)],
  ['time', ({ createdAt }) => localTime(createdAt)],
  ['model', ({ model }) => model],
  ['provider', ({ provider }) => provider],
  ['prompt', ({ prompt = '' }) => prompt],
  ['seed', ({ options }) => seedOf(options)],
  ['title', ({ title = '' }) => title],
  ['id', ({ id }) => id],
  ['index', (_asset, { index, total }) => String(index).padStart(String(total).length, '0')],
])

/** A name for an asset: without extension, safe on every system, not yet different from others. */
export type NameTemplate = (asset: Asset, position: Position) => string

/** Fails as `invalid_input` where the template names a part that there is none of. */
export function parseTemplate(template: string): Result<NameTemplate> {
  const tokens: (string | { readonly part: Part; readonly longest: number })[] = []
  let end = 0
  for (const match of template.matchAll(/\{([^{}]*)\}/g)) {
    const [, name = '', length] = /^(\w+)(?::(\d{1,3}))?$/.exec(match[1] ?? '') ?? []
    const part = PARTS.get(name)
    const longest = length === undefined ? (name === 'prompt' ? USUAL_PROMPT : MAX_PART) : Number(length)
    if (!part || longest < 1 || longest > MAX_PART) return unknownPart(match[0])
    tokens.push(template.slice(end, match.index), { part, longest })
    end = match.index + match[0].length
  }
  tokens.push(template.slice(end))
  return succeed((asset, position) => {
    let name = ''
    for (const token of tokens) {
      if (typeof token === 'string') {
        name += name === '' ? token.replace(SEPARATORS_FIRST, '') : token
        continue
      }
      const value = firstCharacters(token.part(asset, position), token.longest)
      // A part that is empty takes along what would have parted it from the one before.
      name = value === '' ? name.replace(SEPARATORS_LAST, '') : name + value
    }
    return safeStem(name)
  })
}

function unknownPart(part: string): Result<never> {
  const known = [...PARTS.keys()].map((name) => `{${name}}`)
  return fail('invalid_input', message('exchange.unknownPart', { part: part.slice(0, 50), known }), {
    field: 'template',
  })
}

function seedOf(options: Asset['options']): string {
  const seed = Object.entries(options).find(([key]) => SEED.test(key))?.[1]
  return typeof seed === 'number' || typeof seed === 'string' ? String(seed) : ''
}

export function localDate(at: number): string {
  const date = new Date(at)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-')
}

export function localTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join('-')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
