/**
 * The form of Create in a real Chromium, beside a feed of many results: how soon a press shows something, and what a key in the
 * prompt costs.
 *
 * `npm run bench -- create [--results 500] [--fields 50] [--keys 200] [--presses 20]`. The goal is 16 ms a key: of work on the
 * page's thread (handlers, React, style, layout, paint: Chromium's TaskDuration), and from the key to the image with the key in
 * it, which is that and the wait for the next frame.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { ensureBuilt } from '../../electron/scripts/build/build.ts'
import { ensureChromium } from '../../electron/scripts/testing/chromium.ts'
import { startBuiltHost, type Host } from '../end-to-end/host.ts'
import { promptBox } from '../end-to-end/input-form.ts'
import { inFolder, quantile, readNumbers } from './frame.ts'

/** A fast typist: twelve keys a second. */
const KEY_PAUSE_MS = 80

export async function run(args: readonly string[]): Promise<void> {
  const asked = readNumbers(args, {
    results: 500,
    fields: 50,
    keys: 200,
    presses: 20,
  })
  const program = await ensureChromium()
  if (!program.ok) throw new Error(program.message)
  await ensureBuilt()
  const service = await startService(asked.fields)
  await inFolder(async (dataDir) => {
    const host = await startBuiltHost(dataDir)
    const browser = await chromium.launch({ executablePath: program.path })
    try {
      const made = await host.call('profiles.create', {
        name: 'Bench',
        baseUrl: service.baseUrl,
        apiKey: 'any',
      })
      await host.call('profiles.activate', { id: (made.data as unknown as { id: string }).id })
      await host.call('settings.set', { queue: { confirmAbove: 1_000 } })
      await fillFeed(host.call, asked.results)
      const page = await (await browser.newContext({ viewport: { width: 1_440, height: 900 } })).newPage()
      await page.goto(await host.launchUrl())
      await promptBox(page).fill('a red fox')
      await page.getByRole('button', { name: /^Generate 1 image/ }).waitFor()
      const keys = await measureKeys(page, asked.keys)
      const presses = await measurePresses(page, asked.presses)
      const controls = await page.locator('form input, form button, form textarea').count()
      const bare = await measureBareKeys(await browser.newPage(), asked.keys)
      console.log(
        `Work of a key in the prompt: ${keys.work.toFixed(1)} ms (goal 16 ms); in a bare text box of an empty page: ${bare.toFixed(1)} ms`,
      )
      console.log(
        `${asked.results} results in the feed, ${asked.fields} fields in the schema, ${controls} controls`,
      )
      console.table({
        'from a key in the prompt to its image': row(keys.image),
        'from the press to the first feedback': row(presses.feedback),
        'from the press to the answer of the host': row(presses.response),
        'from the press to its place in the feed': row(presses.place),
      })
    } finally {
      await browser.close()
      await host.stop()
      await service.close()
    }
  })
}

function row(times: readonly number[]) {
  const ms = (share: number): string => `${quantile(times, share).toFixed(1)} ms`
  return { p50: ms(0.5), p95: ms(0.95), worst: `${Math.max(...times).toFixed(1)} ms`, measured: times.length }
}

async function measureKeys(page: Page, count: number) {
  const prompt = promptBox(page)
  await prompt.fill('')
  await prompt.evaluate((box) => {
    const times: number[] = []
    const channel = new MessageChannel()
    let begunAt = 0
    channel.port1.addEventListener('message', () => times.push(performance.now() - begunAt))
    channel.port1.start()
    box.addEventListener('keydown', ({ timeStamp }) => {
      begunAt = timeStamp
      // Behind the frame's rendering: a message posted in a frame callback arrives after its paint.
      requestAnimationFrame(() => channel.port2.postMessage(null))
    })
    Object.assign(window, { keyTimes: times })
  })
  const work = await workOfKeys(page, count)
  await page.waitForFunction(
    (most) => (window as unknown as { keyTimes: number[] }).keyTimes.length >= most,
    count,
  )
  const image = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  return { work, image }
}

/** What Chromium itself takes for it on this machine. */
async function measureBareKeys(page: Page, count: number): Promise<number> {
  await page.setContent('<textarea rows="4" cols="60"></textarea>')
  await page.locator('textarea').focus()
  const work = await workOfKeys(page, count)
  await page.close()
  return work
}

/** Types into what has the focus. Milliseconds of the page's thread for a key, without what it does anyway. */
async function workOfKeys(page: Page, count: number): Promise<number> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  const text = 'a red fox in deep snow at dusk, seen from far away, with a lantern '
  const idle = await workDuring(devTools, () => setTimeout(count * KEY_PAUSE_MS))
  const typing = await workDuring(devTools, async () => {
    for (let at = 0; at < count; at++) {
      const letter = text[at % text.length] ?? ' '
      await Promise.all([page.keyboard.press(letter === ' ' ? 'Space' : letter), setTimeout(KEY_PAUSE_MS)])
    }
  })
  return (typing - idle) / count
}

/** How long the page's thread works meanwhile, in milliseconds. */
async function workDuring(devTools: CDPSession, act: () => Promise<unknown>): Promise<number> {
  const taskMs = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
  }
  const before = await taskMs()
  await act()
  return (await taskMs()) - before
}

/** Each press asks for something else, so that none is taken for a double click. */
async function measurePresses(page: Page, count: number) {
  const feedback: number[] = []
  const response: number[] = []
  const place: number[] = []
  for (let press = 0; press < count; press++) {
    const text = `press number ${press}`
    await promptBox(page).fill(text)
    const button = page.getByRole('button', { name: /^Generate 1 image/ })
    await button.waitFor()
    const times = await button.evaluate(async (element, wanted) => {
      const feed = document.querySelector('section[aria-label="Results"]')
      let begunAt = 0
      element.addEventListener('pointerdown', ({ timeStamp }) => (begunAt = timeStamp), { once: true })
      const box = element.getBoundingClientRect()
      const where = {
        clientX: box.x + 9,
        clientY: box.y + 9,
        bubbles: true,
        button: 0,
        pointerId: 1,
        isPrimary: true,
      }
      const before = element.outerHTML
      performance.clearResourceTimings()
      element.dispatchEvent(new PointerEvent('pointerdown', { ...where, pointerType: 'mouse' }))
      element.dispatchEvent(new PointerEvent('pointerup', { ...where, pointerType: 'mouse' }))
      element.dispatchEvent(new MouseEvent('click', { ...where, detail: 1 }))
      let [shownAt, placedAt] = [0, 0]
      for (;;) {
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        if (shownAt === 0 && element.outerHTML !== before) shownAt = now
        if (placedAt === 0 && feed?.textContent?.includes(wanted) === true) placedAt = now
        const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const answeredAt = calls.find(({ name }) => name.endsWith('/tasks.submit'))?.responseEnd
        if (placedAt === 0 || answeredAt === undefined) continue
        const feedback = (shownAt || now) - begunAt
        return { feedback, response: answeredAt - begunAt, place: placedAt - begunAt }
      }
    }, text)
    feedback.push(times.feedback)
    response.push(times.response)
    place.push(times.place)
    await page.waitForFunction(() => document.querySelector('form button[data-pending]') === null)
  }
  return { feedback, response, place }
}

async function fillFeed(ask: Host['call'], count: number): Promise<void> {
  const request = { provider: 'bench', mediaType: 'image', model: 'wide', scene: 'text-to-image' }
  for (let from = 0; from < count; from += 25)
    await ask('tasks.submit', {
      requests: Array.from({ length: Math.min(25, count - from) }, (_, at) => ({
        ...request,
        prompt: `result ${from + at}`,
      })),
    })
  for (;;) {
    const state = (await ask('queue.state', {})).data as unknown as {
      readonly counts: Readonly<Record<string, number>>
    }
    if ((state.counts['saved'] ?? 0) >= count) return
    await setTimeout(500)
  }
}

/** Answers every request at once, and every task with an image of its own. */
async function startService(fields: number) {
  const kinds = [
    { type: 'integer', minimum: 0, maximum: 100 },
    { type: 'string', enum: ['low', 'medium', 'high'] },
    { type: 'boolean' },
    { type: 'string' },
    { type: 'number', minimum: 0, maximum: 1 },
  ]
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, at) => [`field_${at}`, kinds[at % kinds.length]]),
  )
  const model = {
    id: 'wide',
    provider: 'bench',
    label: 'Wide',
    mediaTypes: ['image'],
    optionsSchema: { type: 'object', properties },
  }
  let tasks = 0
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    request.resume()
    if (pathname.startsWith('/file/')) {
      response.setHeader('content-type', 'image/png')
      response.end(await makeImage(Number(pathname.slice('/file/'.length)), 256, 256))
    } else if (pathname.endsWith('/models')) json(response, [model])
    else if (pathname.endsWith('/generate')) json(response, { taskId: String(++tasks) })
    else {
      const id = pathname.split('/').at(-1) ?? ''
      json(response, {
        id,
        status: 'SUCCESS',
        mediaType: 'image',
        taskResult: { images: [{ url: `http://${request.headers.host}/file/${id}` }] },
      })
    }
  }
  const { origin, close } = await listen(server)
  return { baseUrl: origin, close }
}

function json(response: ServerResponse, data: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ code: 0, message: 'ok', data }))
}
