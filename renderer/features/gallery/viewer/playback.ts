/** Playback of a video or audio element, for our own controls. */
import { createStore } from 'zustand/vanilla'
import { frameOf, type VideoFrame } from './frames.ts'

export interface Playback {
  readonly isPlaying: boolean
  readonly timeSeconds: number
  /** 0 until it is known. */
  readonly lengthSeconds: number
  readonly isMuted: boolean
  readonly rate: number
}

export type PlaybackStore = ReturnType<typeof createPlayback>

/** The length of a frame until two of them have been seen. */
const USUAL_FRAME_SECONDS = 1 / 30
/** Half a millisecond after a frame's start: rounding would show the frame before. */
const INSIDE_SECONDS = 0.0005

export function createPlayback() {
  const start = { isPlaying: false, timeSeconds: 0, lengthSeconds: 0, isMuted: true, rate: 1 }
  const store = createStore<Playback>()(() => start)
  let element: HTMLMediaElement | null = null
  let frameSeconds = USUAL_FRAME_SECONDS

  function seek(seconds: number): void {
    if (element === null) return
    const timeSeconds = Math.max(0, Math.min(seconds, store.getState().lengthSeconds))
    element.currentTime = timeSeconds
    store.setState({ timeSeconds })
  }
  /** Follows an element until the returned function is called. */
  function attach(media: HTMLMediaElement): () => void {
    element = media
    const leaving = new AbortController()
    const { signal } = leaving
    let lastFrame = -1
    let callback = 0
    function read(): void {
      const { paused, currentTime, duration } = media
      const lengthSeconds = Number.isFinite(duration) ? duration : 0
      store.setState({ isPlaying: !paused, timeSeconds: currentTime, lengthSeconds })
    }
    function frame(_now: number, { mediaTime }: { readonly mediaTime: number }): void {
      const passed = mediaTime - lastFrame
      if (lastFrame >= 0 && passed > 0.004 && passed < 0.2)
        frameSeconds = Math.min(frameSeconds * 1.5, passed)
      lastFrame = mediaTime
      store.setState({ timeSeconds: mediaTime })
      follow()
    }
    function follow(): void {
      if (media instanceof HTMLVideoElement) callback = media.requestVideoFrameCallback(frame)
    }
    for (const name of ['play', 'pause', 'timeupdate', 'seeked', 'durationchange', 'ended'])
      media.addEventListener(name, read, { signal })
    media.muted = store.getState().isMuted
    media.playbackRate = store.getState().rate
    read()
    follow()
    return () => {
      leaving.abort()
      if (media instanceof HTMLVideoElement) media.cancelVideoFrameCallback(callback)
      element = null
    }
  }
  return Object.assign(store, {
    attach,
    seek,
    toggle(): void {
      if (element?.paused === true) void element.play().catch(() => undefined)
      else element?.pause()
    },
    /** One frame back (-1) or forward (1), and pauses. */
    step(frames: 1 | -1): void {
      element?.pause()
      seek(steppedTime(store.getState().timeSeconds, frames, frameSeconds))
    },
    /** The frame in sight, at which it pauses; null where there is none. */
    async frame(): Promise<VideoFrame | null> {
      element?.pause()
      const { timeSeconds } = store.getState()
      return element instanceof HTMLVideoElement ? await frameOf(element, timeSeconds) : null
    },
    setMuted(isMuted: boolean): void {
      if (element !== null) element.muted = isMuted
      store.setState({ isMuted })
    },
    setRate(rate: number): void {
      if (element !== null) element.playbackRate = rate
      store.setState({ rate })
    },
  })
}

/** A time inside the next or previous frame, where frames last `frameSeconds`. */
export function steppedTime(timeSeconds: number, frames: 1 | -1, frameSeconds: number): number {
  const frame = Math.floor((timeSeconds + INSIDE_SECONDS) / frameSeconds)
  return Math.max(0, (frame + frames) * frameSeconds + INSIDE_SECONDS)
}
