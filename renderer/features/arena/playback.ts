/** Plays the two sides alike: the same place in time, videos both at once without sound, of audio the one that is listened to. */
import { createStore } from 'zustand/vanilla'

export type Side = 'left' | 'right'

export interface Playing {
  readonly isPlaying: boolean
  /** Whose sound is heard. */
  readonly heard: Side | null
  readonly timeSeconds: number
  /** Of the longer one; 0 until it is known. */
  readonly lengthSeconds: number
}

export type PlaybackStore = ReturnType<typeof createPlayback>

export function createPlayback(kind: 'image' | 'video' | 'audio') {
  const store = createStore<Playing>()(() => ({
    isPlaying: kind === 'video',
    heard: null,
    timeSeconds: 0,
    lengthSeconds: 0,
  }))
  const elements = new Map<Side, HTMLMediaElement>()

  /** Brings the elements to what the state says. */
  function apply(): void {
    const { isPlaying, heard } = store.getState()
    for (const [side, element] of elements) {
      element.muted = heard !== side
      if (isPlaying && (kind === 'video' || heard === side)) void element.play().catch(() => undefined)
      else element.pause()
    }
  }
  function seek(timeSeconds: number): void {
    for (const element of elements.values()) element.currentTime = timeSeconds
    store.setState({ timeSeconds })
  }
  /** Follows an element until the returned function is called. */
  function attach(side: Side, element: HTMLMediaElement): () => void {
    elements.set(side, element)
    const leaving = new AbortController()
    const { signal } = leaving
    const isLead = (): boolean => (store.getState().heard ?? 'left') === side
    const read = (): void => {
      if (isLead()) store.setState({ timeSeconds: element.currentTime })
    }
    const measure = (): void => {
      const { duration } = element
      if (!Number.isFinite(duration)) return
      store.setState(({ lengthSeconds }) => ({ lengthSeconds: Math.max(lengthSeconds, duration) }))
    }
    element.addEventListener('timeupdate', read, { signal })
    element.addEventListener('durationchange', measure, { signal })
    measure()
    apply()
    return () => {
      leaving.abort()
      elements.delete(side)
    }
  }
  return Object.assign(store, {
    attach,
    seek,
    toggle(): void {
      const { isPlaying, heard } = store.getState()
      store.setState({ isPlaying: !isPlaying, heard: kind === 'audio' ? (heard ?? 'left') : heard })
      apply()
    },
    /** From where the other one stands; null for silence. */
    listen(heard: Side | null): void {
      const { timeSeconds } = store.getState()
      store.setState({ heard, isPlaying: kind === 'video' ? store.getState().isPlaying : heard !== null })
      if (kind === 'audio') seek(timeSeconds)
      apply()
    },
    stop(): void {
      store.setState({ isPlaying: false, heard: null })
      apply()
    },
  })
}
