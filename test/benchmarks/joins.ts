/**
 * Clips joined by copying their packets: how fast beside `ffmpeg -c copy`, and seeded pairs over codecs and rates, packet by packet.
 *
 * `npm run bench -- joins [--clips 8] [--frames 240] [--megabits 40] [--rounds 5] [--pairs 200] [--seed 27]`. Atelier measures the clips,
 * joins them in the process that reads files, and syncs the file; ffmpeg does not sync, so it is also measured with a sync behind it.
 * Rounds alternate, and each figure is the median. The goal: 200 MB/s, or 0.7 of ffmpeg. Without ffmpeg and ffprobe nothing is done.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEventBus } from '#core/calls/events.ts'
import { createInputs } from '#core/inputs/inputs.ts'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'
import { createLibrary } from '#core/library/library.ts'
import { sniff } from '#core/media/sniff.ts'
import { forkReader, openReader } from '#core/open-reader.ts'
import { createRendering, type Rendering } from '#core/rendering/rendering.ts'
import { openDatabase } from '#core/store/database.ts'
import { clipOf, ffmpeg, H264, requestOf, whyNoClips } from '#test/stand-ins/clips.ts'
import { joinPairs } from '#test/stand-ins/joined-pairs.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { inFolder, quantile, readNumbers } from './frame.ts'

const MEGABYTE = 1_000_000

export async function run(args: readonly string[]): Promise<void> {
  const skipped = whyNoClips()
  if (skipped) return console.log(skipped)
  const { pairs, seed, ...sizes } = readNumbers(args, {
    clips: 8,
    frames: 240,
    megabits: 40,
    rounds: 5,
    pairs: 200,
    seed: 27,
  })
  await inFolder(async (dir) => {
    const world = await openWorld(dir)
    try {
      await compareSpeeds(world, dir, sizes)
      const begunAt = performance.now()
      const wrongs = await joinPairs({ ...world, dir, pairs, seed })
      const seconds = Math.round((performance.now() - begunAt) / 1_000)
      console.log(`${pairs} pairs in ${seconds} s: ${wrongs.length} went wrong`)
      for (const wrong of wrongs) console.log(`  ${wrong}`)
      if (wrongs.length > 0) process.exitCode = 1
    } finally {
      await world.close()
    }
  })
}

interface World {
  readonly rendering: Rendering
  /** Makes an asset of a file. */
  add(path: string): Promise<string>
  close(): Promise<void>
}

async function openWorld(dataDir: string): Promise<World> {
  const db = openDatabase(join(dataDir, 'library.db'))
  const clock = createManualClock()
  const media = await openMediaFolder(dataDir)
  const context = { db, dataDir, clock, log: console.error, events: createEventBus(console.error) }
  const reader = await openReader({ ...context, spawn: forkReader })
  const library = createLibrary(context, media, reader)
  const inputs = createInputs({ ...context, reader, partPath: media.partPath })
  let added = 0
  return {
    rendering: createRendering({ ...context, library, inputs }),
    add: async (from) => {
      const path = media.partPath(`clip-${added++}`)
      await copyFile(from, path)
      const bytes = await readFile(path)
      const sniffed = await sniff(bytes)
      if (sniffed.kind !== 'known') throw new Error(`${from} is of no known kind.`)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const file = { path, sha256, sizeBytes: bytes.byteLength, type: sniffed.type }
      const model = { provider: 'bench', model: 'bench', scene: 'text-to-video', options: {} }
      const facts = { taskId: `task-${added}`, place: 0, mediaType: 'video', ...model } as const
      return (await library.add({ file, facts })).id
    },
    close: async () => {
      await library.close()
      await reader.close()
      db.close()
    },
  }
}

interface Sizes {
  readonly clips: number
  readonly frames: number
  readonly megabits: number
  readonly rounds: number
}

async function compareSpeeds(
  { rendering, add }: World,
  dir: string,
  { clips, frames, megabits, rounds }: Sizes,
): Promise<void> {
  const clip = join(dir, 'clip.mp4')
  const seconds = frames / 24
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=1280x720:r=24:d=${seconds},noise=alls=40:allf=t`]
  const sound = ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`]
  const rate = ['-b:v', `${megabits}M`, '-maxrate', `${megabits}M`, '-bufsize', `${megabits}M`, '-g', '48']
  await ffmpeg([...picture, ...sound, ...H264, ...rate, '-c:a', 'aac', clip])
  const bytes = (await stat(clip)).size * clips
  const list = join(dir, 'list.txt')
  await writeFile(list, `file '${clip}'\n`.repeat(clips))
  const assetId = await add(clip)
  const request = requestOf(Array.from({ length: clips }, () => clipOf(assetId)))
  const to = join(dir, 'joined.mp4')
  const ways = {
    Atelier: async () => {
      const made = await rendering.render(request, { to, signal: new AbortController().signal })
      if (!made.ok || !made.data.isCopied) throw new Error('It was not copied.')
    },
    'ffmpeg -c copy': () => ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', to]),
    'ffmpeg -c copy, then sync': async () => {
      await ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', to])
      await promisify(execFile)('sync', [to])
    },
  }
  const speeds = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++)
    for (const [name, act] of Object.entries(ways)) {
      const begunAt = performance.now()
      await act()
      speeds.get(name)?.push(bytes / MEGABYTE / ((performance.now() - begunAt) / 1_000))
    }
  const beside = quantile(speeds.get('ffmpeg -c copy') ?? [], 0.5)
  console.log(`${clips} clips of ${(bytes / clips / MEGABYTE).toFixed(1)} MB and ${frames} frames`)
  const rows = Array.from(speeds, ([name, all]) => {
    const speed = quantile(all, 0.5)
    return [name, { 'MB/s': Math.round(speed), 'of ffmpeg': Number((speed / beside).toFixed(2)) }] as const
  })
  console.table(Object.fromEntries(rows))
}
