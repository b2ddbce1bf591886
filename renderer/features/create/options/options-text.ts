/** The `options` of a request as JSON text, and back. Types stay exactly as they are typed: `"5"` is not `5`. */
import type { Json, JsonObject } from '#contract/json.ts'
import { isObject } from './option-fields.ts'

export type ParsedOptions =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: 'syntax'; readonly line: number | null }
  | { readonly ok: false; readonly problem: 'notObject' }

/** Reads the editor's text; an empty editor means no options. */
export function parseOptions(text: string): ParsedOptions {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) ? { ok: true, value } : { ok: false, problem: 'notObject' }
  } catch (error) {
    return { ok: false, problem: 'syntax', line: lineOf(error, text) }
  }
}

export function formatOptions(options: JsonObject): string {
  return Object.keys(options).length === 0 ? '{}' : JSON.stringify(options, null, 2)
}

/** `options` with one key set, or without it where `value` is undefined. Order and unknown keys stay. */
export function withOption(options: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...options, [key]: value }
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== key))
}

/** The line, counted from 1, that the engine's message points at. */
function lineOf(error: unknown, text: string): number | null {
  const message = error instanceof Error ? error.message : ''
  const line = /\(line (\d+)/.exec(message)
  if (line?.[1] !== undefined) return Number(line[1])
  const position = /position (\d+)/.exec(message)
  if (position?.[1] !== undefined) return text.slice(0, Number(position[1])).split('\n').length
  return /end of JSON/i.test(message) ? text.split('\n').length : null
}
