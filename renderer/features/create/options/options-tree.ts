/** Where everything stands in the text of the options, for what edits it and marks its mistakes. */
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'

/** `from` and `to` count UTF-16 units from the start of the text; `to` is behind the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type SyntaxMistake =
  | 'quotes'
  | 'comma'
  | 'trailingComma'
  | 'colon'
  | 'end'
  | 'word'
  | 'number'
  | 'text'
  | 'other'

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** The line of a position, counted from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

/** What can be recognised of the text; undefined where that is nothing, or nested too deep for the parser. */
export function readTree(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors, STRICT)
  } catch {
    return undefined
  }
}

export function spanOf({ offset, length }: Node): Span {
  return { from: offset, to: offset + length }
}

/** The members of an object: nodes of type `property`, whose children are the key and the value. */
export function membersOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' ? (node.children ?? []) : []
}

export function keyOf(member: Node): string {
  return String(member.children?.[0]?.value)
}

/** The part of a container that `step` leads to. Of a key that stands twice the last counts, as in `JSON.parse`. */
export function partAt(node: Node | undefined, step: string | number): Node | undefined {
  if (node?.type === 'array' && typeof step === 'number') return node.children?.[step]
  return typeof step === 'string' ? membersOf(node).findLast((member) => keyOf(member) === step) : undefined
}

export function nodeAt(root: Node | undefined, path: OptionPath): Node | undefined {
  return path.reduce<Node | undefined>((node, step) => {
    const part = partAt(node, step)
    return part?.type === 'property' ? part.children?.[1] : part
  }, root)
}

/** Every value in the text that holds no others. */
export function scalarsIn(node: Node | undefined): readonly Node[] {
  if (node?.children === undefined) return node === undefined ? [] : [node]
  return node.children.flatMap((child) => scalarsIn(child.type === 'property' ? child.children?.[1] : child))
}

const OTHER_QUOTES = /^['‘’“”`]/

/** The first mistake in text that is not valid JSON: those behind it may come from it. */
export function findMistake(text: string): Span & { readonly mistake: SyntaxMistake } {
  const errors: ParseError[] = []
  readTree(text, errors)
  const [first] = errors.toSorted((one, other) => one.offset - other.offset)
  if (first === undefined || first.offset >= text.trimEnd().length)
    return { from: text.length, to: text.length, mistake: 'end' }
  const { error, offset, length } = first
  const mistake = mistakeOf(printParseErrorCode(error), text.slice(0, offset), text.slice(offset))
  return { from: offset, to: offset + Math.max(1, length), mistake }
}

/** `error` is a name of jsonc-parser's `ParseErrorCode`. */
function mistakeOf(error: string, before: string, rest: string): SyntaxMistake {
  switch (error) {
    case 'InvalidSymbol':
      if (OTHER_QUOTES.test(rest) || /^[\w$-]+\s*:/.test(rest)) return 'quotes'
      return /\d$/.test(before) || /^[+.\d-]/.test(rest) ? 'number' : 'word'
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return 'number'
    case 'PropertyNameExpected':
    case 'ValueExpected':
      return /,\s*$/.test(before) && /^[\]}]/.test(rest) ? 'trailingComma' : 'other'
    case 'ColonExpected':
      return 'colon'
    case 'CommaExpected':
      if (/\d$/.test(before) && /^\d/.test(rest)) return 'number'
      return /^["{[\w-]/.test(rest) ? 'comma' : 'other'
    case 'UnexpectedEndOfString':
      return rest.includes('\n') ? 'text' : 'end'
    case 'InvalidUnicode':
    case 'InvalidEscapeCharacter':
    case 'InvalidCharacter':
      return 'text'
    default:
      return 'other'
  }
}
