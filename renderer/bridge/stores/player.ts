/** The one track that plays, wherever in the page its reader is: it goes on while places change. */
import { createStore } from 'zustand/vanilla'
import { mediaUrl } from '../media.ts'

export interface Track {
  readonly assetId: string
  readonly title: string
}

export interface PlayerState {
  readonly track: Track | null
  readonly isPlaying: boolean
  readonly timeSeconds: number
  /** 0 until it is known. */
  readonly lengthSeconds: number
  /** How many places in sight have controls for the track. */
  readonly shownIn: number
}

const NOTHING = { track: null, isPlaying: false, timeSeconds: 0, lengthSeconds: 0 } as const

/** `makeAudio` is called with the first track. */
export function createPlayer(makeAudio: () => HTMLAudioElement) {
  const store = createStore<PlayerState>()(() => ({ ...NOTHING, shownIn: 0 }))
  let audio: HTMLAudioElement | null = null

  function element(): HTMLAudioElement {
    if (audio !== null) return audio
    const made = makeAudio()
    audio = made
    const read = (): void => {
      const { paused, currentTime, duration } = made
      const lengthSeconds = Number.isFinite(duration) ? duration : 0
      if (store.getState().track !== null)
        store.setState({ isPlaying: !paused, timeSeconds: currentTime, lengthSeconds })
    }
    for (const name of ['play', 'pause', 'timeupdate', 'seeked', 'durationchange', 'ended', 'error'])
      made.addEventListener(name, read)
    // Two tracks at once are noise; a video without audio is none.
    document.addEventListener(
      'play',
      ({ target }) => {
        if (target instanceof HTMLMediaElement && target !== made && !target.muted) made.pause()
      },
      true,
    )
    return made
  }
  function isCurrent(assetId: string): boolean {
    return store.getState().track?.assetId === assetId
  }
  return Object.assign(store, {
    toggle(track: Track): void {
      const player = element()
      if (!isCurrent(track.assetId)) {
        player.src = mediaUrl(track.assetId)
        store.setState({ ...NOTHING, track })
      }
      if (!player.paused) return player.pause()
      for (const other of document.querySelectorAll('audio, video'))
        if (other instanceof HTMLMediaElement && !other.muted) other.pause()
      void player.play().catch(() => store.setState({ isPlaying: false }))
    },
    /** Only in the track that was chosen last. */
    seek(assetId: string, seconds: number): void {
      if (!isCurrent(assetId)) return
      element().currentTime = Math.max(0, Math.min(seconds, store.getState().lengthSeconds))
    },
    close(): void {
      element().pause()
      element().removeAttribute('src')
      store.setState(NOTHING)
    },
    /** Says that controls of the track are in sight, until the returned function is called. */
    show(): () => void {
      const by = (step: number) => (): void => store.setState(({ shownIn }) => ({ shownIn: shownIn + step }))
      by(1)()
      return by(-1)
    },
  })
}
