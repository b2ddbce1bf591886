/** What a video shows while it is still being sought: the nearest of the frames that its preview holds side by side. */
import { SCRUB_FRAMES } from '#contract/rules/media.ts'
import { scrubUrl } from '../../bridge/media.ts'
import type { Segment } from './timeline.ts'

export class Skim {
  readonly #canvas = document.createElement('canvas')
  /** By asset. One that has no preview yet stays empty. */
  readonly #strips = new Map<string, HTMLImageElement>()

  constructor(stage: HTMLElement) {
    this.#canvas.ariaHidden = 'true'
    stage.append(this.#canvas)
  }

  /** Puts the frame at `atMs` of its file in sight, where there is one. */
  show({ assetId, kind, lengthMs }: Segment, atMs: number): void {
    const strip = kind === 'video' ? this.#stripOf(assetId) : null
    if (strip === null || !strip.complete || strip.naturalWidth === 0 || lengthMs === 0) return this.hide()
    const width = strip.naturalWidth / SCRUB_FRAMES
    const frame = Math.min(SCRUB_FRAMES - 1, Math.floor((atMs / lengthMs) * SCRUB_FRAMES))
    const shown = `${assetId} ${frame}`
    const canvas = this.#canvas
    if (canvas.dataset['shown'] === shown) return
    const height = strip.naturalHeight
    // A canvas that is given a size is made anew.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    canvas.getContext('2d')?.drawImage(strip, -frame * width, 0)
    canvas.dataset['shown'] = shown
  }

  hide(): void {
    delete this.#canvas.dataset['shown']
  }

  /** Loads what `show` will need. */
  prepare({ assetId, kind }: Segment): void {
    if (kind === 'video') this.#stripOf(assetId)
  }

  close(): void {
    this.#canvas.remove()
    this.#strips.clear()
  }

  #stripOf(assetId: string): HTMLImageElement {
    const known = this.#strips.get(assetId)
    if (known !== undefined) return known
    const strip = Object.assign(new Image(), { src: scrubUrl(assetId) })
    this.#strips.set(assetId, strip)
    return strip
  }
}
