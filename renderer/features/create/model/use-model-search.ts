/** The search for models at a service that has more than it lists. */
import { useMemo } from 'react'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useActiveService } from '../../../bridge/host.tsx'
import type { MessageId } from '../../../ui/text.ts'
import { useSettledQuery } from '../use-settled-query.ts'
import { modelsIn, type Scope } from './group-models.ts'

const NONE: readonly Model[] = []
const SHORTEST_SEARCH = 2

function wordsOf(isAsked: boolean, isCurrent: boolean, isFound: boolean): MessageId | null {
  if (!isAsked) return 'model.search.hint'
  if (!isCurrent) return 'model.searching'
  return isFound ? null : 'model.search.failed'
}

/** What the service finds beside its listing, where it has more models than it lists. */
export function useModelSearch(typed: string, scope: Scope, mediaType: MediaType, scene: Scene) {
  const service = useActiveService()
  const isAsked = service?.capabilities.searchesModels === true && typed.length >= SHORTEST_SEARCH
  const { data, isCurrent } = useSettledQuery(isAsked ? { text: typed } : null, (bridge, question) =>
    bridge.call('models.search', question),
  )
  const found = useMemo(
    () => (isAsked && data !== null ? modelsIn(data.items, scope, mediaType, scene) : NONE),
    [isAsked, data, scope, mediaType, scene],
  )
  const isOpen = service?.capabilities.searchesModels === true
  return { found, words: isOpen ? wordsOf(isAsked, isCurrent, data !== null) : null }
}
