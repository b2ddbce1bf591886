/**
 * Changes one value in the text of the options and leaves every other character as the user typed it: order, spacing,
 * digits, keys that stand twice.
 *
 * jsonc-parser's own `modify` is not used: it lays out the lines around a change anew, and in 3.3.1 it breaks a list on one
 * line when its last value is removed (`["a", "b"]` becomes `["a""]`).
 */
import { applyEdits, type Edit, type Node } from 'jsonc-parser'
import type { Json } from '#contract/json.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import { parseOptions } from './options-text.ts'
import { membersOf, nodeAt, partAt, readTree, spanOf } from './options-tree.ts'

const INDENT = '  '

/**
 * The text with `value` at `path`, or without it where `value` is undefined. Objects on the way are made where they are
 * missing, and go when their last key goes. Text that is not a valid object stays as it is: nothing is known of its places.
 */
export function editOptions(text: string, path: OptionPath, value: Json | undefined): string {
  if (!parseOptions(text).ok) return text
  if (value === undefined) return remove(text, path)
  const whole = text.trim() === '' ? '{}' : text
  const root = readTree(whole)
  const edit = root === undefined ? null : write(whole, root, path, value)
  return edit === null ? whole : applyEdits(whole, [edit])
}

function write(text: string, node: Node, [step, ...rest]: OptionPath, value: Json): Edit | null {
  if (step === undefined) return replace(text, node, value)
  if (node.type !== (typeof step === 'string' ? 'object' : 'array'))
    return replace(text, node, nested([step, ...rest], value))
  const inside = nodeAt(node, [step])
  if (inside !== undefined) return write(text, inside, rest, value)
  return insert(text, node, typeof step === 'string' ? step : null, nested(rest, value))
}

/** A value that is the same stays as it is written: `1.0` does not become `1`. */
function replace(text: string, { offset, length }: Node, value: Json): Edit | null {
  const old = JSON.stringify(JSON.parse(text.slice(offset, offset + length)))
  return old === JSON.stringify(value)
    ? null
    : { offset, length, content: written(text, value, indentAt(text, offset)) }
}

/** A new member or item at the end, spaced as the one before it. */
function insert(text: string, node: Node, key: string | null, value: Json): Edit {
  const parts = node.children ?? []
  const last = parts.at(-1)
  const name = key === null ? '' : JSON.stringify(key)
  if (last === undefined) {
    const indent = indentAt(text, node.offset)
    const colon = key === null ? '' : ': '
    const content = isSpread(text)
      ? `\n${indent}${INDENT}${name}${colon}${written(text, value, indent + INDENT)}\n${indent}`
      : `${name}${colon}${written(text, value, indent)}`
    return { offset: node.offset + 1, length: node.length - 2, content }
  }
  const gap = /\s*$/.exec(text.slice(node.offset + 1, last.offset))?.[0] ?? ''
  const space = parts.length === 1 && gap === '' ? spaceAfter(text, last) : gap
  const colon = key === null ? '' : colonOf(text, last)
  const content = `,${space}${name}${colon}${written(text, value, indentAt(text, last.offset))}`
  return { offset: spanOf(last).to, length: 0, content }
}

/** A key that stands twice goes with all its values: one left behind would count again. */
function remove(text: string, path: OptionPath): string {
  const step = path.at(-1)
  const parent = nodeAt(readTree(text), path.slice(0, -1))
  const part = step === undefined ? undefined : partAt(parent, step)
  if (parent === undefined || part === undefined) return text
  const around = path.slice(0, -1)
  const isLast = membersOf(parent).length === 1 && around.length > 0
  if (isLast && around.every((name) => typeof name === 'string')) return remove(text, around)
  const changed = applyEdits(text, [removal(parent, part)])
  return typeof step === 'number' ? changed : remove(changed, path)
}

/** With the comma behind it, else with the one before it. */
function removal({ offset, length, children = [] }: Node, part: Node): Edit {
  const at = children.indexOf(part)
  const [before, after] = [children[at - 1], children[at + 1]]
  if (after !== undefined) return { offset: part.offset, length: after.offset - part.offset, content: '' }
  if (before === undefined) return { offset: offset + 1, length: length - 2, content: '' }
  return { offset: spanOf(before).to, length: spanOf(part).to - spanOf(before).to, content: '' }
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

/** The colon of a member with the spaces around it. */
function colonOf(text: string, { children: [key, value] = [] }: Node): string {
  const between = key && value ? text.slice(spanOf(key).to, value.offset) : ''
  return /^ ?: ?$/.test(between) ? between : ': '
}

/** `{"a": 1}` goes on with a space, `{"a":1}` without one. */
function spaceAfter(text: string, part: Node): string {
  const { from, to } = spanOf(part)
  return /:\S/.test(text.slice(from, to).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')) ? '' : ' '
}
