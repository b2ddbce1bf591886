/** `screen`: one display, until a test adds another (electron.d.ts, `Screen`: not before `ready`). */
import { EventEmitter } from 'node:events'
import type { Rectangle } from 'electron'
import { needsReady } from '../runtime.ts'
import { strict } from '../strict.ts'

interface Display {
  readonly id: number
  readonly bounds: Rectangle
  readonly workArea: Rectangle
  readonly scaleFactor: number
  readonly label: string
  readonly internal: boolean
}

const NOT_READY = "The 'screen' module can't be used before the app 'ready' event"
const FULL_HD = { x: 0, y: 0, width: 1920, height: 1080 }

class Screen extends EventEmitter {
  displays: Display[] = [
    { id: 1, bounds: FULL_HD, workArea: FULL_HD, scaleFactor: 1, label: 'Stand-in', internal: true },
  ]
  getAllDisplays(): Display[] {
    needsReady(NOT_READY)
    return [...this.displays]
  }
  getPrimaryDisplay(): Display | undefined {
    return this.getAllDisplays()[0]
  }
  getDisplayNearestPoint(point: { x: number; y: number }): Display | undefined {
    return this.getDisplayMatching({ ...point, width: 1, height: 1 })
  }
  /** The display that has most of `bounds`, or the first. */
  getDisplayMatching(bounds: Rectangle): Display | undefined {
    const shared = ({ bounds: area }: Display): number => {
      const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
      const height = Math.min(bounds.y + bounds.height, area.y + area.height) - Math.max(bounds.y, area.y)
      return Math.max(0, width) * Math.max(0, height)
    }
    return this.getAllDisplays().toSorted((one, other) => shared(other) - shared(one))[0]
  }
  getCursorScreenPoint(): { x: number; y: number } {
    needsReady(NOT_READY)
    return { x: 0, y: 0 }
  }
}

export const screen = strict('screen', new Screen())
