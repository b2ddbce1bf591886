/** In which parameters some assets differ. */
import type { Json } from '#contract/json.ts'
import type { Asset } from '#contract/library.ts'
import { originOf } from '../origin.ts'

export interface Difference {
  /** A part of an asset, or an option by its own name. */
  readonly name: string
  readonly isOption: boolean
  /** One for each asset, in their order; undefined where it has none. */
  readonly values: readonly (Json | undefined)[]
}

const PARTS = ['model', 'provider', 'scene', 'prompt', 'size', 'length', 'rating'] as const
export type DifferencePart = (typeof PARTS)[number]

/** What is not the same in all of them: facts first, then options by name. */
export function differencesOf(assets: readonly Asset[]): readonly Difference[] {
  const facts = PARTS.map((name) => ({
    name,
    isOption: false,
    values: assets.map((asset) => valueOf(asset, name)),
  }))
  const keys = [...new Set(assets.flatMap(({ options }) => Object.keys(options)))].toSorted()
  const options = keys.map((name) => ({
    name,
    isOption: true,
    values: assets.map((asset) => asset.options[name]),
  }))
  return [...facts, ...options].filter(({ values }) => new Set(values.map(stable)).size > 1)
}

function valueOf(asset: Asset, part: DifferencePart): Json | undefined {
  switch (part) {
    case 'model':
    case 'provider':
    case 'scene':
      return originOf(asset)[part]
    case 'prompt':
    case 'rating':
      return asset[part]
    case 'size':
      return asset.width === undefined || asset.height === undefined
        ? undefined
        : `${asset.width} × ${asset.height}`
    case 'length':
      return asset.durationMs
  }
}

/** The same text for the same value, whatever the order of its keys. */
function stable(value: Json | undefined): string {
  if (value === undefined) return ''
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
