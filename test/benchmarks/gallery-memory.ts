/**
 * What the gallery's page holds in memory over whole passes, as it is and after a forced collection.
 *
 * In a Chromium of its own that is spoken to directly: Playwright has DevTools' Network domain on, which keeps every response that
 * the page has read, in the page's own process (InspectorNetworkAgent of Blink), so that memory would rise with each pass.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { inFolder } from './frame.ts'

const VIEWPORT = { width: 1_600, height: 1_000 }
/** Down and up again, three times. */
const SCROLLS = 6
const MEGABYTE = 1_048_576

interface Response {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly sessionId: string }
  readonly result?: unknown
}

/** Prints the page's memory before and after each scroll. Linux tells it. `speed` in pixels a second. */
export async function measureGalleryMemory(
  program: string,
  launchUrl: string,
  speed: number,
  seconds: number,
): Promise<void> {
  await inFolder(async (folder) => {
    const flags = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0', 'about:blank']
    const chromium = spawn(program, [`--user-data-dir=${join(folder, 'profile')}`, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(chromium, 'exit')
    try {
      const { send, workers, close } = await connect(chromium.stderr)
      const page = await openPage(send, launchUrl)
      const raw: number[] = []
      const collected: number[] = []
      const look = async (): Promise<void> => {
        raw.push(await pageBytes(send))
        // What a first one finds unused may hold more that the second one then frees.
        for (let time = 0; time < 2; time++)
          for (const session of [page, ...workers]) await send('HeapProfiler.collectGarbage', {}, session)
        await send('Memory.simulatePressureNotification', { level: 'critical' }, page)
        collected.push(await pageBytes(send))
      }
      await look()
      for (let round = 0; round < SCROLLS; round++) {
        const yDistance = (round % 2 === 0 ? -1 : 1) * speed * seconds
        const [x, y] = [VIEWPORT.width / 2, VIEWPORT.height / 2]
        const how = { x, y, yDistance, speed, gestureSourceType: 'mouse', preventFling: true }
        await send('Input.synthesizeScrollGesture', how, page)
        await look()
      }
      close()
      const inMegabytes = (all: readonly number[]) =>
        `${all.map((bytes) => (bytes / MEGABYTE).toFixed(0)).join(', ')} MB`
      console.table({
        'memory of the page (goal 250 MB)': inMegabytes(raw),
        'after a collection (goal: flat)': inMegabytes(collected),
      })
    } finally {
      chromium.kill()
      await ended
    }
  })
}

type Send = (method: string, params?: object, session?: string) => Promise<unknown>

async function connect(said: NodeJS.ReadableStream) {
  const socket = new WebSocket(await addressIn(said), { maxPayload: 64 * MEGABYTE })
  await once(socket, 'open')
  const waiting = new Map<number, (result: unknown) => void>()
  const workers: string[] = []
  let lastId = 0
  socket.on('message', (data) => {
    const { id, method, params, result } = JSON.parse(data.toString()) as Response
    if (id !== undefined) waiting.get(id)?.(result)
    if (method === 'Target.attachedToTarget' && params !== undefined) workers.push(params.sessionId)
  })
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve) => {
      waiting.set(++lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) }))
    })
  return { send, workers, close: () => socket.terminate() }
}

async function addressIn(said: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(said)) {
    const found = /^DevTools listening on (\S+)$/.exec(line)?.[1]
    if (found !== undefined) {
      said.resume()
      return found
    }
  }
  throw new Error('Chromium says no address.')
}

/** Resolves to its session, when thumbnails are there. */
async function openPage(send: Send, launchUrl: string): Promise<string> {
  const { targetId } = (await send('Target.createTarget', { url: 'about:blank' })) as { targetId: string }
  const attached = await send('Target.attachToTarget', { targetId, flatten: true })
  const { sessionId } = attached as { sessionId: string }
  const follow = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
  await send('Target.setAutoAttach', follow, sessionId)
  const device = { ...VIEWPORT, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', device, sessionId)
  const until = async (expression: string): Promise<void> => {
    for (;;) {
      const found = (await send('Runtime.evaluate', { expression }, sessionId)) as {
        readonly result?: { readonly value?: unknown }
      }
      if (found.result?.value === true) return
    }
  }
  // The launch leads to a place of its own, and lets this browser in.
  await send('Page.navigate', { url: launchUrl }, sessionId)
  await until("document.querySelector('main') !== null")
  await send('Page.navigate', { url: 'about:blank' }, sessionId)
  await send('Page.navigate', { url: `${new URL(launchUrl).origin}/#/gallery` }, sessionId)
  await until("document.querySelector('canvas[data-painted]') !== null")
  return sessionId
}

/** What the page's process holds for itself. */
async function pageBytes(send: Send): Promise<number> {
  const { processInfo } = (await send('SystemInfo.getProcessInfo')) as {
    readonly processInfo: readonly { readonly type: string; readonly id: number }[]
  }
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => privateBytes(id))
  return Math.max(...renderers)
}

function privateBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kilobytes = Array.from(rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gmu), ([, size]) => Number(size))
  return 1_024 * kilobytes.reduce((sum, size) => sum + size, 0)
}
