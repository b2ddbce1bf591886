import { expect, test } from 'vitest'
import { createEnvironmentProxy } from '#adapters/node/environment-proxy.ts'

const find = (env: Record<string, string>, url = 'https://api.example.com/') =>
  createEnvironmentProxy(env)(new URL(url))

test.each<readonly [Record<string, string>, string, string | null]>([
  [{}, 'https://a.example/', null],
  [{ https_proxy: 'http://p:1' }, 'https://a.example/', 'http://p:1'],
  [{ HTTPS_PROXY: 'p:1' }, 'https://a.example/', 'http://p:1'],
  [{ https_proxy: 'http://p:1' }, 'http://a.example/', null],
  [{ http_proxy: 'http://p:1' }, 'http://a.example/', 'http://p:1'],
  [{ HTTP_PROXY: 'http://p:1' }, 'http://a.example/', null],
  [{ all_proxy: 'http://p:1' }, 'https://a.example/', 'http://p:1'],
  [{ https_proxy: 'http://p:1', all_proxy: 'http://p:2' }, 'https://a.example/', 'http://p:1'],
])('reads %j for %s', async (env, url, proxy) => {
  expect(await find(env, url)).toBe(proxy)
})

test.each([
  ['*', true],
  ['example.com', true],
  ['.example.com', true],
  ['other.com, API.example.com', true],
  ['api.example.com:443', true],
  ['api.example.com:8443', false],
  ['le.com', false],
  ['ple.com', false],
  ['', false],
])('goes straight for no_proxy=%s: %s', async (no_proxy, isStraight) => {
  const proxy = await find({ https_proxy: 'http://p:1', no_proxy })
  expect(proxy === null).toBe(isStraight)
})

test('goes no way of its own where the environment names one that cannot be gone', async () => {
  await expect(find({ https_proxy: 'socks5://p:1' })).rejects.toThrow('cannot use')
})
