/**
 * Plays a sequence through its joins: the next shot is loaded, stands at its first frame, and is told to play so long before the one in
 * sight ends as an element needs to begin.
 *
 * Owns the time. The elements are those of `layers.ts` and `sound.ts`.
 */
import { createStore } from 'zustand/vanilla'
import type { Track } from '#contract/sequences.ts'
import { type Layer, Layers } from './layers.ts'
import { Skim } from './skim.ts'
import { Sound } from './sound.ts'
import { lengthOf, type Segment, segmentAt, stepped } from './timeline.ts'

export interface PlaybackState {
  readonly timeMs: number
  readonly lengthMs: number
  readonly isPlaying: boolean
  /** How fast; negative goes back. */
  readonly rate: number
  /** The shot in sight. */
  readonly shotId: string | null
}

const START: PlaybackState = { timeMs: 0, lengthMs: 0, isPlaying: false, rate: 1, shotId: null }
const FASTEST = 4
/** A video counts as over this long before its end: its last frame is in sight then. */
const OVER_MS = 8
/** How long an element needs from `play()` until it moves, before any was measured, and at most. */
const USUAL_LEAD_MS = 60
const MAX_LEAD_MS = 300

/** The next shot, told to play before its turn. */
interface Cued {
  readonly segment: Segment
  readonly layer: Layer
  readonly video: HTMLVideoElement
  /** When, as `requestAnimationFrame` counts. */
  readonly atMs: number
}

export class Playback {
  readonly store = createStore<PlaybackState>()(() => START)
  #segments: readonly Segment[] = []
  #layers: Layers | null = null
  #sound: Sound | null = null
  #skim: Skim | null = null
  #tracks: readonly Track[] = []
  #frame = 0
  #lastTick = 0
  #cued: Cued | null = null
  #leadMs = USUAL_LEAD_MS
  #wantedMs: number | null = null

  /** Shows itself inside of `stage` until the returned function is called. */
  attach(stage: HTMLElement): () => void {
    const layers = new Layers(stage, () => this.#reveal())
    const sound = new Sound(stage)
    const skim = new Skim(stage)
    this.#layers = layers
    this.#sound = sound
    this.#skim = skim
    sound.show(this.#tracks)
    this.seek(this.store.getState().timeMs)
    return () => {
      this.pause()
      layers.close()
      sound.close()
      skim.close()
      this.#layers = null
      this.#sound = null
      this.#skim = null
    }
  }

  /** Shows other shots or sounds, at the same time. */
  show(segments: readonly Segment[], tracks: readonly Track[]): void {
    const isSame = JSON.stringify(segments) === JSON.stringify(this.#segments)
    this.#segments = segments
    this.#tracks = tracks
    this.#sound?.show(tracks)
    this.store.setState({ lengthMs: lengthOf(segments) })
    if (!isSame) this.seek(this.store.getState().timeMs)
  }

  /** The newest of what is asked for between two paints. */
  scrub(timeMs: number): void {
    if (this.#wantedMs === null)
      requestAnimationFrame(() => {
        const wantedMs = this.#wantedMs
        this.#wantedMs = null
        if (wantedMs !== null) this.seek(wantedMs)
      })
    this.#wantedMs = timeMs
  }

  seek(timeMs: number): void {
    const lengthMs = lengthOf(this.#segments)
    this.#go(Math.max(0, Math.min(timeMs, lengthMs)))
  }

  /** To the first frame of a shot; null where it shows nothing. */
  seekShot(shotId: string): void {
    const segment = this.#segments.find((one) => one.shotId === shotId)
    if (segment === undefined) this.store.setState({ shotId: null })
    else if (this.store.getState().shotId !== shotId) this.seek(segment.startMs)
  }

  /** By the frames of the file that is shown. */
  step(frames: 1 | -1): void {
    this.pause()
    this.seek(stepped(this.#segments, this.store.getState().timeMs, frames))
  }

  toggle(): void {
    if (this.store.getState().isPlaying) this.pause()
    else this.play(1)
  }

  /** L plays, and faster each time; J the same way back. */
  shuttle(direction: 1 | -1): void {
    const { isPlaying, rate } = this.store.getState()
    const goesOn = isPlaying && Math.sign(rate) === direction
    this.play(goesOn ? Math.max(-FASTEST, Math.min(FASTEST, rate * 2)) : direction)
  }

  play(rate: number): void {
    const { timeMs, lengthMs, isPlaying } = this.store.getState()
    if (lengthMs === 0) return
    const isOver = rate > 0 ? timeMs >= lengthMs - OVER_MS : timeMs <= 0
    if (isOver) this.#go(rate > 0 ? 0 : lengthMs)
    this.store.setState({ isPlaying: true, rate })
    if (isPlaying) return this.#start()
    this.#lastTick = performance.now()
    this.#start()
    this.#frame = requestAnimationFrame(this.#tick)
  }

  pause(): void {
    cancelAnimationFrame(this.#frame)
    const { timeMs, lengthMs } = this.store.getState()
    this.#layers?.pauseOthers(null)
    this.#prepare(this.#cued?.segment)
    this.#cued = null
    this.#sound?.follow(timeMs, lengthMs, 0)
    if (this.store.getState().isPlaying) this.store.setState({ isPlaying: false, rate: 1 })
  }

  get #segment(): Segment | undefined {
    return this.#segments[segmentAt(this.#segments, this.store.getState().timeMs)]
  }

  get #current(): Layer | null {
    const segment = this.#segment
    return (segment && this.#layers?.need(segment)) ?? null
  }

  #go(timeMs: number): void {
    const at = segmentAt(this.#segments, timeMs)
    const segment = this.#segments[at]
    this.#cued = null
    this.store.setState({ timeMs, shotId: segment?.shotId ?? null })
    if (segment === undefined) return this.#layers?.show(null)
    const layer = this.#layers?.need(segment)
    // The very end of a file has no frame.
    const within = Math.min(segment.inMs + timeMs - segment.startMs, segment.outMs - OVER_MS)
    layer?.seek(within / 1000)
    this.#prepare(this.#segments[at + 1])
    if (layer?.isReady === true) this.#reveal()
    else if (!this.store.getState().isPlaying) this.#skim?.show(segment, within)
    if (this.store.getState().isPlaying) this.#start()
  }

  /** Puts the shot of the moment in sight as soon as it has something to show. */
  #reveal(): void {
    const layer = this.#current
    if (layer?.isReady !== true) return
    this.#layers?.show(layer)
    this.#skim?.hide()
  }

  #prepare(next: Segment | undefined): void {
    if (next === undefined) return
    this.#layers?.need(next).seek(next.inMs / 1000)
    this.#skim?.prepare(next)
  }

  /** Lets the video in sight run, where the direction is its own. */
  #start(): void {
    const { rate } = this.store.getState()
    const layer = this.#current
    this.#layers?.pauseOthers(layer)
    const video = layer?.video
    if (video == null) return
    if (rate > 0) this.#run(video)
    else video.pause()
  }

  #run(video: HTMLVideoElement): void {
    video.playbackRate = Math.max(this.store.getState().rate, 0.1)
    void video.play().catch((error: unknown) => {
      // What was told to pause before it began is meant to.
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.pause()
    })
  }

  readonly #tick = (now: number): void => {
    const { timeMs, lengthMs, rate } = this.store.getState()
    const passed = (now - this.#lastTick) * rate
    this.#lastTick = now
    const segment = this.#segment
    if (segment === undefined) return this.pause()
    const video = this.#current?.video ?? null
    const runs = video !== null && video.error === null && rate > 0
    // Something else of the page plays now.
    if (runs && video.paused && !video.ended) return this.pause()
    const next = runs ? runningTime(video, segment, timeMs) : timeMs + passed
    const isOver = next >= segment.endMs - OVER_MS
    if (rate > 0) this.#cue(segment, next, now)
    if (this.#cued !== null && (isOver || movedMs(this.#cued) > 0)) this.#takeOver(this.#cued, now)
    else if (isOver || rate < 0) this.#pass(segment, next)
    else this.store.setState({ timeMs: next })
    this.#sound?.follow(this.store.getState().timeMs, lengthMs, rate)
    if (this.store.getState().isPlaying) this.#frame = requestAnimationFrame(this.#tick)
  }

  /** Tells the next shot to play where what is left of this one is as long as that takes. */
  #cue(current: Segment, timeMs: number, now: number): void {
    const leftMs = (current.endMs - timeMs) / this.store.getState().rate
    if (this.#cued !== null || leftMs > this.#leadMs) return
    const segment = this.#segments[this.#segments.indexOf(current) + 1]
    const layer = segment && this.#layers?.need(segment)
    if (segment === undefined || layer?.video == null || !layer.isReady) return
    this.#cued = { segment, layer, video: layer.video, atMs: now }
    this.#run(layer.video)
  }

  /** The next shot moves already, or stands at its first frame while this one is over: it is what is to be seen. */
  #takeOver(cued: Cued, now: number): void {
    const { segment, layer, video, atMs } = cued
    const moved = movedMs(cued)
    const neededMs =
      moved > 0 ? (this.#leadMs + now - atMs - moved / video.playbackRate) / 2 : this.#leadMs * 1.5
    this.#leadMs = Math.max(0, Math.min(MAX_LEAD_MS, neededMs))
    this.#cued = null
    this.store.setState({ timeMs: segment.startMs + moved, shotId: segment.shotId })
    this.#layers?.show(layer)
    this.#skim?.hide()
    this.#prepare(this.#segments[this.#segments.indexOf(segment) + 1])
  }

  /** Goes on by the clock, or over a join. */
  #pass(segment: Segment, timeMs: number): void {
    const { lengthMs, rate } = this.store.getState()
    const isOver = rate > 0 ? timeMs >= lengthMs - OVER_MS : timeMs <= 0
    if (isOver) {
      this.pause()
      return this.#go(rate > 0 ? lengthMs : 0)
    }
    const isJoin = rate > 0 && timeMs >= segment.endMs - OVER_MS
    this.#go(isJoin ? segment.endMs : timeMs)
  }
}

/** How far a shot that was told to play has come. */
function movedMs({ segment, video }: Cued): number {
  return Math.max(0, video.currentTime * 1000 - segment.inMs - 1)
}

function runningTime(video: HTMLVideoElement, segment: Segment, timeMs: number): number {
  if (video.ended) return segment.endMs
  // Not there yet: it is still being sought.
  if (video.seeking) return timeMs
  return Math.max(segment.startMs, segment.startMs + video.currentTime * 1000 - segment.inMs)
}
