/** Check 27: what the service says is bounded in size and depth, read by schema, and shown as text only. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendRequest } from '#core/service/transport/send-request.ts'
import { parseServiceError } from '#core/service/apis/generation-service/parse-response.ts'
import { hugeResponse, respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { findNodes, parseSource, readSources, wordOf, type Node } from './sources.ts'

const DEEP = 200_000

test('takes no answer that is larger than any should be', async () => {
  const service = await openFaultyService()
  service.always('models', hugeResponse)
  const response = await sendRequest({
    method: 'GET',
    url: `${service.baseUrl}/ai/models`,
    timeoutMs: 20_000,
  })
  expect(response).toMatchObject({ kind: 'response', status: 200, json: undefined })
  expect(response.kind === 'response' && response.excerpt.length).toBeLessThanOrEqual(200)
})

const zipped = (body: string): FaultyResponse => ({
  name: 'zipped',
  give: async ({ response, readBody }) => {
    await readBody()
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync(body))
  },
})

test.each([
  ['is made of more values than any is', `[${'[],'.repeat(300_000)}[]]`],
  ['is a thousand times what was sent', JSON.stringify('x'.repeat(8_000_000))],
])('takes no answer that %s', async (_, body) => {
  const service = await openFaultyService()
  service.always('models', zipped(body))
  const response = await sendRequest({
    method: 'GET',
    url: `${service.baseUrl}/ai/models`,
    timeoutMs: 20_000,
  })
  expect(response).toMatchObject({
    kind: 'response',
    status: 200,
    json: undefined,
    excerpt: body.slice(0, 200),
  })
})

test('takes an answer that compresses as well as JSON does', async () => {
  const service = await openFaultyService()
  const models = Array.from({ length: 20_000 }, (_, at) => ({
    id: `model-${at}`,
    type: 'text-to-image',
    provider: 'a',
  }))
  service.always('models', zipped(JSON.stringify(models)))
  const response = await sendRequest({
    method: 'GET',
    url: `${service.baseUrl}/ai/models`,
    timeoutMs: 20_000,
  })
  expect(response).toMatchObject({ kind: 'response', json: models })
})

test('goes on beside a task whose answer is 31 MB of lists in 31 kB, and saves it once the answer is one', async () => {
  const service = await openFaultyService()
  const bomb = `{"code":0,"data":{"id":"t","status":"SUCCESS","taskResult":[${'[],'.repeat(10_400_000)}1]}}`
  service.always('task', zipped(bomb))
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.until(() => service.polls().length >= 3)
  expect(await app.task(id)).toMatchObject({ state: 'running', error: { code: 'unreadable_answer' } })
  service.always('task', null)
  expect((await app.untilTask(id, 'saved')).state).toBe('saved')
})

test('cuts a message that has no end', () => {
  expect(parseServiceError({ code: 1, message: 'x'.repeat(100_000) })?.message).toHaveLength(2_000)
})

const nested = (middle: string): string => `${'{"a":['.repeat(DEEP)}${middle}${']}'.repeat(DEEP)}`

test.each([
  ['an answer', nested('1'), 'unknown'],
  ['an error object', `{"code":1,"message":"no","data":${nested('1')}}`, 'unknown'],
  ['an id', `{"code":0,"data":{"taskId":${nested('1')}}}`, 'unknown'],
  ['keys of every object', '{"code":0,"data":{"__proto__":{"taskId":"t1"},"constructor":1}}', 'unknown'],
])('lives with depth and strange keys in %s to a submission', async (_, body, state) => {
  const service = await openFaultyService()
  service.script('generate', respond(200, body))
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  expect((await app.untilTask(id, state as 'unknown', 'rejected', 'saved')).state).toBe(state)
  expect(service.generates()).toHaveLength(1)
  expect(({} as Record<string, unknown>)['taskId']).toBeUndefined()
})

test('lives with depth and strange keys in a result, and shows the task all the same', async () => {
  const service = await openFaultyService()
  const result = `{"code":0,"data":{"id":"t","status":"SUCCESS","taskResult":${nested('"x"')}}}`
  const app = await openTestAppAt(service.baseUrl)
  service.always('task', respond(200, result))
  const { id } = await app.submitOne()
  await app.until(() => service.polls().length >= 3)
  expect(['running', 'saving', 'unsaved']).toContain((await app.task(id)).state)
  expect(await app.call('tasks.list', {})).toMatchObject({ ok: true })
  expect(app.logLines.filter((line) => /RangeError|Maximum call stack/u.test(line))).toEqual([])
})

/** What turns text into markup or code. */
const MARKUP =
  /^(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|parseFromString|srcdoc|srcDoc)$/u

/** A parsed document without a window, in which nothing runs and nothing is fetched: only its text is read. */
const KNOWN = [
  "renderer/features/create/inputs/dropped-items.ts: const page = new DOMParser().parseFromString(html, 'text/html')",
]

const makesMarkup = (node: Node): boolean =>
  MARKUP.test(wordOf(node)) ||
  (node.type === 'CallExpression' && wordOf(node['callee']) === 'eval') ||
  (node.type === 'NewExpression' && wordOf(node['callee']) === 'Function')

test('the page never turns text into markup or code', () => {
  const page = readSources().filter(({ path }) => path.startsWith('renderer/'))
  expect(page.length).toBeGreaterThan(50)
  expect(findNodes(page, makesMarkup)).toEqual(KNOWN)
})

test.each([
  '<p dangerouslySetInnerHTML={{ __html: text }} />',
  'element.innerHTML = text',
  "element['outerHTML'] = text",
  'eval(text)',
  'new Function(text)',
])('sees %s', (text) => {
  expect(findNodes([parseSource('a.tsx', text)], makesMarkup)).toHaveLength(1)
})
