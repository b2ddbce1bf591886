/**
 * A sequence in a real Chromium: how many frames a second a scrub over its clips shows, and how long a join holds its picture.
 *
 * `npm run bench -- sequences [--clips 10] [--seconds 5]`. The clips are the Sample studio's, 2 s at 480p each. A frame counts where
 * the browser has put another frame of a video in sight: it tells (requestVideoFrameCallback), or another video is before the others. The
 * scrub goes from one end to the other.
 */
import { chromium, type Page } from '@playwright/test'
import { ensureBuilt } from '../../electron/scripts/build/build.ts'
import { ensureChromium } from '../../electron/scripts/testing/chromium.ts'
import { type Host, hostOf, start } from '../end-to-end/host.ts'
import { inFolder, quantile, readNumbers } from './frame.ts'

const VIDEO = { provider: 'sample', mediaType: 'video', options: { duration: 2, resolution: '480p' } }
const MADE_WITHIN_MS = 600_000

export async function run(args: readonly string[]): Promise<void> {
  const { clips, seconds } = readNumbers(args, { clips: 10, seconds: 5 })
  const program = await ensureChromium()
  if (!program.ok) throw new Error(program.message)
  await ensureBuilt()
  await inFolder(async (dataDir) => {
    const host = hostOf(await start('web/main.js', ['--port', '0', '--data-dir', dataDir, '--no-open']))
    const browser = await chromium.launch({
      executablePath: program.path,
      args: ['--autoplay-policy=no-user-gesture-required'],
    })
    try {
      const id = await makeSequence(host, clips)
      const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } })
      const address = await host.launchUrl()
      await page.goto(address)
      await page.goto(`${new URL(address).origin}/#/sequences/${id}`)
      await page.getByRole('slider', { name: 'Position' }).waitFor()
      await page.locator('video[data-shown]').waitFor()
      await watch(page)
      const first = await scrub(page, seconds)
      const again = await scrub(page, seconds)
      const joins = await play(page, clips)
      console.log(`${clips} clips of 2 s; a scrub over all of them in ${seconds} s, then the same again`)
      console.table({ 'first scrub': first, 'second scrub': again })
      console.log(`${joins.length} joins while playing (a frame lasts 42 ms)`)
      const told = (all: readonly number[]) => ({
        'median (ms)': Math.round(quantile(all, 0.5)),
        'most (ms)': Math.round(Math.max(...all)),
      })
      console.table({
        'from the last frame to the next clip': told(joins.map(({ toNextMs }) => toNextMs)),
        'from its first frame to its second': told(joins.map(({ toSecondMs }) => toSecondMs)),
      })
    } finally {
      await browser.close()
      await host.stop()
    }
  })
}

interface Made {
  readonly id: string
  readonly model: string
  readonly prompt?: string
}

/** Each clip is a shot's chosen take. */
async function makeSequence(host: Host, clips: number): Promise<string> {
  const models = (await host.call('models.list', {})).data as unknown as {
    items: { id: string; mediaTypes: string[] }[]
  }
  const model = models.items.find(({ mediaTypes }) => mediaTypes.includes('video'))?.id
  const scene = 'text-to-video'
  const requests = Array.from({ length: clips }, (_, at) => ({
    ...VIDEO,
    scene,
    model,
    prompt: `hill ${at}`,
  }))
  await host.call('tasks.submit', { requests })
  const begunAt = Date.now()
  for (;;) {
    const { items } = (await host.call('library.query', {})).data as unknown as { items: Made[] }
    if (items.length === clips) return await save(host, items)
    if (Date.now() - begunAt > MADE_WITHIN_MS) throw new Error(`Only ${items.length} clips were made.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function save(host: Host, clips: readonly Made[]): Promise<string> {
  const shots = clips.map(({ id, model, prompt = '' }) => ({ ...VIDEO, model, prompt, take: id }))
  const saved = await host.call('sequences.save', { name: 'Bench', shots })
  if (!saved.ok) throw new Error(saved.error?.message)
  return (saved.data as unknown as { id: string }).id
}

interface Frames {
  /** When a frame of a video in sight was shown, and which video. */
  readonly shown: readonly (readonly [at: number, source: string])[]
  /** When the page was painted. */
  readonly painted: readonly number[]
}

type Watched = typeof globalThis & { sequenceFrames: { shown: [number, string][]; painted: number[] } }

/** Notes every frame from now on. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = globalThis as Watched
    watched.sequenceFrames = { shown: [], painted: [] }
    const followed = new WeakSet<HTMLVideoElement>()
    const follow = (video: HTMLVideoElement): void => {
      video.requestVideoFrameCallback((at) => {
        if ('shown' in video.dataset) watched.sequenceFrames.shown.push([at, video.src])
        follow(video)
      })
    }
    let before = ''
    const paint = (at: number): void => {
      watched.sequenceFrames.painted.push(at)
      const { src = before, readyState = 0 } =
        document.querySelector<HTMLVideoElement>('video[data-shown]') ?? {}
      if (src !== before && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
        watched.sequenceFrames.shown.push([at, src])
      before = src
      for (const video of document.querySelectorAll('video')) {
        if (followed.has(video)) continue
        followed.add(video)
        follow(video)
      }
      requestAnimationFrame(paint)
    }
    requestAnimationFrame(paint)
  })
}

/** What was noted since it was last asked for. */
async function noted(page: Page): Promise<Frames> {
  return page.evaluate(() => {
    const watched = globalThis as Watched
    const { sequenceFrames: frames } = watched
    watched.sequenceFrames = { shown: [], painted: [] }
    return frames
  })
}

async function scrub(page: Page, seconds: number) {
  const track = await page.getByRole('slider', { name: 'Position' }).boundingBox()
  if (track === null) throw new Error('The slider is not in sight.')
  const y = track.y + track.height / 2
  await page.mouse.move(track.x + 2, y)
  await page.mouse.down()
  await page.waitForTimeout(500)
  await noted(page)
  const begunAt = performance.now()
  for (;;) {
    const share = (performance.now() - begunAt) / (seconds * 1_000)
    await page.mouse.move(track.x + 2 + (track.width - 4) * Math.min(1, share), y)
    if (share >= 1) break
  }
  const passed = (performance.now() - begunAt) / 1_000
  const { shown, painted } = await noted(page)
  await page.mouse.up()
  const gaps = shown.slice(1).map(([at], place) => at - (shown[place]?.[0] ?? at))
  return {
    'frames of video a second': Number((shown.length / passed).toFixed(1)),
    'paints a second': Number((painted.length / passed).toFixed(1)),
    'longest without another frame (ms)': Math.round(Math.max(...gaps)),
    clips: new Set(shown.map(([, source]) => source)).size,
  }
}

interface Joined {
  /** From when the earlier clip's last frame was shown. */
  readonly toNextMs: number
  readonly toSecondMs: number
}

async function play(page: Page, clips: number): Promise<readonly Joined[]> {
  await page.keyboard.press('Home')
  await page.waitForTimeout(500)
  await noted(page)
  await page.getByRole('button', { name: 'Play' }).click()
  await page.waitForTimeout(clips * 2_000 + 1_500)
  const { shown } = await noted(page)
  return shown.flatMap(([at, source], place) => {
    const [before, second] = [shown[place - 1], shown[place + 1]]
    if (before === undefined || before[1] === source || second === undefined) return []
    return [{ toNextMs: at - before[0], toSecondMs: second[0] - at }]
  })
}
