/** The `options` of a request as JSON text, and back. Types stay exactly as they are typed: `"5"` is not `5`. */
import type { Json, JsonObject } from '#contract/json.ts'
import {
  type JsonMistake,
  type JsonNode,
  membersOf,
  type OptionPath,
  readTree,
  type Span,
  type SyntaxMistake,
} from './json-tree.ts'
import { isObject } from './json-values.ts'

export type ParsedOptions =
  | { readonly ok: true; readonly value: JsonObject }
  | {
      readonly ok: false
      readonly problem: 'syntax'
      readonly mistake: SyntaxMistake
      readonly at: Span
      /** Counted from 1. */
      readonly line: number
    }
  | { readonly ok: false; readonly problem: 'notObject' }
  /** A number that JSON can write and nobody can compute with, such as 1e999: it would be sent as null. */
  | { readonly ok: false; readonly problem: 'endless' }

/** Reads the editor's text; an empty editor means no options. */
export function parseOptions(text: string): ParsedOptions {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (isEndless(text)) return { ok: false, problem: 'endless' }
    return isObject(value) ? { ok: true, value } : { ok: false, problem: 'notObject' }
  } catch {
    const end: JsonMistake = { from: text.length, to: text.length, mistake: 'end' }
    const { mistake, ...at } = readTree(text).mistake ?? end
    return { ok: false, problem: 'syntax', mistake, at, line: lineAt(text, at.from) }
  }
}

export function formatOptions(options: JsonObject): string {
  return Object.keys(options).length === 0 ? '{}' : JSON.stringify(options, null, 2)
}

/** The line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

/** The numbers are looked at only where one of them could be that large. */
function isEndless(text: string): boolean {
  if (!/\d[eE]\+?\d{3}|\d{300}/.test(text)) return false
  const { root } = readTree(text)
  const numbersIn = (node: JsonNode): readonly JsonNode[] => {
    if (node.kind === 'array') return node.items.flatMap(numbersIn)
    if (node.kind === 'object')
      return node.members.flatMap(({ value }) => (value === null ? [] : numbersIn(value)))
    return node.kind === 'number' ? [node] : []
  }
  return (
    root !== null && numbersIn(root).some(({ from, to }) => !Number.isFinite(Number(text.slice(from, to))))
  )
}

/** Replaces `from` to `to`. */
interface Change extends Span {
  readonly insert: string
}

const INDENT = '  '

/**
 * The text with `value` at `path`, or without it where `value` is undefined. Objects on the way are made where they are
 * missing, and go when their last key goes. Text that is not a valid object stays as it is: nothing is known of its places.
 */
export function editOptions(text: string, path: OptionPath, value: Json | undefined): string {
  if (!parseOptions(text).ok) return text
  if (value !== undefined) return write(text.trim() === '' ? '{}' : text, path, value)
  let changed = remove(text, path)
  if (typeof path.at(-1) === 'number') return changed
  // A key that stands twice goes with all its values: one left behind would count again.
  for (let before = text; changed !== before;) {
    before = changed
    changed = remove(changed, path)
  }
  return changed
}

function write(text: string, path: OptionPath, value: Json): string {
  const change = writeChange(text, readTree(text).root, path, value)
  return change === null ? text : apply(text, change)
}

function writeChange(text: string, node: JsonNode | null, path: OptionPath, value: Json): Change | null {
  const [step, ...rest] = path
  if (node === null) return null
  if (step === undefined) return replace(text, node, value)
  if (node.kind === 'object' && typeof step === 'string') {
    const inside = membersOf(node, step).at(-1)?.value ?? null
    return inside === null
      ? insert(text, node, step, nested(rest, value))
      : writeChange(text, inside, rest, value)
  }
  if (node.kind === 'array' && typeof step === 'number') {
    const inside = node.items[step] ?? null
    return inside === null
      ? insert(text, node, null, nested(rest, value))
      : writeChange(text, inside, rest, value)
  }
  return replace(text, node, nested(path, value))
}

/** A value that is the same stays as it is written: `1.0` does not become `1`. */
function replace(text: string, node: JsonNode, value: Json): Change | null {
  const old = JSON.stringify(JSON.parse(text.slice(node.from, node.to)))
  if (old === JSON.stringify(value)) return null
  return { from: node.from, to: node.to, insert: written(text, value, indentAt(text, node.from)) }
}

/** A new member or item at the end, spaced as the one before it. */
function insert(
  text: string,
  node: Extract<JsonNode, { kind: 'object' | 'array' }>,
  key: string | null,
  value: Json,
): Change {
  const parts = node.kind === 'object' ? node.members : node.items
  const last = parts.at(-1)
  const start = key === null ? '' : JSON.stringify(key)
  if (last === undefined) {
    const indent = indentAt(text, node.from)
    const [open, close] = node.kind === 'object' ? ['{', '}'] : ['[', ']']
    const isOneLine = !isSpread(text)
    const entry = `${start}${key === null ? '' : ': '}${written(text, value, isOneLine ? indent : indent + INDENT)}`
    const filled = isOneLine
      ? `${open}${entry}${close}`
      : `${open}\n${indent}${INDENT}${entry}\n${indent}${close}`
    return { from: node.from, to: node.to, insert: filled }
  }
  const gap = /\s*$/.exec(text.slice(node.from + 1, last.from))?.[0] ?? ''
  const spaced = parts.length === 1 && gap === '' ? spaceAfter(text, last) : gap
  const colon = node.kind === 'object' ? colonOf(text, node) : ''
  const entry = `${start}${colon}${written(text, value, indentAt(text, last.from))}`
  return { from: last.to, to: last.to, insert: `,${spaced}${entry}` }
}

function remove(text: string, path: OptionPath): string {
  const steps = path.slice(0, -1)
  const step = path.at(-1)
  let node = readTree(text).root
  for (const next of steps) {
    if (node?.kind === 'object' && typeof next === 'string')
      node = membersOf(node, next).at(-1)?.value ?? null
    else node = node?.kind === 'array' && typeof next === 'number' ? (node.items[next] ?? null) : null
  }
  if (step === undefined || (node?.kind !== 'object' && node?.kind !== 'array')) return text
  const parts: readonly Span[] = node.kind === 'object' ? node.members : node.items
  const part =
    node.kind === 'object'
      ? membersOf(node, step).at(-1)
      : typeof step === 'number'
        ? node.items[step]
        : undefined
  if (part === undefined) return text
  if (
    parts.length === 1 &&
    node.kind === 'object' &&
    steps.length > 0 &&
    steps.every((s) => typeof s === 'string')
  )
    return remove(text, steps)
  const place = parts.indexOf(part)
  const [before, after] = [parts[place - 1], parts[place + 1]]
  if (after !== undefined) return apply(text, { from: part.from, to: after.from, insert: '' })
  if (before !== undefined) return apply(text, { from: before.to, to: part.to, insert: '' })
  return apply(text, { from: node.from + 1, to: node.to - 1, insert: '' })
}

function apply(text: string, { from, to, insert: words }: Change): string {
  return text.slice(0, from) + words + text.slice(to)
}

function nested(path: OptionPath, value: Json): Json {
  return path.reduceRight<Json>(
    (inner, step) => (typeof step === 'string' ? { [step]: inner } : [inner]),
    value,
  )
}

/** JSON as the rest of the text is laid out: over several lines unless all of it stands in one. */
function written(text: string, value: Json, indent: string): string {
  return isSpread(text)
    ? JSON.stringify(value, null, INDENT).replaceAll('\n', `\n${indent}`)
    : JSON.stringify(value)
}

function isSpread(text: string): boolean {
  return text.trim().includes('\n') || /^\s*\{\s*\}\s*$/.test(text)
}

function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? ''
}

function colonOf(text: string, node: Extract<JsonNode, { kind: 'object' }>): string {
  const last = node.members.at(-1)
  if (last?.value === null || last === undefined) return ': '
  const between = text.slice(last.name.to, last.value.from)
  return /^ ?: ?$/.test(between) ? between : ': '
}

/** `{"a": 1}` goes on with a space, `{"a":1}` without one. */
function spaceAfter(text: string, part: Span): string {
  return /:\S/.test(text.slice(part.from, part.to).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')) ? '' : ' '
}
