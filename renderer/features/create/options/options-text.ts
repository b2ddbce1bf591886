/** The `options` of a request as JSON text, and back. Types stay exactly as they are typed: `"5"` is not `5`. */
import type { JsonObject } from '#contract/json.ts'
import { readTree, type JsonMistake, type JsonNode, type Span, type SyntaxMistake } from './json-tree.ts'
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
