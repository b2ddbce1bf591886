/** What is measured inside of the page: when thumbnails are there, and whether something is in sight all the time. */
import type { Page } from '@playwright/test'

export interface FirstImages {
  /** From the start of the navigation until one thumbnail is drawn, in ms. */
  readonly firstMs: number
  /** Until every one in sight is. */
  readonly allMs: number
}

/** Resolves when every thumbnail in sight is painted. */
export function firstImages(page: Page): Promise<FirstImages> {
  return page.evaluate(async () => {
    let firstMs = 0
    for (;;) {
      await new Promise(requestAnimationFrame)
      const images = Array.from(document.querySelectorAll<HTMLElement>('[role="gridcell"] canvas')).filter(
        (image) => {
          const box = image.getBoundingClientRect()
          return box.top < innerHeight && box.bottom > 0
        },
      )
      const painted = images.filter(({ dataset }) => 'painted' in dataset)
      if (firstMs === 0 && painted.length > 0) firstMs = performance.now()
      if (images.length > 0 && painted.length === images.length) {
        return { firstMs, allMs: performance.now() }
      }
    }
  })
}

export interface Sight {
  readonly frames: number
  /** The longest time during which some part of the window had no row, in ms. */
  readonly longestBareMs: number
  /** The longest time during which not one image in sight was loaded, in ms. */
  readonly longestEmptyMs: number
  /** The longest time that an image which came into sight was not loaded, in ms. */
  readonly longestMissingMs: number
  /** Loaded images of those in sight, averaged over all frames, 0 to 1. */
  readonly loadedShare: number
  readonly longestFrameMs: number
}

declare global {
  interface Window {
    sight?: { readonly stop: () => Sight }
  }
}

/** Looks at every frame from now on, until `stopWatching`. */
export async function startWatching(page: Page): Promise<void> {
  await page.evaluate(() => {
    const scroller = document.querySelector('[role="grid"]')?.parentElement
    if (scroller === null || scroller === undefined) throw new Error('There is no grid.')
    const window = scroller.getBoundingClientRect()
    const missingSince = new Map<string, number>()
    let frames = 0
    let bareSince: number | null = null
    let emptySince: number | null = null
    let longestBareMs = 0
    let longestEmptyMs = 0
    let longestMissingMs = 0
    let longestFrameMs = 0
    let shares = 0
    let lastFrame = performance.now()
    let isOn = true
    function look(now: number): void {
      if (!isOn) return
      frames += 1
      longestFrameMs = Math.max(longestFrameMs, now - lastFrame)
      lastFrame = now
      const boxes = Array.from(document.querySelectorAll('[role="row"]'), (row) =>
        row.getBoundingClientRect(),
      )
      const covered = [
        Math.min(...boxes.map(({ top }) => top)),
        Math.max(...boxes.map(({ bottom }) => bottom)),
      ]
      const isBare = (covered[0] ?? Infinity) > window.top + 8 || (covered[1] ?? 0) < window.bottom - 72
      const cells = Array.from(document.querySelectorAll<HTMLElement>('[role="gridcell"]')).filter((cell) => {
        const box = cell.getBoundingClientRect()
        return box.top < window.bottom && box.bottom > window.top
      })
      let loaded = 0
      const seen = new Set<string>()
      for (const cell of cells) {
        const image = cell.querySelector('canvas')
        const place = cell.dataset['index'] ?? ''
        seen.add(place)
        if (image !== null && 'painted' in image.dataset) {
          loaded += 1
          missingSince.delete(place)
        } else {
          const since = missingSince.get(place) ?? now
          missingSince.set(place, since)
          longestMissingMs = Math.max(longestMissingMs, now - since)
        }
      }
      for (const place of missingSince.keys()) if (!seen.has(place)) missingSince.delete(place)
      bareSince = isBare ? (bareSince ?? now) : null
      emptySince = loaded === 0 ? (emptySince ?? now) : null
      if (bareSince !== null) longestBareMs = Math.max(longestBareMs, now - bareSince)
      if (emptySince !== null) longestEmptyMs = Math.max(longestEmptyMs, now - emptySince)
      shares += cells.length === 0 ? 0 : loaded / cells.length
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    globalThis.window.sight = {
      stop() {
        isOn = false
        const loadedShare = shares / frames
        return { frames, longestBareMs, longestEmptyMs, longestMissingMs, loadedShare, longestFrameMs }
      },
    }
  })
}

export async function stopWatching(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    if (window.sight === undefined) throw new Error('Nothing is being watched.')
    return window.sight.stop()
  })
}
