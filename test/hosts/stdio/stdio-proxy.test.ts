import { written } from '#contract/messages/message.ts'
import { expect, test } from 'vitest'
import { renderResult } from '#core/messages/render.ts'
import { fail, succeed } from '#contract/errors.ts'
import type { ServerAddress } from '#hosts/agents/server-file.ts'
import type { ServerFinder } from '#hosts/stdio/stdio-proxy.ts'
import { say } from '#test/stand-ins/say.ts'
import { until } from '#test/stand-ins/until.ts'
import { call, openClient, openFakeServer, SECRET, type FakeServer, type Generation } from './stdio-setup.ts'

const GENERATIONS: readonly Generation[] = ['current', 'earlier']

/** Leads to these servers, one after the other as each is lost; the last stays. */
function finderOf(
  ...servers: readonly FakeServer[]
): ServerFinder & { readonly lost: (ServerAddress | null)[] } {
  const left = [...servers]
  const lost: (ServerAddress | null)[] = []
  return {
    lost,
    find: async (gone) => {
      lost.push(gone)
      const { origin } = (left.length > 1 ? left.shift() : left[0]) ?? { origin: '' }
      return succeed({ origin, secret: SECRET, pid: process.pid })
    },
  }
}

test.each(GENERATIONS)('passes tools, calls and answers of the %s SDK', async (generation) => {
  const server = await openFakeServer()
  const { client } = await openClient(generation, finderOf(server))
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo'])
  expect(await call(client, 'echo', { word: 'fox' })).toBe('fox')
  const words = ['a', 'b', 'c', 'd']
  expect(await Promise.all(words.map((word) => call(client, 'echo', { word })))).toEqual(words)
  expect(new Set(server.tokens)).toEqual(new Set([`Bearer ${SECRET}`]))
})

test('speaks the current revision with who can', async () => {
  const { client } = await openClient('current', finderOf(await openFakeServer()))
  expect(client.getProtocolEra()).toBe('modern')
})

test("brings the agent's token in place of the server's secret", async () => {
  const server = await openFakeServer()
  await openClient('current', finderOf(server), 'atelier_token')
  expect(new Set(server.tokens)).toEqual(new Set(['Bearer atelier_token']))
})

test.each(GENERATIONS)('asks again when an answer to the %s SDK was lost', async (generation) => {
  const server = await openFakeServer()
  const { client } = await openClient(generation, finderOf(server))
  server.fates.set('tools/call', ['lose', 'cut the body'])
  expect(await call(client, 'echo', { word: 'fox' })).toBe('fox')
  expect(server.calls).toEqual(['fox', 'fox', 'fox'])
})

test('goes over to the Atelier that runs next', async () => {
  const [first, second] = [await openFakeServer(), await openFakeServer()]
  const finder = finderOf(first, second)
  const { client } = await openClient('earlier', finder)
  expect(await call(client, 'echo', { word: 'one' })).toBe('one')
  first.close()
  expect(await call(client, 'echo', { word: 'two' })).toBe('two')
  expect([first.calls, second.calls]).toEqual([['one'], ['two']])
  expect(finder.lost).toEqual([null, { origin: first.origin, secret: SECRET, pid: process.pid }])
})

test('says so when every answer is lost, and goes on', async () => {
  const server = await openFakeServer()
  const { client } = await openClient('current', finderOf(server))
  server.fates.set('tools/call', ['lose', 'lose', 'lose'])
  await expect(call(client, 'echo', { word: 'fox' })).rejects.toThrow('nothing is paid twice')
  expect(await call(client, 'echo', { word: 'fox' })).toBe('fox')
})

test("passes on the server's own words, and what finds no server", async () => {
  const server = await openFakeServer()
  const finder = finderOf(server)
  const { client } = await openClient('current', finder)
  const refusal = JSON.stringify(renderResult(fail('forbidden', written('Agents are switched off.')), say))
  server.fates.set('tools/call', [
    { status: 403, body: refusal },
    { status: 502, body: 'nonsense' },
  ])
  await expect(call(client, 'echo', { word: 'fox' })).rejects.toThrow('Agents are switched off.')
  await expect(call(client, 'echo', { word: 'fox' })).rejects.toThrow('HTTP 502')
  server.close()
  finder.find = async () => fail('conflict', written('The server is closed.'))
  await expect(call(client, 'echo', { word: 'fox' })).rejects.toThrow('The server is closed.')
})

test('leaves a request that the client cancels, and ends with the client', async () => {
  const server = await openFakeServer()
  const { client, ended } = await openClient('current', finderOf(server))
  const abort = new AbortController()
  const waiting = client.callTool({ name: 'echo', arguments: { word: 'wait' } }, { signal: abort.signal })
  await until(() => server.calls.length === 1)
  const left = new Promise((resolve) =>
    server.server.once('request', (_, response) => response.once('close', resolve)),
  )
  const next = client.callTool({ name: 'echo', arguments: { word: 'wait' } }).catch(() => 'ended')
  abort.abort()
  await expect(waiting).rejects.toThrow('abort')
  await until(() => server.calls.length === 2)
  await client.close()
  await ended
  await left
  expect([await next, server.calls]).toEqual(['ended', ['wait', 'wait']])
})
