/** A response full of files becomes small JSON; the files in it are read as streams. */
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  readResponsePart,
  readPlaceholder,
  type ResponseFile,
} from '#core/results/responses/response-part.ts'
import { readSkeleton } from '#core/results/responses/read-response.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

async function responseOf(bytes: string | Uint8Array): Promise<ResponseFile> {
  const path = join(await makeTempDir(), 'answer')
  await writeFile(path, bytes)
  return { taskId: 'task_1', path }
}

async function bytesOf(response: ResponseFile, text: unknown): Promise<Buffer> {
  const range = readPlaceholder(String(text), response)
  if (!range) throw new Error(`${String(text)} is no placeholder`)
  const parts: Buffer[] = []
  for await (const part of readResponsePart(response.path, range)) parts.push(part)
  return Buffer.concat(parts)
}

const FILE = randomBytes(700_001)
const escaped = (text: string, characters: RegExp) =>
  text.replace(characters, (one) => `\\u00${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

test.each([
  ['base64', FILE.toString('base64')],
  ['base64url', FILE.toString('base64url')],
  ['without padding', FILE.toString('base64').replace(/=+$/, '')],
  ['a data URI', `data:image/png;base64,${FILE.toString('base64')}`],
  ['a data URI with parameters', `data:audio/wav; rate=24000;base64, ${FILE.toString('base64')}`],
  ['slashes escaped', FILE.toString('base64').replaceAll('/', '\\/')],
  ['plus signs and padding escaped', escaped(FILE.toString('base64'), /[+=/]/g)],
  ['in lines', FILE.toString('base64').replace(/.{76}/g, '$&\\r\\n')],
])('reads a file that is written as %s', async (_, text) => {
  const response = await responseOf(`{"a": ["x", "${text}"], "b\\"\\\\": {"c": 1.5e3}}`)
  const skeleton = await readSkeleton(response)
  expect(skeleton).toEqual({
    a: ['x', expect.stringMatching(/^answer:task_1:\d+-\d+$/)],
    'b"\\': { c: 1500 },
  })
  const { a } = skeleton as { a: readonly string[] }
  expect((await bytesOf(response, a[1])).equals(FILE)).toBe(true)
})

test('leaves texts that are no files, short ones, and characters of every kind as they are', async () => {
  const value = {
    words: 'wörter \u{1f98a} "quoted" \\ and more '.repeat(3_000),
    short: randomBytes(3_000).toString('base64'),
    hex: randomBytes(10_000).toString('hex'),
    almost: `${'a'.repeat(16_000)} space ${'b'.repeat(9_000)}`,
    list: Array.from({ length: 500 }, (_, at) => ({ at, text: '\\'.repeat(at) })),
  }
  expect(await readSkeleton(await responseOf(JSON.stringify(value)))).toEqual(value)
})

test('gives several files their own places, wherever chunks meet', async () => {
  const files = Array.from({ length: 40 }, (_, at) => randomBytes(16_000 + at * 997))
  const response = await responseOf(JSON.stringify({ images: files.map((file) => file.toString('base64')) }))
  const { images } = (await readSkeleton(response)) as { images: readonly string[] }
  expect(await Promise.all(images.map((text) => bytesOf(response, text)))).toEqual(files)
})

const LONG = FILE.toString('base64')
test.each([
  ['nothing', ''],
  ['text', 'not JSON'],
  ['a list that is too deep', `${'['.repeat(300)}"${LONG}"${']'.repeat(300)}`],
  ['too many values', `[${'1,'.repeat(60_000)}"${LONG}"]`],
  ['too many empty texts', `[${'"",'.repeat(2_000_000)}"${LONG}"]`],
  ['too much text', JSON.stringify(['words and words '.repeat(400_000), LONG])],
  [
    'a hole, as a power cut leaves it',
    `["${LONG.slice(0, 300_000)}${'\0'.repeat(4096)}${LONG.slice(304_096)}"]`,
  ],
])('has no skeleton of %s', async (_, text) => {
  expect(await readSkeleton(await responseOf(text))).toBe(undefined)
})

test('has no skeleton of a response that was cut anywhere', async () => {
  const whole = Buffer.from(JSON.stringify({ images: [LONG], info: '{"seed": 1}' }))
  const cuts = [1, 2, 10, 11, 12, 16_000, 70_000, whole.length - 40, whole.length - 1]
  for (const cut of cuts) expect(await readSkeleton(await responseOf(whole.subarray(0, cut)))).toBe(undefined)
  expect(await readSkeleton(await responseOf(whole))).toBeDefined()
})

test.each([
  ['other characters', `${LONG.slice(0, 50_000)}*${LONG.slice(50_000)}`],
  ['more after its end', `${LONG.slice(0, 50_000)}==${LONG}`],
])('says that a file cannot be decoded: %s', async (_, text) => {
  const response = await responseOf(JSON.stringify([text]))
  const [place] = (await readSkeleton(response)) as readonly string[]
  await expect(bytesOf(response, place)).rejects.toThrow('results.undecodable')
})

test('believes no placeholder of another task, and takes raw bytes as they are', async () => {
  const response = await responseOf(FILE)
  expect(readPlaceholder('answer:task_2:0-10', response)).toBe(null)
  expect(readPlaceholder('answer:task_1:0-10:other', response)).toBe(null)
  const raw = await bytesOf(response, `answer:task_1:0-${FILE.length}:raw`)
  expect(createHash('sha256').update(raw).digest('hex')).toBe(createHash('sha256').update(FILE).digest('hex'))
})
