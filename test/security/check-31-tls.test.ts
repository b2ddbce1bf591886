/** Check 31: the verification of TLS certificates is never weakened, in code or by what the code reads. */
import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendRequest } from '#core/service/transport/send-request.ts'
import { SELF_SIGNED } from '#test/stand-ins/connect-proxy.ts'
import { findNodes, parseSource, readSources, wordOf } from './sources.ts'

test('sends nothing to a server whose certificate is not to be trusted', async () => {
  let requests = 0
  const server = createServer(SELF_SIGNED, (_, response) => {
    requests++
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await sendRequest({
    method: 'GET',
    url: `https://127.0.0.1:${port}/`,
    apiKey: 'canary',
    timeoutMs: 30_000,
  })
  expect(answer).toMatchObject({ kind: 'not_sent' })
  expect(requests).toBe(0)
})

/** Names under which Node, undici and Electron let certificates pass unseen (Node: tls, cli; electron.d.ts). */
const WEAKENING =
  /^(?:rejectUnauthorized|checkServerIdentity|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|setCertificateVerifyProc|certificate-error|select-client-certificate|ignore-certificate-errors|allow-insecure-localhost|disable-web-security|secureOptions|setDefaultCACertificates)/u

/** Hands over no certificate of the user; hosts/desktop/main.test.ts shows it. */
const STRICTER = "electron/hosts/desktop/main.ts: app.on('select-client-certificate', withoutCertificate)"

test('names nothing that weakens the verification, anywhere', () => {
  const sources = readSources()
  expect(findNodes(sources, (node) => WEAKENING.test(wordOf(node)))).toEqual([STRICTER])
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
