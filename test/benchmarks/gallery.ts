/**
 * The gallery in a real Chromium over a large library: how soon the first thumbnails are there, what a fast scroll costs, and
 * what the page holds in memory.
 *
 * `npm run bench -- gallery [--count 20000] [--images 300] [--speed 3000] [--seconds 8] [--keep DIR]`; speed in pixels a
 * second. With `--keep` the data stays in that folder for later runs, each of which begins without an index. The goals are P4:
 * first thumbnails within 1 s of a warm start; scripting per frame under 4 ms at p95 and no frame without content for
 * over 100 ms; under 250 MB and flat.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { chromium } from '@playwright/test'
import { openApp } from '#core/open-app.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { createAssetStore } from '#core/library/assets/asset-store.ts'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import { openMediaFolder, type MediaFolder } from '#core/library/assets/media-folder.ts'
import { LONG_SIDE_PIXELS, QUALITY } from '#core/media/load-sharp.ts'
import { openDatabase } from '#core/store/database.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { ensureBuilt } from '../../electron/scripts/build/build.ts'
import { ensureChromium } from '../../electron/scripts/testing/chromium.ts'
import { startBuiltHost } from '../end-to-end/host.ts'
import { inFolder, readNumbers } from './frame.ts'
import { measureGallery } from './gallery-measure.ts'
import { measureGalleryMemory } from './gallery-memory.ts'
import { createCorpus } from './library-corpus.ts'

export async function run(args: readonly string[]): Promise<void> {
  const keep = args.indexOf('--keep')
  const folder = keep === -1 ? undefined : args[keep + 1]
  const { count, images, speed, seconds } = readNumbers(keep === -1 ? args : args.toSpliced(keep, 2), {
    count: 20_000,
    images: 300,
    speed: 3_000,
    seconds: 8,
  })
  const program = await ensureChromium()
  if (!program.ok) throw new Error(program.message)
  await ensureBuilt()
  const withData = folder === undefined ? inFolder : (act: typeof measure) => act(folder)
  const measure = async (dataDir: string): Promise<void> => {
    if (!existsSync(join(dataDir, 'library.db'))) await makeData(dataDir, count, images)
    await rm(join(dataDir, 'search.index'), { force: true })
    const host = await startBuiltHost(dataDir)
    const browser = await chromium.launch({ executablePath: program.path })
    try {
      await measureGallery(browser, host.launchUrl, speed, seconds)
      await browser.close()
      await measureGalleryMemory(program.path, await host.launchUrl(), speed, seconds)
    } finally {
      await browser.close()
      await host.stop()
    }
  }
  await withData(measure)
}

async function makeData(dataDir: string, count: number, images: number): Promise<void> {
  const opened = await openApp(coreOptions(dataDir, { log: (line) => console.log(line) }))
  if (!opened.ok) throw new Error(opened.error.id)
  await opened.data.close()
  const begunAt = performance.now()
  await fillGallery(dataDir, count, images)
  console.log(
    `${count} assets over ${images} images, made in ${((performance.now() - begunAt) / 1_000).toFixed(0)} s`,
  )
}

/**
 * No larger than their thumbnails: nothing here looks at the files themselves.
 *
 * Assets share files, as assets with the same bytes do; every asset has an address of its own, so that the page loads and
 * decodes each thumbnail anew.
 */
const SHAPES = [
  [384, 384],
  [384, 216],
  [216, 384],
  [384, 298],
  [298, 384],
  [384, 160],
] as const
const MODELS = 40
const TAGS = ['sea', 'portrait', 'study', 'client', 'keep', 'night', 'colour', 'draft']
const ROWS_A_STEP = 2_000
/** Assets of five years, a little denser towards the end. */
const YEARS_MS = 5 * 365 * 86_400_000

interface GalleryImage {
  readonly sha256: string
  readonly sizeBytes: number
  readonly width: number
  readonly height: number
}

/** Fills the data directory of a core that has been there before. `images` is the number of different files. */
async function fillGallery(dataDir: string, count: number, images: number): Promise<void> {
  const media = await openMediaFolder(dataDir)
  const random = seededRandom(11)
  const made: GalleryImage[] = []
  for (let number = 0; number < images; number++) made.push(await makeImageFile(media, number, random))
  const db = openDatabase(join(dataDir, 'library.db'))
  const store = createAssetStore(db)
  const corpus = createCorpus()
  const now = Date.now()
  for (let from = 0; from < count; from += ROWS_A_STEP) {
    const numbers = Array.from({ length: Math.min(ROWS_A_STEP, count - from) }, (_, step) => from + step)
    store.insertMany(
      numbers.map((number) => {
        const image = made[Math.floor(random() * made.length)]
        if (image === undefined) throw new Error('There are no images.')
        return recordOf(
          image,
          number,
          corpus.prompt(number),
          random,
          now - YEARS_MS * (1 - number / count) ** 1.4,
        )
      }),
    )
  }
  db.close()
}

/** An image of a few soft shapes and some grain: its thumbnail is as large as that of a photograph. */
async function makeImageFile(
  media: MediaFolder,
  number: number,
  random: () => number,
): Promise<GalleryImage> {
  const [width, height] = SHAPES[number % SHAPES.length] ?? SHAPES[0]
  const colour = (): string => `hsl(${Math.floor(random() * 360)} 60% ${20 + Math.floor(random() * 60)}%)`
  const shapes = Array.from(
    { length: 12 },
    () =>
      `<ellipse cx="${random() * width}" cy="${random() * height}" rx="${20 + random() * 120}" ry="${20 + random() * 120}" fill="${colour()}" opacity="0.6"/>`,
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colour()}"/>${shapes.join('')}</svg>`
  const grain = {
    width,
    height,
    channels: 3,
    background: '#808080',
    noise: { type: 'gaussian', mean: 128, sigma: 18 },
  } as const
  const noise = await sharp({ create: grain }).png().toBuffer()
  const bytes = await sharp(Buffer.from(drawing))
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toBuffer()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const thumbnail = await sharp(bytes)
    .resize(LONG_SIDE_PIXELS, LONG_SIDE_PIXELS, { fit: 'inside' })
    .webp({ quality: QUALITY })
    .toBuffer()
  for (const [path, content] of [
    [media.path(sha256, 'jpg'), bytes],
    [media.thumbPath(sha256), thumbnail],
  ] as const) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { sha256, sizeBytes: bytes.byteLength, width, height }
}

function recordOf(
  image: GalleryImage,
  number: number,
  prompt: string,
  random: () => number,
  createdAt: number,
): Omit<AssetRecord, 'seq'> {
  const tagged = random() < 0.2 ? TAGS[Math.floor(random() * TAGS.length)] : undefined
  return {
    id: `asset_${createHash('sha256').update(`gallery ${number}`).digest('hex').slice(0, 32)}`,
    place: 0,
    kind: 'image',
    mediaType: 'image',
    mimeType: 'image/jpeg',
    extension: 'jpg',
    createdAt: Math.floor(createdAt),
    provider: `provider-${number % 7}`,
    model: `model-${Math.floor(MODELS * random() ** 2)}`,
    scene: 'text-to-image',
    prompt,
    options: { seed: number },
    inputs: [],
    rating: random() < 0.1 ? 1 + Math.floor(random() * 5) : 0,
    favorite: random() < 0.05,
    tags: tagged === undefined ? [] : [tagged],
    ...image,
  }
}
