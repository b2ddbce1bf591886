/** A server of one large video and many small images in a process of its own, so that it takes no time from the one measured. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'

const PIECE_BYTES = 1024 ** 2

export interface AsideAssets {
  readonly video: string
  image(number: number): string
  close(): Promise<void>
}

export interface AssetSizes {
  readonly videoBytes: number
  readonly images: number
  readonly imageBytes: number
}

export async function startAsideAssets({ videoBytes, images, imageBytes }: AssetSizes): Promise<AsideAssets> {
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
  const noise = noiseImage(1, PIECE_BYTES)

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

  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  process.stdin.on('close', () => process.exit(0)).resume()
}

function pour(response: ServerResponse, noise: Buffer, left: number): void {
  let remaining = left
  while (remaining > 0) {
    const piece = noise.subarray(0, Math.min(PIECE_BYTES, remaining))
    remaining -= piece.length
    if (!response.write(piece)) return void response.once('drain', () => pour(response, noise, remaining))
  }
  response.end()
}

if (process.argv[1] === import.meta.filename) {
  const [largeBytes = 0, count = 0, smallBytes = 0] = process.argv.slice(2).map(Number)
  serve(largeBytes, count, smallBytes)
}
