/** Check 30: a submission has a socket of its own and is sent once; Chromium's network, which repeats requests, is not used. */
import { expect, test } from 'vitest'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { postGenerate, openFaultyService } from '#test/stand-ins/test-service.ts'
import { findNodes, parseSource, readSources, wordOf, type Node } from './sources.ts'

test('gives every request a socket of its own, so that a dying one is never reused', async () => {
  const service = await openFaultyService()
  service.resetReused = true
  for (let count = 0; count < 8; count++) {
    expect(await postGenerate(service.baseUrl)).toMatchObject({ kind: 'response', status: 200 })
  }
  const together = await Promise.all(Array.from({ length: 8 }, () => postGenerate(service.baseUrl)))
  expect(together.every((result) => result.kind === 'response')).toBe(true)
  expect(new Set(service.ledger.map(({ socketId }) => socketId)).size).toBe(16)
})

test('repeats nothing that a status usually asks to repeat', async () => {
  const service = await openFaultyService()
  for (const status of [408, 413, 425, 429, 500, 502, 503, 504]) {
    service.script('generate', respond(status, '', { 'retry-after': '0' }))
    expect(await postGenerate(service.baseUrl)).toMatchObject({ kind: 'response', status })
  }
  expect(service.ledger).toHaveLength(8)
})

/** `net` of Electron, and the requests of a session: Chromium's network resends by itself when a kept-alive socket dies. */
const isChromiumNetwork = (node: Node): boolean =>
  (node.type === 'ImportSpecifier' && /^(?:net|ClientRequest)$/u.test(wordOf(node['imported']))) ||
  (node.type === 'MemberExpression' &&
    /^(?:fetch|request)$/u.test(wordOf(node['property'])) &&
    /^(?:net|session|defaultSession)$/u.test(lastWord(node['object'])))

/** `defaultSession` of `session.defaultSession`. */
function lastWord(node: unknown): string {
  const { property } = Object(node) as { property?: unknown }
  return wordOf(property ?? node)
}

test("nothing is fetched through Chromium's network", () => {
  const sources = readSources().filter(({ path }) => path.startsWith('electron/'))
  expect(findNodes(sources, isChromiumNetwork)).toEqual([])
})

test.each([
  "import { net } from 'electron'",
  "electron.net.fetch('https://a.example')",
  'net.request(options)',
  "session.defaultSession.fetch('https://a.example')",
])('sees %s', (text) => {
  expect(findNodes([parseSource('a.ts', text)], isChromiumNetwork)).toHaveLength(1)
})
