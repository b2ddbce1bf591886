/** What can be done with a result of the feed. Results are many rows below the view that knows it. */
import { createContext, useContext } from 'react'
import type { Asset } from '#contract/library.ts'
import type { InputScene } from '../../../ui/scenes.ts'

export interface ResultActions {
  onRemix(asset: Asset): void
  onVary(asset: Asset): void
  onUseAsInput(asset: Asset, scene: InputScene): void
}

const Actions = createContext<ResultActions | null>(null)

export const ResultActionsProvider = Actions.Provider

export function useResultActions(): ResultActions {
  const actions = useContext(Actions)
  if (actions === null) throw new Error('Results stand inside of a ResultActionsProvider.')
  return actions
}
