/** Space plays, comma and full stop step frames, M mutes. */
import { useEffect } from 'react'
import type { FilmStore } from './film.ts'

export function useFilmKeys(films: readonly FilmStore[]): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest(TAKES_KEYS) !== null) return
      const [lead] = films.map((film) => film.getState())
      if (lead === undefined) return
      if (event.key === ' ') {
        for (const film of films) if (film.getState().isPlaying === lead.isPlaying) film.getState().toggle()
      } else if (event.key === ',') for (const film of films) film.getState().step(-1)
      else if (event.key === '.') for (const film of films) film.getState().step(1)
      else if (event.key === 'm') for (const film of films) film.getState().setMuted(!lead.isMuted)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [films])
}

const TAKES_KEYS = 'input, textarea, button'
