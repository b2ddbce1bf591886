/** Check 33: a key is found nowhere but in the secret store and at its service: files, logs, events, answers, addresses, exports. */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openApp } from '#core/open-app.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import {
  CANARY,
  filesWithKeys,
  KEY_FOR_TESTS,
  spellingsOf,
  textUnder,
  tracesOf,
} from '#test/stand-ins/canary.ts'
import { errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestAppAt, REQUEST } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'
import { say } from '#test/stand-ins/say.ts'

test('lets a key out nowhere but to its own service', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl, { apiKey: CANARY })
  const outputs: unknown[] = []
  const call: typeof app.call = async (route, input) => {
    const result = await app.call(route, input)
    outputs.push(result)
    return result
  }
  // Some services repeat the key in what they say about it.
  service.script('generate', respond(500, ''), respond(401, errorObject(401, `Incorrect key: ${CANARY}`)))
  const saved = await app.submitOne()
  await app.untilTask(saved.id, 'unknown')
  const refused = await app.submitOne()
  await app.until(async () => (await app.ask('queue.state', {})).paused)
  const { profileId: id } = app
  await call('app.info', {})
  await call('profiles.list', {})
  await call('profiles.create', { name: 'x', baseUrl: 'localhost:1', apiKey: `${CANARY} with a space` })
  await call('profiles.create', { name: 'x', baseUrl: `https://${CANARY}@example.com`, apiKey: CANARY })
  await call('profiles.update', { id, name: 'other' })
  await call('profiles.setKey', { id, apiKey: CANARY })
  await app.untilTask(refused.id, 'saved')
  await call('profiles.test', { id })
  await call('profiles.connection', { id })
  await call('models.list', { profileId: id })
  await call('queue.state', {})
  await call('settings.get', {})
  for (const task of [saved, refused]) await call('tasks.get', { id: task.id })
  await call('tasks.list', {})
  await call('library.query', {})
  await app.close()
  const everywhere = [
    JSON.stringify(outputs),
    JSON.stringify(app.events),
    app.logLines.join('\n'),
    app.settings.text(),
    await textUnder(app.dataDir),
  ].join('\n')
  expect(everywhere.includes('other')).toBe(true)
  expect(tracesOf(CANARY, everywhere)).toEqual([])
  expect(service.generates().every(({ key }) => key === CANARY)).toBe(true)
})

/** A web host on a folder of its own; everything that it answers is kept in `seen`. */
async function openHost(seen: string[]) {
  const dataDir = await makeTempDir()
  const host = await startWebHost({ dataDir, port: 0, pageDir: dataDir, openApp, say })
  if (!host.ok) throw new Error(host.error.id)
  const { origin, bearerToken } = host.data
  let closing: Promise<void> | null = null
  const close = () => (closing ??= host.data.close())
  onTestFinished(close)
  const headers = { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' }
  const keep = async (response: Response) => {
    const text = await response.text()
    seen.push(JSON.stringify([...response.headers]), text)
    return text
  }
  const call = async (route: string, input: object = {}) => {
    const init = { method: 'POST', headers, body: JSON.stringify(input) }
    return JSON.parse(await keep(await fetch(`${origin}/rpc/${route}`, init))) as Answer
  }
  const get = async (path: string) => keep(await fetch(origin + path, { redirect: 'manual' }))
  const events = fetch(`${origin}/events`, { headers }).then((response) => follow(response, seen))
  return { dataDir, call, get, events, close }
}

interface Answer {
  readonly data?: {
    readonly id?: string
    readonly items?: readonly { readonly id: string; readonly state?: string }[]
  }
}

/** Keeps everything that the stream of events says until the host cuts it. */
async function follow(response: Response, seen: string[]): Promise<void> {
  const body = response.body?.pipeThrough(new TextDecoderStream()) ?? []
  try {
    for await (const chunk of body) seen.push(chunk)
  } catch {
    seen.push('the stream was cut')
  }
}

test('lets a key out nowhere through the web host: answers, events, page, log, exports and files', async () => {
  const service = await openFaultyService()
  service.script('generate', respond(400, errorObject(4, `no such model for ${CANARY}`)))
  const seen: string[] = []
  const { dataDir, call, get, events, close } = await openHost(seen)
  const made = await call('profiles.create', { name: 'Mine', baseUrl: service.baseUrl, apiKey: CANARY })
  const id = made.data?.id ?? ''
  await call('profiles.activate', { id })
  await call('profiles.setKey', { id, apiKey: `${CANARY}\u0000` })
  await call('tasks.submit', { requests: [REQUEST, REQUEST] })
  await until(async () => {
    const states = (await call('tasks.list')).data?.items?.map(({ state }) => state) ?? []
    return states.includes('rejected') && states.includes('saved')
  })
  for (const route of ['app.info', 'app.supportBundle', 'library.backup', 'library.stats']) await call(route)
  for (const route of ['notices.list', 'profiles.list', 'queue.usage', 'settings.get']) await call(route)
  const ids = (await call('library.query')).data?.items?.map((asset) => asset.id)
  await call('library.export', { ids, form: 'zip' })
  await until(async () => !JSON.stringify(await call('jobs.list')).includes('"running"'))
  for (const path of ['/', `/media/${CANARY}`, `/?token=${CANARY}`]) await get(path)
  await close()
  await events
  const everywhere = [...seen, await textUnder(dataDir)].join('\n')
  const signs = ['no such model', 'task.changed', 'backup', '.zip']
  expect(signs.filter((sign) => !everywhere.includes(sign))).toEqual([])
  expect(tracesOf(CANARY, everywhere)).toEqual([])
  expect(service.generates().map(({ key }) => key)).toEqual([CANARY, CANARY])
})

const ODD_KEY = 'canary>>>b6/f1d2+c9?~do-not-tell'
const SPELLINGS = spellingsOf(ODD_KEY)
/** A service that says the key in all its spellings, in texts, in names and in an address. */
const ECHO = {
  said: Object.values(SPELLINGS).map((spelling) => `The key is ${spelling} indeed.`),
  named: Object.fromEntries(Object.values(SPELLINGS).map((spelling, at) => [spelling, at])),
  json: JSON.stringify({ inner: JSON.stringify({ key: ODD_KEY }).replaceAll('/', '\\/') }),
  link: `https://files.example.com/page?key=${encodeURIComponent(ODD_KEY)}`,
  basic: `Basic ${Buffer.from(`user:${ODD_KEY}`).toString('base64')}`,
}
const SAID = ECHO.said.join(' ')

/** JSON as careful libraries write it: what may be escaped is. */
const escaped = (value: object): string =>
  JSON.stringify(value).replaceAll('/', '\\/').replaceAll('+', '\\u002b').replaceAll('>', '\\u003E')

const finishedWith = (extra: object) =>
  respond(200, escaped({ code: 0, data: { id: 't', status: 'FAILED', taskResult: null, ...extra } }))

slow('lets a key out nowhere where the service echoes it, however it is written', async () => {
  const service = await openFaultyService()
  const seen: string[] = []
  const { dataDir, call, events, close } = await openHost(seen)
  const { data } = await call('profiles.create', { name: 'Odd', baseUrl: service.baseUrl, apiKey: ODD_KEY })
  await call('profiles.activate', { id: data?.id ?? '' })
  const untilStates = (...states: string[]) =>
    until(async () => {
      const found = (await call('tasks.list')).data?.items?.map(({ state }) => state) ?? []
      return states.every((state) => found.includes(state))
    })
  service.script(
    'models',
    respond(200, escaped({ data: [{ id: 'm1', name: SAID, description: SAID, options: ECHO }] })),
  )
  await call('models.list', { refresh: true })
  service.script('models', respond(403, escaped({ code: 3, message: SAID })))
  await call('models.list', { refresh: true })
  service.script('generate', respond(400, escaped({ code: 4, message: SAID, echo: ECHO })))
  await call('tasks.submit', { requests: [REQUEST] })
  await untilStates('rejected')
  service.script('generate', respond(302, SAID, { location: `/elsewhere?${encodeURIComponent(ODD_KEY)}` }))
  await call('tasks.submit', { requests: [REQUEST] })
  service.script('task', finishedWith({ failReason: SAID, taskResult: ECHO, ...ECHO.named }))
  await call('tasks.submit', { requests: [REQUEST] })
  await untilStates('failed')
  const image = { url: `${service.baseUrl}/files/1-0-1.png`, key: ECHO }
  service.script('task', finishedWith({ status: 'SUCCESS', taskResult: { images: [image], echo: ECHO } }))
  await call('tasks.submit', { requests: [REQUEST] })
  await untilStates('saved')
  const tasks = (await call('tasks.list')).data?.items ?? []
  for (const { id } of tasks) await call('tasks.get', { id })
  const assets = (await call('library.query')).data?.items ?? []
  for (const { id } of assets) await call('library.get', { id })
  await call('library.export', { ids: assets.map(({ id }) => id), form: 'zip' })
  await until(async () => !JSON.stringify(await call('jobs.list')).includes('"running"'))
  for (const route of ['app.supportBundle', 'library.backup', 'notices.list']) await call(route)
  await close()
  await events
  const everywhere = [...seen, await textUnder(dataDir)].join('\n')
  expect(
    ['The key is [key] indeed', 'task.changed', '.zip'].filter((sign) => !everywhere.includes(sign)),
  ).toEqual([])
  expect(Object.keys(SPELLINGS).filter((name) => isIn(SPELLINGS[name] ?? '', everywhere))).toEqual([])
})

/** Also where JSON was made of it, once more. */
function isIn(spelling: string, text: string): boolean {
  const inJson = JSON.stringify(spelling).slice(1, -1)
  return [spelling, inJson, JSON.stringify(inJson).slice(1, -1)].some((one) => text.includes(one))
}

test('finds a key in whatever a test leaves, however deep and in the middle of bytes', async () => {
  // Not of makeTempDir, which would find it too.
  const folder = await mkdtemp(join(tmpdir(), 'atelier-canary-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'a/b'), { recursive: true })
  await writeFile(join(folder, 'a/fine.log'), 'canary')
  const [deep, bytes] = [join(folder, 'a/b/.hidden'), join(folder, 'library.db-wal')]
  await writeFile(deep, `Bearer ${CANARY}`)
  await writeFile(
    bytes,
    Buffer.concat([randomBytes(100_000), Buffer.from(KEY_FOR_TESTS), randomBytes(100_000)]),
  )
  expect((await filesWithKeys(folder)).toSorted()).toEqual([deep, bytes].toSorted())
})
