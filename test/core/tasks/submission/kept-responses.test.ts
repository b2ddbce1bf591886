/**
 * Responses that carry the result: kept on disk first, saved from there, and never asked for twice.
 *
 * @slow The connection breaks after each of 150 places of the response in place of six.
 */
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { madeAudio, madeImage } from '#test/stand-ins/services/made-media.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { openTestApp, type TestApp, connectTo } from '#test/stand-ins/test-app.ts'

const REQUEST = { provider: 'openai', model: 'gpt-image-1', prompt: 'a red fox in snow' }
const SPEECH = { ...REQUEST, model: 'tts-1', mediaType: 'music', scene: 'text-to-music' } as const

async function openAtOpenai() {
  const service = await startFakeOpenai()
  onTestFinished(service.close)
  const app = await openTestApp()
  const { baseUrl } = service
  const profileId = await connectTo(app, { kind: 'openai', baseUrl, apiKey: OPENAI_KEY })
  return { service, app, profileId }
}

type Opened = Awaited<ReturnType<typeof openAtOpenai>>

/** At a task whose response holds a program instead of an image; `correct` puts the image into the response that is kept. */
async function openWithoutFile() {
  const { service, app } = await openAtOpenai()
  const image = await madeImage('png')
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(image.length - 2, 7)])
  const body = { created: 1, data: [{ b64_json: program.toString('base64') }] }
  service.script('POST', '/images/generations', { status: 200, charged: true, body })
  const { id } = await app.submitOne(REQUEST)
  await app.untilTask(id, 'unsaved')
  const path = join(app.dataDir, 'answers', id)
  const correct = async () => {
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(program.toString('base64'), image.toString('base64')))
  }
  return { service, app, id, correct }
}

const responsesIn = (dataDir: string) => readdir(join(dataDir, 'answers'))

/** Waits until the files in answers/ are these: they go a moment after the task's row says so. */
async function untilResponses(app: TestApp, expected: readonly string[]) {
  await app.until(async () => JSON.stringify(await responsesIn(app.dataDir)) === JSON.stringify(expected))
}

slow(
  'saves every image of a response, keeps no base64 in the row, and removes the response then',
  async () => {
    const { service, app } = await openAtOpenai()
    const { id, assetIds } = await app.submitAndSave({ ...REQUEST, options: { n: 3 } })
    expect(assetIds).toHaveLength(3)
    expect(service.charged()).toHaveLength(1)
    const { lastResponse } = await app.task(id)
    expect(JSON.stringify(lastResponse)).toMatch(/"b64_json":"answer:task_/)
    expect(JSON.stringify(lastResponse).length).toBeLessThan(2_000)
    await untilResponses(app, [])
    expect(await app.ask('library.verify', {})).toMatchObject({ checked: 3, missing: 0, damaged: 0 })
  },
)

slow('gives the service ten minutes to make the result that it responds with', async () => {
  const { app } = await openAtOpenai()
  const limits = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limits.mockRestore())
  await app.submitAndSave(REQUEST)
  expect(limits.mock.calls.some(([ms]) => ms >= 600_000)).toBe(true)
})

test('saves a response that is the file itself', async () => {
  const { service, app } = await openAtOpenai()
  const { assetIds } = await app.submitAndSave({ ...SPEECH, options: { voice: 'alloy' } })
  expect(await app.ask('library.query', {})).toMatchObject({
    total: 1,
    items: [{ id: assetIds[0], kind: 'audio' }],
  })
  expect(service.charged()).toHaveLength(1)
})

test.each([
  ['whole JSON', 0, 'saved'],
  ['JSON that is cut', -1, 'unknown'],
])('where only the end of the connection ends a response: %s is %s', async (_, cut, state) => {
  const { service, app } = await openAtOpenai()
  const image = (await madeImage('png')).toString('base64')
  const text = JSON.stringify({ created: 1, data: [{ b64_json: image }] })
  const body = text.slice(0, text.length + cut)
  service.script('POST', '/images/generations', { status: 200, charged: true, body, unframed: true })
  const { id } = await app.submitOne(REQUEST)
  expect(await app.untilTask(id, 'saved', 'unknown')).toMatchObject({ state })
})

test('a response without its file is unsaved and stays, and a retry reads it again, without a request', async () => {
  const { service, app, id, correct } = await openWithoutFile()
  await correct()
  await app.ask('tasks.retry', { id })
  expect((await app.untilTask(id, 'saved')).assetIds).toHaveLength(1)
  expect(service.charged()).toHaveLength(1)
  await untilResponses(app, [])
})

slow('a kept response is saved also after library.db was lost', async () => {
  const { service, app, id, correct } = await openWithoutFile()
  await app.close()
  await correct()
  for (const end of ['', '-wal', '-shm']) await rm(join(app.dataDir, `library.db${end}`), { force: true })
  const again = await app.reopen()
  expect((await again.untilTask(id, 'saved')).assetIds).toHaveLength(1)
  expect(service.charged()).toHaveLength(1)
})

test.each([
  ['a refusal', { status: 400, body: { error: { message: 'no such size', type: 'x' } } }, 'rejected'],
  ['a 500', { status: 500, body: 'broken' }, 'unknown'],
])('leaves no file behind after %s', async (_, response, state) => {
  const { service, app } = await openAtOpenai()
  service.script('POST', '/images/generations', response)
  const { id } = await app.submitOne(REQUEST)
  expect(await app.untilTask(id, 'rejected', 'unknown')).toMatchObject({ state })
  await untilResponses(app, [])
})

test('what arrived of a response stays until the user has decided', async () => {
  const { service, app } = await openAtOpenai()
  service.cutChargedAfter = 9_000
  const { id } = await app.submitOne(REQUEST)
  await app.untilTask(id, 'unknown')
  expect(await responsesIn(app.dataDir)).toEqual([`${id}.part`])
  const again = await app.reopen()
  expect(await responsesIn(app.dataDir)).toEqual([`${id}.part`])
  await again.ask('tasks.decide', { id, action: 'discard' })
  await untilResponses(again, [])
})

slow('a response that breaks anywhere is saved whole or of unknown outcome, after one request', async () => {
  const { service, app } = await openAtOpenai()
  await app.submitAndSave(REQUEST)
  const length = JSON.stringify((await app.task((await app.submitAndSave(REQUEST)).id)).lastResponse).length
  const size = 12_288 * 1.34 + length
  const count = scaled(6, 150)
  const ends = new Map<string, number>()
  for (let at = 0; at <= count; at++) {
    const before = service.charged().length
    service.cutChargedAfter = Math.round((size * 1.05 * at) / count)
    const { id } = await app.submitOne(REQUEST)
    const { state, assetIds, error } = await app.untilTask(id, 'saved', 'unknown')
    expect(service.charged()).toHaveLength(before + 1)
    expect({ assets: assetIds.length, charged: error?.charged }).toEqual(
      state === 'saved' ? { assets: 1 } : { assets: 0, charged: 'maybe' },
    )
    ends.set(state, (ends.get(state) ?? 0) + 1)
  }
  expect([...ends.keys()].toSorted()).toEqual(['saved', 'unknown'])
  expect(await app.ask('library.verify', {})).toMatchObject({ missing: 0, damaged: 0 })
})

interface Found {
  readonly when: string
  readonly files: (whole: Buffer) => Readonly<Record<string, Buffer>>
  readonly state: 'saved' | 'unknown'
  readonly request?: typeof SPEECH
}

/** A task that was being sent when the last run ended; nothing of its response is there yet. */
async function leaveUnderWay(
  { service, app }: Pick<Opened, 'service' | 'app'>,
  request: typeof SPEECH | typeof REQUEST = REQUEST,
) {
  service.cutChargedAfter = 0
  const { id } = await app.submitOne(request)
  await app.untilTask(id, 'unknown')
  await app.close()
  const database = new DatabaseSync(join(app.dataDir, 'library.db'))
  database.prepare("UPDATE tasks SET state = 'sending', ended_at = NULL, error = NULL WHERE id = ?").run(id)
  database.close()
  const folder = join(app.dataDir, 'answers')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  return { id, folder }
}

/** What an earlier run may have left of a task that it was sending. */
const FOUND: readonly Found[] = [
  { when: 'the whole response', files: (whole) => ({ '': whole }), state: 'saved' },
  { when: 'a part that is whole', files: (whole) => ({ '.part': whole }), state: 'saved' },
  { when: 'a part that is cut', files: (whole) => ({ '.part': whole.subarray(0, -1) }), state: 'unknown' },
  { when: 'an empty part', files: () => ({ '.part': Buffer.alloc(0) }), state: 'unknown' },
  { when: 'nothing', files: () => ({}), state: 'unknown' },
  { when: 'a refusal', files: () => ({ '': Buffer.from('{"error":{"message":"no"}}') }), state: 'unknown' },
  { when: 'a whole sound', files: () => ({ '': madeAudio() }), state: 'saved', request: SPEECH },
  { when: 'a part of a sound', files: () => ({ '.part': madeAudio() }), state: 'unknown', request: SPEECH },
]

slow.each(FOUND)(
  'found under way at a start, with $when: $state',
  async ({ files, state, request = REQUEST }) => {
    const { service, app } = await openAtOpenai()
    const { id, folder } = await leaveUnderWay({ service, app }, request)
    const whole = JSON.stringify({ data: [{ b64_json: (await madeImage('png')).toString('base64') }] })
    const left = Object.entries(files(Buffer.from(whole)))
    for (const [end, bytes] of left) await writeFile(join(folder, id + end), bytes)
    const again = await app.reopen()
    const task = await again.untilTask(id, 'saved', 'unknown')
    expect(task).toMatchObject({ state, ...(state === 'unknown' ? { error: { charged: 'maybe' } } : {}) })
    expect(task.assetIds).toHaveLength(state === 'saved' ? 1 : 0)
    expect(service.charged()).toHaveLength(1)
    await untilResponses(again, state === 'saved' ? [] : left.map(([end]) => id + end))
  },
)

async function leaveKeyInResponse(opened: Opened): Promise<string> {
  const { id, folder } = await leaveUnderWay(opened)
  const data = [{ b64_json: (await madeImage('png')).toString('base64') }]
  await writeFile(join(folder, id), JSON.stringify({ data, note: `key ${OPENAI_KEY}` }))
  return id
}

test('a response that an earlier run left shows no key that the service repeats in it', async () => {
  const opened = await openAtOpenai()
  const id = await leaveKeyInResponse(opened)
  const { lastResponse } = await (await opened.app.reopen()).untilTask(id, 'saved')
  expect(JSON.stringify(lastResponse)).toContain('key [key]')
  expect(JSON.stringify(lastResponse)).not.toContain(OPENAI_KEY)
})

test('a response that an earlier run left is not read before its key is there', async () => {
  const opened = await openAtOpenai()
  const id = await leaveKeyInResponse(opened)
  const again = await opened.app.reopen({ secrets: createMemorySecrets() })
  await again.until(async () => (await again.task(id)).error?.code === 'unauthorized')
  expect(await again.task(id)).toMatchObject({ state: 'sending', lastResponse: null })
  await again.ask('profiles.setKey', { id: opened.profileId, apiKey: OPENAI_KEY })
  const { lastResponse } = await again.untilTask(id, 'saved')
  expect(JSON.stringify(lastResponse)).toContain('key [key]')
  expect(opened.service.charged()).toHaveLength(1)
})

test('nothing is sent while there is no room for the response', async () => {
  const { service, app } = await openAtOpenai()
  await writeFile(join(app.dataDir, 'answers'), 'in the way')
  const { id } = await app.submitOne(REQUEST)
  await app.until(async () => (await app.task(id)).history.some(({ kind }) => kind === 'queued_again'))
  expect(service.charged()).toEqual([])
  await rm(join(app.dataDir, 'answers'))
  await app.untilTask(id, 'saved')
  expect(service.charged()).toHaveLength(1)
})

test('files of no task are removed at a start', async () => {
  const { app } = await openAtOpenai()
  await app.close()
  await mkdir(join(app.dataDir, 'answers'), { recursive: true })
  await writeFile(join(app.dataDir, 'answers', 'task_gone.part'), 'x')
  const again = await app.reopen()
  await untilResponses(again, [])
  expect((await stat(join(app.dataDir, 'answers'))).isDirectory()).toBe(true)
})
