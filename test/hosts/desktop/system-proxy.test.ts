import { beforeEach, expect, test } from 'vitest'
import { chromiumProxy, readProxyList, systemProxy } from '#hosts/desktop/system-proxy.ts'
import { told } from '#test/stand-ins/electron-shell.ts'
import { resetElectron, session } from '#test/stand-ins/electron.ts'

beforeEach(resetElectron)

test.each([
  ['DIRECT', null],
  ['PROXY a.example:8080', 'http://a.example:8080'],
  ['PROXY a:80; DIRECT', 'http://a:80'],
  ['HTTPS a:443;PROXY b:80', 'https://a:443'],
  ['SOCKS5 a:1080; PROXY b:80', 'http://b:80'],
  ['SOCKS5 a:1080; DIRECT', null],
])('takes the first way of %j that a request can go', (list, proxy) => {
  expect(readProxyList(list)).toBe(proxy)
})

test.each(['SOCKS5 a:1080', 'SOCKS a:1080; QUIC b:443', '', 'PROXY'])(
  'goes no way of its own where %j names none',
  (list) => {
    expect(() => readProxyList(list)).toThrow('cannot use')
  },
)

test('asks for each address', async () => {
  session.defaultSession.proxyList = 'PROXY a:80'
  expect(await systemProxy(session.defaultSession, new URL('https://x.example/y'))).toBe('http://a:80')
  expect(told).toEqual([['session.resolveProxy', 'https://x.example/y']])
})

test('tells Chromium the same', () => {
  expect([
    chromiumProxy({ mode: 'system' }),
    chromiumProxy({ mode: 'none' }),
    chromiumProxy({ mode: 'custom', address: 'http://a:80/' }),
  ]).toEqual([{ mode: 'system' }, { mode: 'direct' }, { mode: 'fixed_servers', proxyRules: 'http://a:80' }])
})
