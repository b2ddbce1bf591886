/**
 * Throughput of downloads against curl on the same loopback server: one video of 1 GB, and 1,000 images of 200 kB.
 *
 * `npm run bench -- downloads [--megabytes 1024] [--images 1000] [--rounds 3]`. The goal is P8. curl writes to disk and
 * stops; Atelier also hashes every byte, knows the file by its bytes, syncs file and folder, and publishes under the hash.
 * So curl is measured twice: as it is, and followed by `sha256sum` and `sync` of what it wrote. Where loopback is faster than
 * SHA-256, nobody who hashes can keep up with curl alone: the speed of SHA-256 is printed beside. Rounds alternate; each
 * figure is the median.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'
import { createDownloader } from '#core/results/download/download.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { inFolder, quantile, readNumbers } from './frame.ts'

const execute = promisify(execFile)
const MEGABYTE = 1024 ** 2
const IMAGE_BYTES = 200_000
const PARALLEL = 6
const LOOP_RESOLUTION_MS = 5
/** Of curl with what Atelier does besides (P8). */
const GOAL = 1.3

interface Way {
  readonly name: string
  readonly fetch: (urls: readonly string[], dir: string) => Promise<void>
}

export async function run(args: readonly string[]): Promise<void> {
  const { megabytes, images, rounds } = readNumbers(args, { megabytes: 1_024, images: 1_000, rounds: 3 })
  const videoBytes = megabytes * MEGABYTE
  await inFolder(async (dir) => {
    const assets = await startAsideAssets({ videoBytes, images, imageBytes: IMAGE_BYTES })
    try {
      console.log(`SHA-256 alone: ${(hashSpeed() / MEGABYTE).toFixed(0)} MB/s`)
      const video = await measure(dir, rounds, [assets.video], videoBytes)
      show(`one video of ${megabytes} MB`, video)
      const urls = Array.from({ length: images }, (_, number) => assets.image(number))
      const many = await measure(dir, rounds, urls, images * IMAGE_BYTES)
      show(`${images} images of 200 kB`, many)
    } finally {
      await assets.close()
    }
  })
}

interface Measured {
  readonly name: string
  readonly bytesPerSecond: number
  readonly loopP99Ms: number | null
}

async function measure(
  dir: string,
  rounds: number,
  urls: readonly string[],
  bytes: number,
): Promise<readonly Measured[]> {
  const ways = urls.length === 1 ? [CURL, CURL_HASHED, ATELIER] : [CURL, CURL_PARALLEL, CURL_HASHED, ATELIER]
  const times = new Map<string, number[]>()
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) {
      const folder = join(dir, 'files')
      await mkdir(folder)
      if (way === ATELIER) loop.enable()
      const begunAt = performance.now()
      await way.fetch(urls, folder)
      const tookMs = performance.now() - begunAt
      loop.disable()
      times.set(way.name, [...(times.get(way.name) ?? []), tookMs])
      await rm(folder, { recursive: true })
      await execute('sync')
    }
  }
  return ways.map(({ name }) => {
    const median = quantile(times.get(name) ?? [], 0.5)
    const loopP99Ms =
      name === ATELIER.name ? Math.max(0, loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS) : null
    return { name, bytesPerSecond: bytes / (median / 1_000), loopP99Ms }
  })
}

function show(what: string, measured: readonly Measured[]): void {
  const ours = measured.find(({ name }) => name === ATELIER.name)
  console.log(`\n${what}`)
  console.table(
    Object.fromEntries(
      measured.map(({ name, bytesPerSecond, loopP99Ms }) => [
        name,
        {
          'MB/s': Math.round(bytesPerSecond / MEGABYTE),
          'Atelier is':
            name === ATELIER.name || !ours ? '' : `${(ours.bytesPerSecond / bytesPerSecond).toFixed(2)} x`,
          'loop delay p99': loopP99Ms === null ? '' : `${loopP99Ms.toFixed(1)} ms`,
        },
      ]),
    ),
  )
  const hashed = measured.find(({ name }) => name === CURL_HASHED.name)
  const holds = ours && hashed && ours.bytesPerSecond >= GOAL * hashed.bytesPerSecond
  console.log(`P8 asks for ${GOAL} x ${CURL_HASHED.name}: it ${holds ? 'holds' : 'does not hold'} here.`)
}

const CURL: Way = { name: 'curl', fetch: (urls, dir) => curl(urls, dir, []) }
const CURL_PARALLEL: Way = {
  name: `curl, ${PARALLEL} at once`,
  fetch: (urls, dir) => curl(urls, dir, ['--parallel', '--parallel-max', String(PARALLEL)]),
}
/** What is on disk afterwards is then as well known and as safe as what Atelier leaves. */
const CURL_HASHED: Way = {
  name: 'curl, then sha256sum and sync',
  fetch: async (urls, dir) => {
    await curl(urls, dir, [])
    await execute('sh', ['-c', 'sha256sum "$1"/* > /dev/null && sync "$1"/* "$1"', 'sh', dir])
  },
}
const ATELIER: Way = {
  name: 'Atelier',
  fetch: async (urls, dir) => {
    const media = await openMediaFolder(dir)
    const downloader = createDownloader()
    await Promise.all(
      urls.map(async (url, number) => {
        const partPath = media.partPath(String(number))
        const file = await downloader.fetch(
          { kind: 'url', url },
          { partPath, allowLocal: true, signal: new AbortController().signal },
        )
        if (file.kind === 'problem') throw new Error(file.failure.id)
        await media.publish(file.path, file.sha256, file.type.extension)
      }),
    )
    await downloader.close()
  },
}

async function curl(urls: readonly string[], dir: string, options: readonly string[]): Promise<void> {
  const config = join(dir, 'curl.config')
  const lines = urls.map((url, number) => `url = "${url}"\noutput = "${join(dir, String(number))}"`)
  await writeFile(config, lines.join('\n'))
  await execute('curl', ['--silent', '--fail', ...options, '--config', config])
}

function hashSpeed(): number {
  const chunk = Buffer.alloc(MEGABYTE, 1)
  const hash = createHash('sha256')
  const begunAt = performance.now()
  for (let count = 0; count < 256; count++) hash.update(chunk)
  hash.digest()
  return (256 * MEGABYTE) / ((performance.now() - begunAt) / 1_000)
}

const CHUNK_BYTES = 1024 ** 2

/**
 * A server of one large video and many small images in a process of its own, so that it takes no time from the one measured.
 */
interface AsideAssets {
  readonly video: string
  image(number: number): string
  close(): Promise<void>
}

interface AssetSizes {
  readonly videoBytes: number
  readonly images: number
  readonly imageBytes: number
}

async function startAsideAssets({ videoBytes, images, imageBytes }: AssetSizes): Promise<AsideAssets> {
  const args = [import.meta.filename, String(videoBytes), String(images), String(imageBytes)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    video: `${origin}/video.mp4`,
    image: (number) => `${origin}/${number}.png`,
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** What the process does: makes its files, then says its address. */
function serve(largeBytes: number, count: number, smallBytes: number): void {
  const images = Array.from({ length: count }, (_, number) => noiseImage(number, smallBytes))
  /** A video by its structure (ISO/IEC 14496-12): what it is, and then one box that holds all the rest. */
  const videoHead = Buffer.alloc(40)
  videoHead.writeUInt32BE(24, 0)
  videoHead.write('ftypisom', 4, 'latin1')
  videoHead.write('isommp42', 16, 'latin1')
  videoHead.writeUInt32BE(1, 24)
  videoHead.write('mdat', 28, 'latin1')
  videoHead.writeBigUInt64BE(BigInt(largeBytes - 24), 32)
  const noise = noiseImage(1, CHUNK_BYTES)

  const server = createServer((request, response) => {
    const number = Number(/^\/(\d+)\.png$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
    const image = images[number]
    if (image) {
      const headers = {
        'content-type': 'image/png',
        'content-length': image.length,
        etag: `"image-${number}"`,
      }
      response.writeHead(200, headers).end(image)
      return
    }
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': largeBytes, etag: '"video"' })
    response.write(videoHead)
    pour(response, noise, largeBytes - videoHead.length)
  })

  void listen(server).then(({ origin }) => console.log(origin))
  process.stdin.on('close', () => process.exit(0)).resume()
}

function pour(response: ServerResponse, noise: Buffer, left: number): void {
  let remaining = left
  while (remaining > 0) {
    const chunk = noise.subarray(0, Math.min(CHUNK_BYTES, remaining))
    remaining -= chunk.length
    if (!response.write(chunk)) return void response.once('drain', () => pour(response, noise, remaining))
  }
  response.end()
}

if (process.argv[1] === import.meta.filename) {
  const [largeBytes = 0, count = 0, smallBytes = 0] = process.argv.slice(2).map(Number)
  serve(largeBytes, count, smallBytes)
}
