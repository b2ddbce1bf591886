/** Files that stand in an answer on disk are found there, and saved from there as streams. */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { AnswerFile } from '#core/results/answers/answer-part.ts'
import { readSkeleton } from '#core/results/answers/read-answer.ts'
import { download } from '#core/results/download/download.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const imageOf = (seed: number) => noiseImage(seed, 90_000)
const SIGNATURE = Buffer.from('not a file '.repeat(3_000)).toString('base64')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function answerOf(value: unknown): Promise<{ answer: AnswerFile; skeleton: Json }> {
  const path = join(await makeTempDir(), 'answer')
  await writeFile(path, JSON.stringify(value))
  const answer = { taskId: 'task_1', path }
  return { answer, skeleton: (await readSkeleton(answer)) ?? null }
}

async function saveAll(skeleton: Json, answer: AnswerFile) {
  const { found, ignored } = await findResults(skeleton, { mediaType: 'image', answer })
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
])('every file in an answer of %s', async (_, value, seeds) => {
  const { answer, skeleton } = await answerOf(value)
  expect(JSON.stringify(skeleton).length).toBeLessThan(1_000)
  const { found, saved } = await saveAll(skeleton, answer)
  const expected = seeds.map((seed) => ({ sha256: sha256(imageOf(seed)), sizeBytes: imageOf(seed).length }))
  expect(found.map(({ sha256, sizeBytes }) => ({ sha256, sizeBytes }))).toEqual(expected)
  expect(saved).toMatchObject(expected.map((file) => ({ kind: 'file', type: { extension: 'png' }, ...file })))
  const files = await Promise.all(saved.map((file) => readFile(file.kind === 'file' ? file.path : '')))
  expect(files.map(sha256)).toEqual(expected.map((file) => file.sha256))
})

test('one that is damaged is left out with its reason, and the others are saved', async () => {
  const damaged = `${inBase64(0).slice(0, 40_000)}~${inBase64(0).slice(40_000)}`
  const { answer, skeleton } = await answerOf({ images: [damaged, inBase64(1)] })
  const { ignored, saved } = await saveAll(skeleton, answer)
  expect(ignored).toMatchObject([{ reason: 'the file inside the response is damaged: it cannot be decoded' }])
  expect(saved).toMatchObject([{ sha256: sha256(imageOf(1)) }])
})

test('the answer is gone: says so', async () => {
  const { answer, skeleton } = await answerOf({ images: [inBase64(1)] })
  const { found } = await findResults(skeleton, { mediaType: 'image', answer })
  const source = found[0]?.source ?? { kind: 'url', url: '' }
  await rm(answer.path)
  const partPath = join(await makeTempDir(), 'x.part')
  const saved = await download(source, {
    partPath,
    allowLocal: false,
    signal: new AbortController().signal,
  })
  expect(saved).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unreadable_answer' } })
  expect((await saveAll(skeleton, answer)).found).toEqual([])
})

test('a placeholder in an answer that has no file, or of another task, is a text', async () => {
  const texts = { images: ['answer:task_1:0-400', 'answer:task_2:0-400'] }
  const { answer } = await answerOf({ images: [inBase64(1)] })
  expect((await findResults(texts, { mediaType: 'image' })).found).toEqual([])
  expect((await findResults(texts, { mediaType: 'image', answer })).found).toEqual([])
})
