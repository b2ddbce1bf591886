/** One track as its own controls see it: at rest unless it is the one that was chosen last. */
import { useEffect } from 'react'
import { useHost, useHostState } from './host.tsx'
import type { Track } from './stores/player.ts'

/** `knownSeconds` is its length as far as it is known without playing it. */
export function useTrack({ assetId, title }: Track, knownSeconds: number) {
  const { player } = useHost()
  const isCurrent = useHostState('player', ({ track }) => track?.assetId === assetId)
  const isPlaying = useHostState('player', (state) => isCurrent && state.isPlaying)
  const timeSeconds = useHostState('player', (state) => (isCurrent ? state.timeSeconds : 0))
  const ownLength = useHostState('player', (state) => (isCurrent ? state.lengthSeconds : 0))
  useEffect(() => (isCurrent ? player.show() : undefined), [player, isCurrent])
  return {
    isPlaying,
    timeSeconds,
    lengthSeconds: ownLength > 0 ? ownLength : knownSeconds,
    toggle: (): void => player.toggle({ assetId, title }),
    seek: (seconds: number): void => player.seek(assetId, seconds),
  }
}
