/** Space plays, comma and full stop step frames, M mutes. */
import { useEffect } from 'react'
import type { PlaybackStore } from './playback.ts'

export function usePlaybackKeys(playbacks: readonly PlaybackStore[]): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest(TAKES_KEYS) !== null) return
      const [lead] = playbacks.map((playback) => playback.getState())
      if (lead === undefined) return
      if (event.key === ' ') {
        for (const playback of playbacks)
          if (playback.getState().isPlaying === lead.isPlaying) playback.getState().toggle()
      } else if (event.key === ',') for (const playback of playbacks) playback.getState().step(-1)
      else if (event.key === '.') for (const playback of playbacks) playback.getState().step(1)
      else if (event.key === 'm')
        for (const playback of playbacks) playback.getState().setMuted(!lead.isMuted)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [playbacks])
}

const TAKES_KEYS = 'input, textarea, button'
