/** Check 35, in a browser: an address opens one session once, and no other page of the browser can use it. */
import { createServer } from 'node:http'
import { expect } from '@playwright/test'
import { listen } from '../stand-ins/loopback.ts'
import { test } from './studio.ts'

test('an address opens the page once, in the browser that came first', async ({ browser, page, studio }) => {
  studio.needs('launch-address')
  const host = await studio.startHost({ localService: false })
  const address = await host.launchUrl()
  await page.goto(address)
  await page.getByRole('navigation').first().waitFor()
  expect(page.url()).toBe(`${host.ready['origin'] ?? ''}/`)
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
  expect(await page.evaluate(() => document.cookie)).toBe('')

  // The session is the browser's: a page that is loaded again has it, and one beside it.
  const beside = await page.context().newPage()
  for (const one of [page, beside]) {
    const call = one.waitForResponse((response) => response.url().includes('/rpc/'))
    await one.goto(host.ready['origin'] ?? '')
    expect((await call).status()).toBe(200)
  }

  const other = await browser.newContext()
  const stranger = await other.newPage()
  expect((await stranger.goto(address))?.status()).toBe(401)
  expect((await stranger.goto(host.ready['origin'] ?? ''))?.status()).toBe(401)
  await other.close()
})

test('a page of another origin in the same browser reads and does nothing', async ({ page, studio }) => {
  studio.needs('launch-address')
  const host = await studio.openHost(page, { localService: false })
  const origin = host.ready['origin'] ?? ''
  const foreign = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>foreign</title>')
  })
  const at = await listen(foreign)
  const tab = await page.context().newPage()
  await tab.goto(`${at.origin}/`)
  const outcomes = await tab.evaluate(async (origin) => {
    const attempt = (path: string, init: RequestInit) =>
      fetch(origin + path, { credentials: 'include', ...init }).then(
        ({ type, status }) => `${type} ${status}`,
        () => 'failed',
      )
    const frame = document.createElement('iframe')
    frame.src = origin
    const image = document.createElement('img')
    const loaded = new Promise((resolve) => {
      image.addEventListener('load', () => resolve('loaded'))
      image.addEventListener('error', () => resolve('failed'))
    })
    image.src = `${origin}/favicon.svg`
    document.body.append(frame, image)
    return [
      await attempt('/', {}),
      await attempt('/rpc/profiles.list', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
      await attempt('/events', {}),
      await loaded,
    ]
  }, origin)
  expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed'])
  await tab.close()
  await at.close()
})
