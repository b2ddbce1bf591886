/** An address of a proxy that was pasted with user and password. */
import { expect, test } from 'vitest'
import { takeApartProxy } from '#contract/rules/proxy-address.ts'

test.each([
  ['http://ann:secret@proxy.example:3128', 'http://proxy.example:3128', 'ann', 'secret'],
  ['https://ann:p%40ss%3Aword@proxy.example/', 'https://proxy.example/', 'ann', 'p@ss:word'],
  ['http://ann:p@ss:word@proxy.example:1', 'http://proxy.example:1', 'ann', 'p@ss:word'],
  ['  CORP%5Cann:100%@10.0.0.1:8080 ', '10.0.0.1:8080', 'CORP\\ann', '100%'],
  ['http://ann@proxy.example:3128', 'http://proxy.example:3128', 'ann', ''],
  ['http://ann:@[::1]:3128', 'http://[::1]:3128', 'ann', ''],
])('takes %s apart', (text, address, user, password) => {
  expect(takeApartProxy(text)).toEqual({ address, user, password })
})

test.each(['http://proxy.example:3128', 'proxy.example', 'http://@proxy.example', 'http://ann:secret@', ''])(
  'leaves %s as it is',
  (text) => expect(takeApartProxy(text)).toBeNull(),
)
