/**
 * Finds what there is to say about the text of the options, each at the place where it is.
 *
 * Owns the places. What a value must be like is said by the types of options in the contract.
 */
import { isSeedKey } from '#contract/rules/exact-seeds.ts'
import { findProblems } from '#contract/rules/option-types/check-options.ts'
import type { OptionProblem } from '#contract/rules/option-types/option-types.ts'
import { isOnlyRefused, type OptionKnowledge } from '../know-options.ts'
import type { Node } from 'jsonc-parser'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import { parseOptions } from '../options-text.ts'
import {
  findMistake,
  keyOf,
  membersOf,
  nodeAt,
  readTree,
  scalarsIn,
  spanOf,
  type Span,
  type SyntaxMistake,
} from '../options-tree.ts'

/** What there is to say at a place of the text of the options. */
export type MarkReason =
  | OptionProblem
  | { readonly kind: SyntaxMistake | 'notAnObject' | 'endless' | 'twice' | 'unknown' }
  | { readonly kind: 'missing'; readonly key: string }
  /** More digits than a number holds: `sent` is what arrives. */
  | { readonly kind: 'rounded'; readonly sent: string }
  | { readonly kind: 'refused'; readonly refused: number }

export interface OptionMark extends Span {
  /** Errors keep the button off, warnings are likely mistakes, notes are for information. */
  readonly severity: 'error' | 'warning' | 'info'
  readonly reason: MarkReason
}

/** The marks in the order of the text. */
export function markOptions(text: string, knowledge: OptionKnowledge): readonly OptionMark[] {
  const parsed = parseOptions(text)
  const root = readTree(text)
  const whole = root === undefined ? { from: 0, to: text.length } : spanOf(root)
  if (!parsed.ok) {
    if (parsed.problem === 'syntax') {
      const { mistake, ...place } = findMistake(text)
      return [mark(place, 'error', { kind: mistake })]
    }
    return [mark(whole, 'error', { kind: parsed.problem === 'endless' ? 'endless' : 'notAnObject' })]
  }
  const placeOf = (path: OptionPath): Span => {
    const node = nodeAt(root, path)
    return node === undefined ? whole : spanOf(node)
  }
  const values = findProblems(knowledge.fields, parsed.value).map(({ path, problem, isBlocking }) => {
    const severity = isBlocking ? 'error' : 'warning'
    if (problem.kind !== 'required') return mark(placeOf(path), severity, problem)
    const { from, to } = placeOf(path.slice(0, -1))
    const key = String(path.at(-1) ?? '')
    return mark({ from, to: Math.min(from + 1, to) }, severity, { kind: 'missing', key })
  })
  const marks = [
    ...values,
    ...marksOfNumbers(root, text),
    ...marksOfKeys(root, knowledge),
    ...marksOfTwins(root),
  ]
  return marks.toSorted((one, other) => one.from - other.from || one.to - other.to)
}

function marksOfKeys(root: Node | undefined, knowledge: OptionKnowledge): readonly OptionMark[] {
  return membersOf(root).flatMap((member) => {
    const reason = keyReason(keyOf(member), knowledge)
    return reason === null ? [] : markKey(member, reason.kind === 'refused' ? 'warning' : 'info', reason)
  })
}

function keyReason(key: string, { schemaKeys, memory }: OptionKnowledge): MarkReason | null {
  const learned = memory.get(key)
  if (isOnlyRefused(learned)) return { kind: 'refused', refused: learned?.refused ?? 0 }
  const isStrange = schemaKeys !== null && !schemaKeys.has(key) && (learned?.succeeded ?? 0) === 0
  return isStrange ? { kind: 'unknown' } : null
}

function marksOfTwins(node: Node | undefined): readonly OptionMark[] {
  const members = membersOf(node)
  const last = new Map(members.map((member) => [keyOf(member), member]))
  const twins = members.filter((member) => last.get(keyOf(member)) !== member)
  return [
    ...twins.flatMap((member) => markKey(member, 'warning', { kind: 'twice' })),
    ...(node?.children ?? []).flatMap(marksOfTwins),
  ]
}

function marksOfNumbers(root: Node | undefined, text: string): readonly OptionMark[] {
  return scalarsIn(root).flatMap((node) => {
    if (isSeed(node)) return []
    const { from, to } = spanOf(node)
    const digits = text.slice(from, to)
    if (!/^-?\d{16,}$/.test(digits) || BigInt(Number(digits)) === BigInt(digits)) return []
    return mark({ from, to }, 'warning', { kind: 'rounded', sent: JSON.stringify(Number(digits)) })
  })
}

/** Its digits arrive as they are. */
function isSeed({ parent }: Node): boolean {
  const owner = parent?.type === 'array' ? parent.parent : parent
  return owner?.type === 'property' && isSeedKey(keyOf(owner))
}

function markKey(member: Node, severity: OptionMark['severity'], reason: MarkReason): readonly OptionMark[] {
  const [key] = member.children ?? []
  return key === undefined ? [] : [mark(spanOf(key), severity, reason)]
}

function mark({ from, to }: Span, severity: OptionMark['severity'], reason: MarkReason): OptionMark {
  return { from, to, severity, reason }
}
