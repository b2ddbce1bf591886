/** The process of aside-assets.ts: makes its files, then says its address. Started with the bytes of the large file, the number of small ones, and their bytes. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noisePicture } from './hostile-content.ts'

const PIECE_BYTES = 1024 ** 2
const [largeBytes = 0, count = 0, smallBytes = 0] = process.argv.slice(2).map(Number)

const images = Array.from({ length: count }, (_, number) => noisePicture(number, smallBytes))
/** A video by its structure (ISO/IEC 14496-12): what it is, and then one box that holds all the rest. */
const filmHead = Buffer.alloc(40)
filmHead.writeUInt32BE(24, 0)
filmHead.write('ftypisom', 4, 'latin1')
filmHead.write('isommp42', 16, 'latin1')
filmHead.writeUInt32BE(1, 24)
filmHead.write('mdat', 28, 'latin1')
filmHead.writeBigUInt64BE(BigInt(largeBytes - 24), 32)
const noise = noisePicture(1, PIECE_BYTES)

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
  response.write(filmHead)
  pour(response, largeBytes - filmHead.length)
})

function pour(response: ServerResponse, left: number): void {
  let remaining = left
  while (remaining > 0) {
    const piece = noise.subarray(0, Math.min(PIECE_BYTES, remaining))
    remaining -= piece.length
    if (!response.write(piece)) return void response.once('drain', () => pour(response, remaining))
  }
  response.end()
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.stdin.on('close', () => process.exit(0)).resume()
