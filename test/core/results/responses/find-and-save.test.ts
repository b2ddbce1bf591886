/** Files that stand in a response on disk are found there, and saved from there as streams. */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { ResponseFile } from '#core/results/responses/response-part.ts'
import { readSkeleton } from '#core/results/responses/read-response.ts'
import { download } from '#core/results/download/download.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { NODE_ARGS } from '../../../../electron/scripts/paths.ts'

const imageOf = (seed: number) => noiseImage(seed, 90_000)
const SIGNATURE = Buffer.from('not a file '.repeat(3_000)).toString('base64')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function responseOf(value: unknown): Promise<{ response: ResponseFile; skeleton: Json }> {
  const path = join(await makeTempDir(), 'answer')
  await writeFile(path, JSON.stringify(value))
  const response = { taskId: 'task_1', path }
  return { response, skeleton: (await readSkeleton(response)) ?? null }
}

async function saveAll(skeleton: Json, response: ResponseFile) {
  const { found, ignored } = await findResults(skeleton, { mediaType: 'image', response })
  const saved = []
  for (const { source } of found) {
    const partPath = join(await makeTempDir(), 'x.part')
    const { signal } = new AbortController()
    saved.push(await download(source, { partPath, allowLocal: false, signal }))
  }
  return { found, ignored, saved }
}

const inBase64 = (seed: number) => imageOf(seed).toString('base64')
test.each([
  ['OpenAI', { created: 1, data: [0, 1].map((seed) => ({ b64_json: inBase64(seed) })) }, [0, 1]],
  [
    'Gemini',
    {
      candidates: [
        {
          content: {
            parts: [
              { text: 'Here it is.' },
              { inlineData: { mimeType: 'image/png', data: inBase64(2) }, thoughtSignature: SIGNATURE },
            ],
          },
        },
      ],
    },
    [2],
  ],
  ['SD WebUI', { images: [0, 1, 2].map(inBase64), parameters: { seed: 1 }, info: '{"seed": 1}' }, [0, 1, 2]],
  ['data URIs', { images: [{ url: `data:image/png;base64,${inBase64(1)}` }] }, [1]],
])('every file in a response of %s', async (_, value, seeds) => {
  const { response, skeleton } = await responseOf(value)
  expect(JSON.stringify(skeleton).length).toBeLessThan(1_000)
  const { found, saved } = await saveAll(skeleton, response)
  const expected = seeds.map((seed) => ({ sha256: sha256(imageOf(seed)), sizeBytes: imageOf(seed).length }))
  expect(found.map(({ sha256, sizeBytes }) => ({ sha256, sizeBytes }))).toEqual(expected)
  expect(saved).toMatchObject(expected.map((file) => ({ kind: 'file', type: { extension: 'png' }, ...file })))
  const files = await Promise.all(saved.map((file) => readFile(file.kind === 'file' ? file.path : '')))
  expect(files.map(sha256)).toEqual(expected.map((file) => file.sha256))
})

test('one that is damaged is left out with its reason, and the others are saved', async () => {
  const damaged = `${inBase64(0).slice(0, 40_000)}~${inBase64(0).slice(40_000)}`
  const { response, skeleton } = await responseOf({ images: [damaged, inBase64(1)] })
  const { ignored, saved } = await saveAll(skeleton, response)
  expect(ignored).toMatchObject([{ reason: 'the file inside the response is damaged: it cannot be decoded' }])
  expect(saved).toMatchObject([{ sha256: sha256(imageOf(1)) }])
})

test('the response is gone: says so', async () => {
  const { response, skeleton } = await responseOf({ images: [inBase64(1)] })
  const { found } = await findResults(skeleton, { mediaType: 'image', response })
  const source = found[0]?.source ?? { kind: 'url', url: '' }
  await rm(response.path)
  const partPath = join(await makeTempDir(), 'x.part')
  const saved = await download(source, {
    partPath,
    allowLocal: false,
    signal: new AbortController().signal,
  })
  expect(saved).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unreadable_answer' } })
  expect((await saveAll(skeleton, response)).found).toEqual([])
})

test('a placeholder in a response that has no file, or of another task, is a text', async () => {
  const texts = { images: ['answer:task_1:0-400', 'answer:task_2:0-400'] }
  const { response } = await responseOf({ images: [inBase64(1)] })
  expect((await findResults(texts, { mediaType: 'image' })).found).toEqual([])
  expect((await findResults(texts, { mediaType: 'image', response })).found).toEqual([])
})

/**
 * A response as large as one may be is kept, read and saved in little memory, and holds nothing else up.
 *
 * @slow 199 MB in place of 60.
 */
const IMAGES = 4
const IMAGE_BYTES = scaled(11_250_000, 37_300_000)
const SCRIPT = join(import.meta.dirname, '../../../stand-ins/large-response-process.ts')

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

slow('a response full of images costs little more than its parts', { timeout: 600_000 }, async () => {
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
