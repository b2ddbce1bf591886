/**
 * Finds what there is to say about the text of the options, each at the place where it is.
 *
 * Owns the places. What a value must be like is said in `check-options.ts`; the words are in `problem-words.ts`.
 */
import { findProblems, type OptionProblem } from '../check-options.ts'
import {
  type JsonMember,
  type JsonNode,
  nodeAt,
  type OptionPath,
  readTree,
  type Span,
  type SyntaxMistake,
} from '../json-tree.ts'
import { isOnlyRefused, type OptionKnowledge } from '../know-options.ts'
import { parseOptions } from '../options-text.ts'

export type MarkReason =
  | OptionProblem
  | { readonly kind: 'missing'; readonly key: string }
  | { readonly kind: 'syntax'; readonly mistake: SyntaxMistake }
  | { readonly kind: 'notAnObject' | 'endless' }
  /** The key stands again further down, and that one counts. */
  | { readonly kind: 'twice' }
  /** More digits than a number holds: `sent` is what arrives. */
  | { readonly kind: 'rounded'; readonly sent: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'refused'; readonly refused: number }

export interface OptionMark extends Span {
  /** Errors keep the button off, warnings are likely mistakes, notes are for information. */
  readonly severity: 'error' | 'warning' | 'info'
  readonly reason: MarkReason
}

/** The marks in the order of the text. */
export function markOptions(text: string, knowledge: OptionKnowledge): readonly OptionMark[] {
  const parsed = parseOptions(text)
  const { root } = readTree(text)
  const whole = { from: root?.from ?? 0, to: root?.to ?? text.length }
  if (!parsed.ok) {
    if (parsed.problem === 'syntax') {
      const { from, to } = parsed.at
      return [{ from, to, severity: 'error', reason: { kind: 'syntax', mistake: parsed.mistake } }]
    }
    const kind = parsed.problem === 'endless' ? 'endless' : 'notAnObject'
    return [{ ...whole, severity: 'error', reason: { kind } }]
  }
  const values = findProblems(knowledge.fields, parsed.value).map(
    ({ path, problem, isBlocking }): OptionMark => {
      const severity = isBlocking ? 'error' : 'warning'
      if (problem.kind !== 'required') return { ...placeOf(root, path, whole), severity, reason: problem }
      const around = placeOf(root, path.slice(0, -1), whole)
      const reason: MarkReason = { kind: 'missing', key: String(path.at(-1) ?? '') }
      return { from: around.from, to: Math.min(around.from + 1, around.to), severity, reason }
    },
  )
  const marks = [
    ...values,
    ...(root === null ? [] : marksOfNumbers(root, text)),
    ...marksOfKeys(root, knowledge),
  ]
  return marks.toSorted((one, other) => one.from - other.from || one.to - other.to)
}

function placeOf(root: JsonNode | null, path: OptionPath, whole: Span): Span {
  const node = nodeAt(root, path)
  return node === null ? whole : { from: node.from, to: node.to }
}

function marksOfKeys(root: JsonNode | null, knowledge: OptionKnowledge): readonly OptionMark[] {
  const members = root?.kind === 'object' ? root.members : []
  const known = members.flatMap(({ key, name }) => {
    const reason = keyReason(key, knowledge)
    return reason === null ? [] : [mark(name, reason.kind === 'refused' ? 'warning' : 'info', reason)]
  })
  return [...known, ...(root === null ? [] : marksOfTwins(root))]
}

function keyReason(key: string, { schemaKeys, memory }: OptionKnowledge): MarkReason | null {
  const learned = memory.get(key)
  if (isOnlyRefused(learned)) return { kind: 'refused', refused: learned?.refused ?? 0 }
  const isStrange = schemaKeys !== null && !schemaKeys.has(key) && (learned?.succeeded ?? 0) === 0
  return isStrange ? { kind: 'unknown' } : null
}

function marksOfTwins(node: JsonNode): readonly OptionMark[] {
  if (node.kind === 'array') return node.items.flatMap(marksOfTwins)
  if (node.kind !== 'object') return []
  const last = new Map(node.members.map((member): [string, JsonMember] => [member.key, member]))
  return node.members.flatMap((member) => [
    ...(last.get(member.key) === member ? [] : [mark(member.name, 'warning', { kind: 'twice' })]),
    ...(member.value === null ? [] : marksOfTwins(member.value)),
  ])
}

function marksOfNumbers(node: JsonNode, text: string): readonly OptionMark[] {
  if (node.kind === 'array') return node.items.flatMap((item) => marksOfNumbers(item, text))
  if (node.kind === 'object')
    return node.members.flatMap(({ value }) => (value === null ? [] : marksOfNumbers(value, text)))
  const digits = text.slice(node.from, node.to)
  if (node.kind !== 'number' || !/^-?\d{16,}$/.test(digits)) return []
  const sent = BigInt(Number(digits))
  return sent === BigInt(digits)
    ? []
    : [mark(node, 'warning', { kind: 'rounded', sent: JSON.stringify(Number(digits)) })]
}

function mark({ from, to }: Span, severity: OptionMark['severity'], reason: MarkReason): OptionMark {
  return { from, to, severity, reason }
}
