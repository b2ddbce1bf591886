/** What can be made of a result from where it stands in the feed. */
import { createContext, useContext } from 'react'
import type { Asset } from '#contract/library.ts'
import type { InputScene } from '../../../ui/scenes.ts'

export interface MadeActions {
  onRemix(asset: Asset): void
  onVary(asset: Asset): void
  onUseAsInput(asset: Asset, scene: InputScene): void
}

const Made = createContext<MadeActions | null>(null)

/** Results are many rows below whoever knows what can be done with them. */
export const MadeActionsProvider = Made.Provider

export function useMadeActions(): MadeActions {
  const actions = useContext(Made)
  if (actions === null) throw new Error('Results stand inside of a MadeActionsProvider.')
  return actions
}
