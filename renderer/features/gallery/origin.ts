/** What made an asset, as far as anything tells. */
import type { Asset } from '#contract/library.ts'
import { IMPORTED, UNKNOWN_MODEL } from '#contract/rules/imported.ts'

export interface Origin {
  readonly isImported: boolean
  readonly model: string | undefined
  readonly provider: string | undefined
  readonly scene: string | undefined
}

export function originOf({ model, provider, scene }: Pick<Asset, 'model' | 'provider' | 'scene'>): Origin {
  return {
    isImported: provider === IMPORTED,
    model: model === UNKNOWN_MODEL ? undefined : model,
    provider: provider === IMPORTED ? undefined : provider,
    scene: scene === IMPORTED ? undefined : scene,
  }
}

/** Whether anything is known of a request for it, which could be made again. */
export function hasRequest({ provider, prompt = '' }: Pick<Asset, 'provider' | 'prompt'>): boolean {
  return provider !== IMPORTED || prompt !== ''
}
