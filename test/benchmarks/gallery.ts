/**
 * The gallery in a real Chromium over a large library: how soon the first thumbnails are there, what a fast scroll costs, and
 * what the page holds in memory.
 *
 * `npm run bench -- gallery [--count 20000] [--images 300] [--speed 3000] [--seconds 8]`; speed in pixels a second. The goals
 * are P4: first thumbnails within 1 s of a warm start; scripting per frame under 4 ms at p95 and no frame without content for
 * over 100 ms; under 250 MB and flat.
 */
import { chromium } from '@playwright/test'
import { openApp } from '#core/open-app.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { ensureBuilt } from '../../electron/scripts/build/build.ts'
import { ensureChromium } from '../../electron/scripts/testing/chromium.ts'
import { startBuiltHost } from '../end-to-end/built-process.ts'
import { inFolder, readNumbers } from './frame.ts'
import { fillGallery } from './gallery-library.ts'
import { measureGallery } from './gallery-measure.ts'

export async function run(args: readonly string[]): Promise<void> {
  const { count, images, speed, seconds } = readNumbers(args, {
    count: 20_000,
    images: 300,
    speed: 3_000,
    seconds: 8,
  })
  const program = await ensureChromium()
  if (!program.ok) throw new Error(program.message)
  await ensureBuilt()
  await inFolder(async (dataDir) => {
    await makeData(dataDir, count, images)
    const host = await startBuiltHost(dataDir)
    const browser = await chromium.launch({ executablePath: program.path })
    try {
      await measureGallery(browser, host.launchUrl, speed, seconds)
    } finally {
      await browser.close()
      await host.stop()
    }
  })
}

async function makeData(dataDir: string, count: number, images: number): Promise<void> {
  const opened = await openApp(coreOptions(dataDir, { log: (line) => console.log(line) }))
  if (!opened.ok) throw new Error(opened.error.message)
  await opened.data.close()
  const begunAt = performance.now()
  await fillGallery(dataDir, count, images)
  console.log(
    `${count} assets over ${images} images, made in ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`,
  )
}
