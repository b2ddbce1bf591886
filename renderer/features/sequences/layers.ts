/**
 * The files that are shown or about to be shown, each in an element of its own over the others; one of them is in sight.
 *
 * Owns the elements. When which of them is shown is the player's business.
 */
import { mediaUrl } from '../../bridge/media.ts'
import type { Segment } from './timeline.ts'

/** Elements that are held: those in sight, those that come next, and those that a scrub comes back to. */
const MAX_HELD = 12

export class Layer {
  readonly element: HTMLVideoElement | HTMLImageElement
  /** Where a video is to be once it is there, in seconds. */
  #wanted: number | null = null

  constructor(segment: Segment, onReady: () => void) {
    const { kind, assetId, isMuted } = segment
    if (kind === 'image') {
      this.element = Object.assign(document.createElement('img'), { alt: '', draggable: false })
      this.element.addEventListener('load', onReady)
    } else {
      const video = document.createElement('video')
      Object.assign(video, { preload: 'auto', playsInline: true, muted: isMuted })
      video.addEventListener('seeked', () => {
        this.#follow()
        onReady()
      })
      video.addEventListener('loadeddata', onReady)
      this.element = video
    }
    this.element.src = mediaUrl(assetId)
    this.element.ariaHidden = 'true'
  }

  get video(): HTMLVideoElement | null {
    return this.element instanceof HTMLVideoElement ? this.element : null
  }

  /** Whether it shows what it is to show. */
  get isReady(): boolean {
    const { element } = this
    if (element instanceof HTMLImageElement) return element.complete
    return (
      element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !element.seeking && this.#wanted === null
    )
  }

  /** One seek at a time: of those that are wanted meanwhile the last one counts. */
  seek(seconds: number): void {
    const { video } = this
    if (video === null) return
    if (video.seeking) this.#wanted = seconds
    else if (Math.abs(video.currentTime - seconds) > 0.001) video.currentTime = seconds
  }

  close(): void {
    this.video?.pause()
    this.element.removeAttribute('src')
    this.video?.load()
    this.element.remove()
  }

  #follow(): void {
    const wanted = this.#wanted
    this.#wanted = null
    if (wanted !== null) this.seek(wanted)
  }
}

export class Layers {
  readonly #stage: HTMLElement
  readonly #onReady: () => void
  /** By shot, the one that was needed last is last. */
  readonly #held = new Map<string, Layer>()
  #shown: Layer | null = null

  constructor(stage: HTMLElement, onReady: () => void) {
    this.#stage = stage
    this.#onReady = onReady
  }

  /** The layer of a segment, which loads from now on. */
  need(segment: Segment): Layer {
    const key = `${segment.shotId} ${segment.assetId}`
    const layer = this.#held.get(key) ?? this.#add(segment)
    this.#held.delete(key)
    this.#held.set(key, layer)
    if (layer.video !== null) layer.video.muted = segment.isMuted
    for (const [oldest, old] of this.#held) {
      if (this.#held.size <= MAX_HELD) break
      if (old === this.#shown) continue
      old.close()
      this.#held.delete(oldest)
    }
    return layer
  }

  /** Puts it before all others. Null shows nothing. */
  show(layer: Layer | null): void {
    if (layer === this.#shown) return
    this.#shown?.element.removeAttribute('data-shown')
    layer?.element.setAttribute('data-shown', '')
    this.#shown?.video?.pause()
    this.#shown = layer
  }

  /** What goes out of sight is not heard while the next one still loads. */
  pauseOthers(layer: Layer | null): void {
    for (const held of this.#held.values()) if (held !== layer) held.video?.pause()
  }

  close(): void {
    for (const layer of this.#held.values()) layer.close()
    this.#held.clear()
    this.#shown = null
  }

  #add(segment: Segment): Layer {
    const layer = new Layer(segment, this.#onReady)
    this.#stage.append(layer.element)
    return layer
  }
}
