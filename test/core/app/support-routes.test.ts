/** The support report: facts and logs, without any key, and the other calls of support. */
import { render } from '#core/messages/render.ts'
import { say } from '#test/stand-ins/say.ts'
import { message } from '#contract/messages/message.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import { DEFAULT_SETTINGS } from '#contract/settings.ts'
import { createSupportHandlers } from '#core/app/support-routes.ts'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { openTestApp, openTestAppAt, REQUEST } from '#test/stand-ins/test-app.ts'

const KEY = 'Canary0123456789'
const LOGS = `the service said ${KEY} and bucket ${KEY}-id, ${KEY}-secret`

test('tells what is needed, and takes every key out, wherever it got in', async () => {
  const app = await openTestApp({ supportLogs: async () => LOGS })
  const { id } = await app.ask('profiles.create', {
    name: 'My own name',
    baseUrl: 'https://api.example.com',
    apiKey: KEY,
  })
  await app.ask('profiles.setStorage', {
    id,
    storage: {
      endpoint: 'https://s3.example.com',
      region: 'r',
      bucket: 'b',
      linkSeconds: 3_600,
      pathStyle: true,
    },
    accessKeyId: `${KEY}-id`,
    secretAccessKey: `${KEY}-secret`,
  })
  await app.ask('queue.pause', {})
  await app.ask('tasks.submit', { profileId: id, requests: [{ ...REQUEST, prompt: 'a secret garden' }] })
  const { text } = await app.ask('app.supportBundle', {})
  expect(text).toMatch(
    /^Atelier 0\.0\.0 \(web\)\nSystem: .+\nRuntime: Node .+\nData folder: .+\nKeys: session\n/,
  )
  expect(text).toContain('Service: https://api.example.com, key saved')
  expect(text).toContain('the service said [removed]')
  expect([text.includes('Canary'), text.includes('garden'), text.includes('My own name')]).toEqual([
    false,
    false,
    false,
  ])
})

test('says when there is no log', async () => {
  const { text } = await (await openTestApp()).ask('app.supportBundle', {})
  expect(text).toContain('This host keeps no log.')
})

function handlersWith(change: object) {
  const lines: string[] = []
  const handlers = createSupportHandlers({
    app: { version: '1.2.3', host: 'desktop', dataDir: join(homedir(), 'data'), safeMode: true },
    secrets: createMemorySecrets(),
    signIns: { bare: async () => [] },
    profiles: { list: () => ({ items: [], activeId: '' }), withoutKeys: async (text) => text },
    settings: () => DEFAULT_SETTINGS,
    notices: () => [{ id: 'n', code: 'disk', message: render(message('store.diskFull'), say) }],
    taskCounts: () => ({}) as never,
    libraryStats: () => succeed({} as never),
    log: (line) => void lines.push(line),
    ...change,
  })
  return { handlers, lines }
}

test('names no account of an address, as in that of a proxy', async () => {
  const network = { proxy: { mode: 'custom', address: 'http://user:CANARY@proxy.example:8080' } }
  const { handlers } = handlersWith({ settings: () => ({ network }) })
  const response = await handlers['app.supportBundle']({})
  const text = response.ok ? response.data.text : ''
  expect([text.includes('http://[removed]@proxy.example:8080'), text.includes('CANARY')]).toEqual([
    true,
    false,
  ])
})

test('names the mode and open notices, and not whose computer it is', async () => {
  const { handlers } = handlersWith({})
  const response = await handlers['app.supportBundle']({})
  const text = response.ok ? response.data.text : ''
  expect(text).toContain('Atelier 1.2.3 (desktop, safe mode)')
  expect(text).toContain('Notice disk: The disk is full.')
  expect(text).toMatch(/Data folder: ~.data\n/)
})

test('asks again where keys are kept, where there is a choice', async () => {
  const { handlers } = handlersWith({})
  expect(await handlers['app.chooseKeyStorage']({})).toMatchObject({
    ok: false,
    error: { code: 'not_available_here' },
  })
  const secrets = { protection: 'undecided', choose: async () => void (secrets.protection = 'readable') }
  const other = handlersWith({ secrets })
  expect(await other.handlers['app.chooseKeyStorage']({})).toEqual(succeed({ secretProtection: 'readable' }))
})

/** A key with characters that every encoding changes. */
const ODD_KEY = 'canary+key/0123=="<odd>'
const escapes = (make: (code: string) => string) =>
  Array.from(ODD_KEY, (one) => make((one.codePointAt(0) ?? 0).toString(16))).join('')

test.each([
  ['as it is', ODD_KEY],
  ['percent-encoded', encodeURIComponent(ODD_KEY)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(ODD_KEY))],
  ['percent-encoded in every character', escapes((code) => `%${code}`)],
  ['in JSON', JSON.stringify(ODD_KEY).slice(1, -1)],
  ['in JSON, escaped in every character', escapes((code) => `\\u00${code}`)],
  ['in character references', escapes((code) => `&#x${code};`)],
  ['as HTML', ODD_KEY.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['in base64', Buffer.from(ODD_KEY).toString('base64')],
])('a fault of the page that quotes a key %s does not put it into the log', async (_, spelling) => {
  const app = await openTestAppAt('https://api.example.com', { apiKey: ODD_KEY })
  await app.ask('app.reportFault', {
    message: `GET https://x.example/?key=${spelling} failed`,
    stack: spelling,
  })
  const [line = ''] = app.logLines.filter((text) => text.includes('The page failed'))
  expect(line).not.toContain(spelling)
  expect(line).toMatch(/^The page failed: GET https:\/\/x\.example\/\?key=\[\w+\][^ ]* failed \[\w+\]/)
})

test('puts a fault of the page into the log', async () => {
  const { handlers, lines } = handlersWith({})
  await handlers['app.reportFault']({ message: 'x is undefined', stack: 'at y' })
  expect(lines).toEqual(['The page failed: x is undefined at y'])
})
