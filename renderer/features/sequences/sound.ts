/** The sound tracks, in step with what is shown. */
import type { Track } from '#contract/sequences.ts'
import { mediaUrl } from '../../bridge/media.ts'

/** What is out of step by more than this is put right; less is not heard. In seconds. */
const OUT_OF_STEP = 0.12

export class Sound {
  readonly #stage: HTMLElement
  #tracks: readonly { readonly track: Track; readonly audio: HTMLAudioElement }[] = []

  constructor(stage: HTMLElement) {
    this.#stage = stage
  }

  show(tracks: readonly Track[]): void {
    const before = this.#tracks
    this.#tracks = tracks.map((track, at) => {
      const same = before[at]
      return { track, audio: same?.track.assetId === track.assetId ? same.audio : this.#load(track) }
    })
    for (const { audio } of before) if (this.#tracks.every((one) => one.audio !== audio)) leave(audio)
  }

  /** `rate` of 0 or less: nothing is heard. `lengthMs` is the sequence's. */
  follow(timeMs: number, lengthMs: number, rate: number): void {
    for (const { track, audio } of this.#tracks) {
      const at = (timeMs - track.startMs) / 1000
      const ownMs = Number.isFinite(audio.duration) ? audio.duration * 1000 : lengthMs
      const endMs = Math.min(lengthMs, track.startMs + ownMs)
      if (rate <= 0 || at < 0 || timeMs >= endMs) {
        audio.pause()
        continue
      }
      audio.volume = volumeAt(track, timeMs, endMs)
      audio.playbackRate = rate
      if (Math.abs(audio.currentTime - at) > OUT_OF_STEP) audio.currentTime = at
      if (audio.paused) void audio.play().catch(() => undefined)
    }
  }

  close(): void {
    for (const { audio } of this.#tracks) leave(audio)
    this.#tracks = []
  }

  #load({ assetId }: Track): HTMLAudioElement {
    const audio = Object.assign(document.createElement('audio'), { preload: 'auto' })
    audio.src = mediaUrl(assetId)
    this.#stage.append(audio)
    return audio
  }
}

function leave(audio: HTMLAudioElement): void {
  audio.pause()
  audio.removeAttribute('src')
  audio.remove()
}

/** From 0 to 1: an element plays nothing louder than its file. */
export function volumeAt(
  { startMs, levelDb, fadeInMs, fadeOutMs }: Track,
  timeMs: number,
  endMs: number,
): number {
  const fadeIn = fadeInMs === 0 ? 1 : (timeMs - startMs) / fadeInMs
  const fadeOut = fadeOutMs === 0 ? 1 : (endMs - timeMs) / fadeOutMs
  const level = 10 ** (levelDb / 20) * Math.min(1, fadeIn, fadeOut)
  return Math.max(0, Math.min(1, level))
}
