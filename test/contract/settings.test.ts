import { expect, test } from 'vitest'
import { proxySchema } from '#contract/settings.ts'

test.each(['http://proxy.example.com:3128', 'https://p', 'http://10.0.0.1:8080/', 'http://[::1]:3128'])(
  'takes %s',
  (address) => {
    expect(proxySchema.safeParse({ mode: 'custom', address }).success).toBe(true)
  },
)

test.each([
  '',
  'proxy.example.com:3128',
  'socks5://p:1080',
  'http://user:secret@p:80',
  'http://p:80/path',
  'http://p?x',
  'http://p:99999999',
  'javascript:alert(1)',
  'file:///etc/passwd',
])('refuses %j', (address) => {
  expect(proxySchema.safeParse({ mode: 'custom', address }).success).toBe(false)
})
