/**
 * A response as large as one may be is kept, read and saved in little memory, and holds nothing else up.
 *
 * @slow 199 MB in place of 60.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { NODE_ARGS } from '../../../../electron/scripts/paths.ts'

const IMAGES = 4
const IMAGE_BYTES = scaled(11_250_000, 37_300_000)
const SCRIPT = join(import.meta.dirname, '../../../stand-ins/large-answer-process.ts')

/** Written image by image: this process holds one of them. */
async function giveImages(response: ServerResponse, images: number, sizeBytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"created":1,"data":[')
  for (let seed = 0; seed < images; seed++) {
    const text = noiseImage(seed, sizeBytes).toString('base64')
    if (!response.write(`${seed > 0 ? ',' : ''}{"b64_json":"${text}"}`)) {
      await new Promise((resolve) => response.once('drain', resolve))
    }
  }
  response.end(']}')
}

test('a response full of images costs little more than its parts', { timeout: 600_000 }, async () => {
  const server = createServer((request, response) => {
    const isSmall = request.url === '/small'
    void giveImages(response, isSmall ? 1 : IMAGES, isSmall ? 100_000 : IMAGE_BYTES)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const args = [...NODE_ARGS, SCRIPT, `${baseUrl}/large`, `${baseUrl}/small`]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { saved, mostMb, longestMs, seconds } = JSON.parse(stdout) as {
    saved: readonly string[]
    mostMb: number
    longestMs: number
    seconds: number
  }
  const size = `${Math.round((IMAGES * IMAGE_BYTES * 4) / 3e6)} MB`
  const cost = `${mostMb.toFixed()} MB more memory, ${longestMs.toFixed()} ms at a stretch, ${seconds.toFixed(1)} s`
  console.log(`A response of ${size}: ${cost}`)
  const images = Array.from({ length: IMAGES }, (_, seed) => noiseImage(seed, IMAGE_BYTES))
  expect(saved).toEqual(images.map((image) => createHash('sha256').update(image).digest('hex')))
  expect(mostMb).toBeLessThan(64)
  // The promise is 50 ms; when garbage is collected is the runtime's business.
  expect(longestMs).toBeLessThan(250)
})
