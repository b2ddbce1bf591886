/** Measures the gallery of a running host in a real Chromium. */
import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { firstImages, startWatching, stopWatching, type Sight } from './gallery-page.ts'
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
  const memory = [await pageMegabytes(browser, page)]

  await browser.startTracing(page, { categories: TRACED })
  await scroll(cdp, speed, seconds)
  const scripting = scriptingPerFrame(await browser.stopTracing())

  const sights: Sight[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await startWatching(page)
    await scroll(cdp, round % 2 === 0 ? -speed : speed, seconds)
    sights.push(await stopWatching(page))
    memory.push(await pageMegabytes(browser, page))
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
    'memory of the page (goal 250 MB)': memory.map((megabytes) => `${megabytes.toFixed(0)} MB`).join(', '),
  })
}

async function openGallery(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  // The address carries a token that works once; the place comes behind it.
  await page.goto(`${url}#/gallery`)
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

/** What the page's process holds for itself, in MB (2^20 bytes). Linux tells; elsewhere the script's heap stands in. */
async function pageMegabytes(browser: Browser, page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const own = await browser.newBrowserCDPSession()
  const { processInfo } = await own.send('SystemInfo.getProcessInfo')
  await own.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id))
  await cdp.detach()
  return Math.max(...renderers) / 1_048_576
}

function privateBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = Array.from(rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gmu), ([, size]) => Number(size))
  return 1_024 * kilobytes.reduce((sum, size) => sum + size, 0)
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
