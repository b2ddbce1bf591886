/** Which assets can be compared: results of the same prompt and inputs, of the same media type, scene and kind. */
import { z } from 'zod'
import type { ArenaKind } from '#contract/arena.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'

const KINDS: readonly string[] = ['image', 'video', 'audio'] satisfies readonly ArenaKind[]

const inputsSchema = z.array(z.object({ inputId: z.string() }))

/**
 * The same text for assets that can be compared; null for one that never can. Options may differ, as models differ, and so may the
 * names of the options that inputs were sent under.
 */
export function comparisonKey(
  mediaType: string,
  kind: string,
  scene: string,
  prompt: string,
  inputs: string,
): string | null {
  const words = prompt.trim()
  const ids = inputs === '[]' ? [] : inputsSchema.parse(JSON.parse(inputs)).map(({ inputId }) => inputId)
  if (!KINDS.includes(kind) || (words === '' && ids.length === 0)) return null
  return JSON.stringify([mediaType, kind, scene, words, ids.toSorted()])
}

/** Whether a vote on them says something of their models. */
export function areComparable(one: AssetRecord, other: AssetRecord): boolean {
  const isOtherModel = one.provider !== other.provider || one.model !== other.model
  const key = keyOf(one)
  return isOtherModel && one.sha256 !== other.sha256 && key !== null && key === keyOf(other)
}

function keyOf(asset: AssetRecord): string | null {
  const { mediaType, kind, scene, prompt = '', inputs = [], model, trashedAt, unreadable } = asset
  if (model === '' || trashedAt !== undefined || unreadable === true) return null
  return comparisonKey(mediaType, kind, scene, prompt, JSON.stringify(inputs))
}

/** The two ids in the order in which a vote is stored. */
export function ordered(one: string, other: string): readonly [string, string] {
  return one < other ? [one, other] : [other, one]
}

/** One text for a pair in any order. */
export function pairKey(one: string, other: string): string {
  return ordered(one, other).join(' ')
}
