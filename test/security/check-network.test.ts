/** Checks 28, 30 and 31: what leaves for a service, and to whom. */
import { createServer } from 'node:https'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '#core/service/transport/send-request.ts'
import { redirect, respond } from '#test/stand-ins/faulty-responses.ts'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { openFaultyService, postGenerate } from '#test/stand-ins/test-service.ts'
import { CANARY } from '#test/stand-ins/canary.ts'
import { SELF_SIGNED } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { findNodes, type Node, parseSource, readSources, wordOf } from './sources.ts'

/** The key goes to the origin of its own profile and nowhere else; no redirect is followed with it. */
describe('28 key goes to its own origin only', () => {
  test.each([301, 302, 303, 307, 308] as const)('follows no %i, and the key stays', async (status) => {
    const service = await openFaultyService()
    const elsewhere = await openFaultyService()
    service.script('generate', redirect(status, `${elsewhere.baseUrl}/api/v1/generate`))
    const result = await postGenerate(service.baseUrl)
    expect(result).toMatchObject({ kind: 'response', status })
    expect('header' in result && result.header('location')).toBe(`${elsewhere.baseUrl}/api/v1/generate`)
    expect(elsewhere.ledger).toEqual([])
    expect(service.ledger.map(({ key }) => key)).toEqual(['canary-key'])
  })

  test('removes the key when the address changes to another origin, and keeps it otherwise', async () => {
    const service = await openFaultyService()
    const other = await openFaultyService()
    const app = await openTestAppAt(service.baseUrl, { apiKey: CANARY })
    const { profileId: id } = app
    expect(await app.ask('profiles.update', { id, baseUrl: `${service.baseUrl}/v2` })).toMatchObject({
      keyState: 'saved',
    })
    expect(await app.ask('profiles.update', { id, name: 'renamed' })).toMatchObject({ keyState: 'saved' })
    expect(await app.ask('profiles.update', { id, baseUrl: other.baseUrl })).toMatchObject({
      keyState: 'none',
    })
    expect(app.secrets.size).toBe(0)
    await app.ask('profiles.test', { id })
    await app.ask('models.list', { refresh: true })
    await app.submitOne()
    await app.until(() => other.generates().length === 1)
    expect(other.ledger.map(({ key }) => key).filter((key) => key !== null)).toEqual([])
  })

  test('never sends a new key to the old address while the two are being changed', async () => {
    const service = await openFaultyService()
    const other = await openFaultyService()
    const kept = createMemorySecrets()
    const gate = Promise.withResolvers<void>()
    let slow = false
    const get = async (name: string) => {
      if (slow) await gate.promise
      return kept.get(name)
    }
    const app = await openTestAppAt(service.baseUrl, { apiKey: 'old-key', secrets: { ...kept, get } })
    const { profileId: id } = app
    slow = true
    const testing = app.ask('profiles.test', { id })
    await app.ask('profiles.update', { id, baseUrl: other.baseUrl })
    await app.ask('profiles.setKey', { id, apiKey: 'new-key' })
    gate.resolve()
    await testing
    expect(service.ledger.map(({ key }) => key)).not.toContain('new-key')
    expect(other.ledger.map(({ key }) => key)).not.toContain('old-key')
  })
})

/** A submission has a socket of its own and is sent once; Chromium's network, which repeats requests, is not used. */
describe('30 submission once, on a fresh socket', () => {
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
})

/** The verification of TLS certificates is never weakened, in code or by what the code reads. */
describe('31 TLS verification never weakened', () => {
  test('sends nothing to a server whose certificate is not to be trusted', async () => {
    let requests = 0
    const server = createServer(SELF_SIGNED, (_, response) => {
      requests++
      response.end('{}')
    })
    const { port, close } = await listen(server)
    onTestFinished(close)
    const url = `https://127.0.0.1:${port}/`
    // Inherited from a shell that once needed it.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    onTestFinished(() => void delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'])
    const response = await sendRequest({ method: 'GET', url, apiKey: 'canary', timeoutMs: 30_000 })
    expect(response).toMatchObject({ kind: 'not_sent' })
    expect(requests).toBe(0)
  })

  /** Names under which Node, undici and Electron let certificates pass unseen (Node: tls, cli; electron.d.ts). */
  const WEAKENING =
    /^(?:rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|setCertificateVerifyProc|certificate-error|select-client-certificate|ignore-certificate-errors|allow-insecure-localhost|disable-web-security|secureOptions|setDefaultCACertificates)/u

  /**
   * Takes out of the environment what would let every certificate pass; the test above shows it.
   *
   * Hands over no certificate of the user; hosts/desktop/main.test.ts shows it. Trusts the system's authorities beside Node's, and
   * nobody else; core/network/system-certificates.test.ts shows it.
   */
  const ALLOWED = [
    "electron/core/network/system-certificates.ts: delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']",
    "electron/core/network/system-certificates.ts: tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...found])])",
    "electron/hosts/desktop/main.ts: app.on('select-client-certificate', withoutCertificate)",
  ]

  test('names nothing that weakens the verification, anywhere', () => {
    const sources = readSources()
    expect(findNodes(sources, (node) => WEAKENING.test(wordOf(node)))).toEqual(ALLOWED)
  })

  test.each([
    'connect({ rejectUnauthorized: false })',
    "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'",
    'process.env.NODE_TLS_REJECT_UNAUTHORIZED = `0`',
    "app.on('certificate-error', () => true)",
    'session.setCertificateVerifyProc(pass)',
    "app.commandLine.appendSwitch('ignore-certificate-errors')",
  ])('sees %s', (text) => {
    expect(findNodes([parseSource('a.ts', text)], (node) => WEAKENING.test(wordOf(node)))).toHaveLength(1)
  })
})
