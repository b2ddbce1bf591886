/** One thing in a response that may be a file, and the questions that are asked of it while all of them are sorted. */
import type { Json } from '#contract/json.ts'
import type { Address } from './address.ts'
import type { Inline } from './inline.ts'
import type { Classification, Role } from './classify.ts'
import type { JsonPath } from './walk.ts'

/** The role changes while the candidates are compared; the rest does not. */
export interface Candidate {
  readonly path: JsonPath
  readonly source: Address | Inline
  readonly classification: Classification
  role: Role
  reason: string
  isSure: boolean
  /** The role that it would have if anything better had been named. */
  fallback: Role | null
}

export function createCandidate(
  path: JsonPath,
  source: Address | Inline,
  classification: Classification,
): Candidate {
  const { role, reason, isSure } = classification
  return { path, source, classification, role, reason, isSure, fallback: null }
}

export function isResult(candidate: Candidate): boolean {
  return candidate.role === 'result'
}

/** Equal for the same file named twice: the address without its fragment, or the bytes. */
export function identityOf({ source }: Candidate): string {
  return source.kind === 'address' ? source.identity : source.sha256
}

export function extensionOf({ source }: Candidate): string {
  return source.kind === 'address' ? source.extension : ''
}

/** The place of the nearest list around it and of the member it belongs to, or null outside lists. */
export function listOf({ path }: Candidate): { list: object; member: Json | string } | null {
  for (let at: JsonPath | null = path; at; at = at.up) {
    if (at.holder !== null && at.key === '') return { list: at.holder, member: at.place }
  }
  return null
}

/** The groups that `keyOf` makes, in the order of their first members; what has no key is in none. */
export function groupBy(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => string | object | null,
): readonly (readonly Candidate[])[] {
  const groups = new Map<string | object, Candidate[]>()
  for (const candidate of candidates) {
    const key = keyOf(candidate)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(candidate)
    else groups.set(key, [candidate])
  }
  return [...groups.values()]
}
