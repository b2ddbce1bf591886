/** Check 18: the scheme of the page is standard, secure and streaming, never bypasses the policy, and serves one host. */
import { beforeEach, expect, test } from 'vitest'
import { registerScheme, servePage } from '#hosts/desktop/protocol.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'

beforeEach(resetElectron)

test('registers a standard, secure, streaming scheme that bypasses nothing', () => {
  registerScheme()
  expect(standIn.schemes).toEqual([
    { scheme: 'atelier', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
})

test('answers its own host alone, and no failure with its detail', async () => {
  const asked: string[] = []
  const stop = servePage(async (request) => {
    asked.push(new URL(request.url).pathname)
    if (request.url.endsWith('/broken')) throw new Error('secret detail')
    return new Response('page')
  })
  const get = async (url: string) => standIn.protocolHandlers.get('atelier')?.(new Request(url))
  expect(await (await get('atelier://app/'))?.text()).toBe('page')
  const refused = await Promise.all(
    ['atelier://evil/', 'atelier://app.evil/', 'atelier://app:1/'].map((url) => get(url)),
  )
  expect(refused.map((response) => response?.status)).toEqual([404, 404, 404])
  const broken = await get('atelier://app/broken')
  expect([broken?.status, (await broken?.text())?.includes('secret')]).toEqual([500, false])
  expect(asked).toEqual(['/', '/broken'])
  stop()
  expect(standIn.protocolHandlers.size).toBe(0)
})
