/**
 * `WebFrameMain`: a frame of a page, the same object until it is gone.
 *
 * Assumed (electron.d.ts, `WebFrameMain.origin`): the origin of the document that the frame shows, "null" for an opaque
 * one; about:blank inherits the origin of its opener.
 */
import { fromChromium } from '../addresses.ts'
import { runtime } from '../runtime.ts'

/** What the DevTools protocol says of a frame (Page.Frame). */
export interface FrameState {
  readonly id: string
  readonly parentId?: string
  readonly url: string
  readonly securityOrigin: string
  readonly name?: string
}

export class WebFrame {
  frameId: string
  readonly parent: WebFrame | null
  url = ''
  origin = 'null'
  name = ''
  detached = false
  readonly processId = 1
  readonly routingId: number
  /** Known to Electron as the main frame's own. */
  get top(): WebFrame {
    return this.parent?.top ?? this
  }
  constructor(frameId: string, parent: WebFrame | null, routingId: number) {
    this.frameId = frameId
    this.parent = parent
    this.routingId = routingId
  }
  isDestroyed(): boolean {
    return this.detached
  }
  show({ url, securityOrigin, name = '' }: FrameState): void {
    this.url = fromChromium(url, runtime.schemes)
    const origin = fromChromium(securityOrigin, runtime.schemes)
    this.origin = origin === '://' || origin === '' ? 'null' : origin
    this.name = name
  }
}
