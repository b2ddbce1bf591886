/** Whose requests a server on loopback takes. What becomes of the others shows in test/hosts/web/server.test.ts. */
import { expect, test } from 'vitest'
import { isForeign } from '#hosts/loopback/loopback-server.ts'

const isTaken = (port: number, host: string, more: Readonly<Record<string, string>> = {}): boolean =>
  !isForeign({ url: `http://${host}/`, headers: new Headers({ host, ...more }) }, port)

test.each([
  [4310, '127.0.0.1:4310', true],
  [4310, 'localhost:4310', true],
  [4310, '127.0.0.1', false],
  [4310, 'localhost:43100', false],
  [4310, 'localhost.example:4310', false],
  // Clients leave the usual port out.
  [80, '127.0.0.1', true],
  [80, 'localhost', true],
  [80, '127.0.0.1:4310', false],
  [80, 'localhost.', false],
  [80, 'rebound.example', false],
])('at port %i, of the host %s: %s', (port, host, expected) => {
  expect(isTaken(port, host)).toBe(expected)
  expect(isTaken(port, host, { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBe(expected)
  expect(isTaken(port, host, { origin: 'https://a.example' })).toBe(false)
  expect(isTaken(port, host, { origin: `http://${host}:81` })).toBe(false)
  expect(isTaken(port, host, { 'sec-fetch-site': 'cross-site' })).toBe(false)
})
