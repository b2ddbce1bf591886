/**
 * How fast thumbnails are made, and what that does to the event loop.
 *
 * The same images go through Atelier's thumbnails (with their perceptual hashes) and through sharp alone on all
 * cores, the fastest library at hand.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import { createKeyedLock } from '#core/store/keyed-lock.ts'
import { createHashStore } from '#core/library/similar/hash-store.ts'
import { openMediaFolder, type MediaFolder } from '#core/library/assets/media-folder.ts'
import { LONG_SIDE_PIXELS, QUALITY } from '#core/media/load-sharp.ts'
import { createThumbnails } from '#core/library/thumbnails/thumbnails.ts'
import { forkReader, openReader } from '#core/open-reader.ts'
import { openDatabase } from '#core/store/database.ts'
import { inFolder, processorMs } from './frame.ts'

const SIDE = 1_024
const DIFFERENT = 20
const A_TURN = 100

/** `npm run bench -- thumbnails [COUNT]`; 400 images where none is given. */
export async function run(args: readonly string[]): Promise<void> {
  const count = Number(args[0] ?? 400)
  await inFolder(async (dataDir) => {
    const media = await openMediaFolder(dataDir)
    const [first, ...records] = await makeImages(media, count + 1)
    if (!first) return
    console.log(`${count} images of ${SIDE} x ${SIDE} (PNG), ${availableParallelism()} cores`)
    const db = openDatabase(join(dataDir, 'library.db'))
    const log = (line: string) => console.log(line)
    const reader = await openReader({ db, dataDir, clock: Date, spawn: forkReader, log })
    const thumbnails = createThumbnails(media, createHashStore(db), reader, createKeyedLock())
    // Neither starts cold: sharp was loaded to make the images.
    await thumbnails.ensure(first)
    await mkdir(join(dataDir, 'plain'))
    const makers = [
      createMaker('Atelier', (record) => thumbnails.ensure(record)),
      createMaker('sharp alone', (record) =>
        sharp(media.path(record.sha256, record.extension))
          .resize(LONG_SIDE_PIXELS, LONG_SIDE_PIXELS, { fit: 'inside' })
          .webp({ quality: QUALITY })
          .toFile(join(dataDir, 'plain', `${record.sha256}.webp`)),
      ),
    ]
    // By turns: what else the computer does slows both.
    for (let done = 0; done < records.length; done += A_TURN) {
      for (const maker of makers) await maker.make(records.slice(done, done + A_TURN))
    }
    const [ours, alone] = makers.map((maker) => maker.report())
    if (!ours || !alone) return
    const times = (ratio: number) => `${ratio.toFixed(2)} x what sharp alone makes`
    console.log(`Atelier makes ${times(ours.aSecond / alone.aSecond)} (goal 0.9)`)
    console.log(`In the same processor time it makes ${times(alone.processorMs / ours.processorMs)}`)
    await reader.close()
    db.close()
  })
}

interface Maker {
  make(records: readonly AssetRecord[]): Promise<void>
  /** Prints what was measured: images a second, and the processor time of one. */
  report(): { readonly aSecond: number; readonly processorMs: number }
}

function createMaker(name: string, make: (record: AssetRecord) => Promise<unknown>): Maker {
  const delays: { readonly p99: number; readonly worst: number }[] = []
  let seconds = 0
  let usedMs = 0
  let count = 0
  return {
    make: async (records) => {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const startedAt = performance.now()
      const usedBefore = processorMs(process.pid)
      await Promise.all(records.map(make))
      seconds += (performance.now() - startedAt) / 1_000
      usedMs += processorMs(process.pid) - usedBefore
      delay.disable()
      delays.push({ p99: delay.percentile(99), worst: delay.max })
      count += records.length
    },
    report: () => {
      const ms = (nanoseconds: readonly number[]) => (Math.max(...nanoseconds) / 1e6).toFixed(1)
      console.log(
        `${name.padEnd(12)} ${(count / seconds).toFixed(1).padStart(6)} images/s, ${(usedMs / count).toFixed(1)} ms of a processor   ` +
          `event-loop delay p99 ${ms(delays.map(({ p99 }) => p99))} ms, worst ${ms(delays.map(({ worst }) => worst))} ms`,
      )
      return { aSecond: count / seconds, processorMs: usedMs / count }
    },
  }
}

/** Noise over soft colours: as hard to decode and encode as a real image, another one each time. */
async function makeImages(media: MediaFolder, count: number): Promise<readonly AssetRecord[]> {
  const kinds: Buffer[] = []
  for (let kind = 0; kind < DIFFERENT; kind++) {
    kinds.push(
      await sharp({
        create: {
          width: SIDE,
          height: SIDE,
          channels: 3,
          background: { r: 10 * kind, g: 120, b: 255 - 10 * kind },
          noise: { type: 'gaussian', mean: 128, sigma: 12 },
        },
      })
        .blur(1.5)
        .png({ compressionLevel: 2 })
        .toBuffer(),
    )
  }
  const records: AssetRecord[] = []
  for (let index = 0; index < count; index++) {
    const bytes = kinds[index % DIFFERENT] ?? Buffer.alloc(0)
    const sha256 = createHash('sha256').update(`${index}`).digest('hex')
    const path = media.path(sha256, 'png')
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, bytes)
    records.push({
      seq: index,
      id: `asset_${index}`,
      place: 0,
      kind: 'image',
      mediaType: 'image',
      mimeType: 'image/png',
      extension: 'png',
      sha256,
      sizeBytes: bytes.byteLength,
      createdAt: 0,
      provider: '',
      model: '',
      scene: '',
      options: {},
      rating: 0,
      favorite: false,
      tags: [],
    })
  }
  return records
}
