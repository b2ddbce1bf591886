/** Measures the gallery of a running host in a real Chromium. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { quantile } from './frame.ts'

const VIEWPORT = { width: 1_600, height: 1_000 }
const ROUNDS = 4
const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'v8']

/** Opens the gallery twice, scrolls it up and down, and prints what that took. */
export async function measureGallery(
  browser: Browser,
  launchUrl: () => Promise<string>,
  speed: number,
  seconds: number,
): Promise<void> {
  const cold = await openGallery(browser, await launchUrl())
  const coldTimes = await firstImages(cold)
  await cold.context().close()
  const page = await openGallery(browser, await launchUrl())
  const warmTimes = await firstImages(page)
  const cdp = await page.context().newCDPSession(page)

  await browser.startTracing(page, { categories: TRACED })
  await scroll(cdp, speed, seconds)
  const scripting = scriptingPerFrame(await browser.stopTracing())

  const sights: Sight[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await startWatching(page)
    await scroll(cdp, round % 2 === 0 ? -speed : speed, seconds)
    sights.push(await stopWatching(page))
  }
  const worst = (pick: (sight: Sight) => number): number => Math.max(...sights.map(pick))
  const ms = (value: number, digits = 0): string => `${value.toFixed(digits)} ms`
  console.table({
    'first thumbnail, first start': ms(coldTimes.firstMs),
    'first thumbnail, warm start (goal 1,000 ms)': ms(warmTimes.firstMs),
    'all in sight, warm start': ms(warmTimes.allMs),
    'frames of the scroll': scripting.length,
    'scripting per frame, median': ms(quantile(scripting, 0.5), 1),
    'scripting per frame, p95 (goal 4 ms)': ms(quantile(scripting, 0.95), 1),
    'scripting per frame, worst': ms(Math.max(...scripting), 1),
    'longest without any image (goal 100 ms)': ms(worst(({ longestEmptyMs }) => longestEmptyMs)),
    'longest with a part of the window bare (goal 100 ms)': ms(worst(({ longestBareMs }) => longestBareMs)),
    'longest that one image came late': ms(worst(({ longestMissingMs }) => longestMissingMs)),
    'images in sight that were loaded': `${(100 * Math.min(...sights.map(({ loadedShare }) => loadedShare))).toFixed(1)} %`,
  })
}

async function openGallery(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  // The launch leads to a place of its own, and lets this browser in.
  const launched = await context.newPage()
  await launched.goto(url)
  await launched.locator('main').waitFor()
  await launched.close()
  const page = await context.newPage()
  await page.goto(`${new URL(url).origin}/#/gallery`)
  return page
}

/** As a wheel or a touchpad scrolls: by the compositor, at a steady speed. Negative goes up. */
async function scroll(cdp: CDPSession, speed: number, seconds: number): Promise<void> {
  await cdp.send('Input.synthesizeScrollGesture', {
    x: VIEWPORT.width / 2,
    y: VIEWPORT.height / 2,
    yDistance: -speed * seconds,
    speed: Math.abs(speed),
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds: when it began, how long it took, and how long the thread was at work on it. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/** What DevTools paints yellow: everything that runs the page's own code. */
const SCRIPTING = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'V8.GC_SCAVENGER',
  'MinorGC',
  'MajorGC',
])
const FRAME = 'BeginMainThreadFrame'

/**
 * Milliseconds of scripting in each frame, in order, as the thread's own clock counts them: time that other programs took
 * the processor away is not the page's. Nested events count once.
 */
function scriptingPerFrame(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] }
  const frames = traceEvents.filter(({ name }) => name === FRAME)
  const threads = Map.groupBy(frames, ({ pid, tid }) => `${pid}:${tid}`)
  const [busiest] = Array.from(threads).toSorted(([, a], [, b]) => b.length - a.length)
  if (busiest === undefined) throw new Error('The trace has no frames.')
  const [thread, own] = busiest
  const starts = own.map(({ ts }) => ts).toSorted((a, b) => a - b)
  const scripts = traceEvents
    .filter(({ name, ph, pid, tid }) => SCRIPTING.has(name) && ph === 'X' && `${pid}:${tid}` === thread)
    .toSorted((a, b) => a.ts - b.ts)
  const spent = starts.map(() => 0)
  let frame = -1
  let outerEnd = 0
  for (const { ts, dur = 0, tdur = dur } of scripts) {
    if (ts < outerEnd) continue
    outerEnd = ts + dur
    while ((starts[frame + 1] ?? Infinity) <= ts) frame += 1
    if (frame >= 0) spent[frame] = (spent[frame] ?? 0) + tdur / 1_000
  }
  return spent
}

/** What is measured inside of the page: when thumbnails are there, and whether something is in sight all the time. */
interface FirstImages {
  /** From the start of the navigation until one thumbnail is drawn, in ms. */
  readonly firstMs: number
  /** Until every one in sight is. */
  readonly allMs: number
}

/** Resolves when every thumbnail in sight is painted. */
function firstImages(page: Page): Promise<FirstImages> {
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

interface Sight {
  /** The longest time during which some part of the window had no row, in ms. */
  readonly longestBareMs: number
  /** The longest time during which not one image in sight was loaded, in ms. */
  readonly longestEmptyMs: number
  /** The longest time that an image which came into sight was not loaded, in ms. */
  readonly longestMissingMs: number
  /** Loaded images of those in sight, averaged over all frames, 0 to 1. */
  readonly loadedShare: number
}

declare global {
  interface Window {
    sight?: { readonly stop: () => Sight }
  }
}

/** Looks at every frame from now on, until `stopWatching`. */
async function startWatching(page: Page): Promise<void> {
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
    let shares = 0
    let isOn = true
    function look(now: number): void {
      if (!isOn) return
      frames += 1
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
        return { longestBareMs, longestEmptyMs, longestMissingMs, loadedShare }
      },
    }
  })
}

async function stopWatching(page: Page): Promise<Sight> {
  return page.evaluate(() => {
    if (window.sight === undefined) throw new Error('Nothing is being watched.')
    return window.sight.stop()
  })
}
