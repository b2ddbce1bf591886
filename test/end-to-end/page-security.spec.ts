/** What the page may run and reach: its policy, its hosts, and results that would like to be more than pictures. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { submit, test } from './scripted-service.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

test('has exactly the policy, and neither inline scripts nor strings run', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  const response = await page.goto(await host.launchUrl())
  expect(response?.headers()['content-security-policy']).toBe(POLICY)
  await page.getByRole('navigation').first().waitFor()

  const blocked = await page.evaluate(async () => {
    const directives: string[] = []
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      directives.push(`${effectiveDirective} ${blockedURI}`),
    )
    const script = document.createElement('script')
    script.textContent = 'globalThis.inlineRan = true'
    const image = document.createElement('img')
    image.setAttribute('onerror', 'globalThis.handlerRan = true')
    image.src = 'data:image/png;base64,none'
    document.body.append(script, image)
    // A string where a function is expected, as an attacker would hand it over.
    Reflect.apply(setTimeout, globalThis, ['globalThis.stringRan = true'])
    await new Promise((resolve) => setTimeout(resolve))
    await image.decode().catch(() => undefined)
    return { directives, ran: ['inlineRan', 'handlerRan', 'stringRan'].filter((name) => name in globalThis) }
  })
  expect(blocked.ran).toEqual([])
  expect(blocked.directives).toContain('script-src-elem inline')
  expect(blocked.directives).toContain('script-src-attr inline')
  expect(blocked.directives).toContain('script-src eval')
})

test('contacts its own host alone during a whole session, and the policy stops the rest', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const contacted = new Set<string>()
  page.on('request', (request) => contacted.add(originOf(request.url())))
  page.on('websocket', (socket) => contacted.add(originOf(socket.url())))
  await studio.open(page, host)
  await page.getByRole('button', { name: /^Generate 1 image/ }).click()
  await expect(page.getByRole('img', { name: 'a red fox in snow' })).toBeVisible({ timeout: 45_000 })
  await page.getByRole('link', { name: /Queue/ }).click()
  await page.getByRole('link', { name: /a red fox in snow/ }).click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').dblclick()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const tab of await page.getByRole('tab').all()) await tab.click()
  expect([...contacted]).toEqual([host.ready['origin']])

  const canary = await startCanary()
  const attempts = await page.evaluate(async (address) => {
    const loads = (name: 'img' | 'script') =>
      new Promise((resolve) => {
        const element = document.createElement(name)
        element.addEventListener('load', () => resolve(true))
        element.addEventListener('error', () => resolve(false))
        element.src = address
        document.body.append(element)
      })
    const fetched = await fetch(address, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    )
    return [fetched, await loads('img'), await loads('script')]
  }, canary.address)
  expect(attempts).toEqual([false, false, false])
  expect(canary.requests()).toBe(0)
  await canary.close()
})

test('shows an SVG result as a picture only: nothing in it runs or is fetched', async ({
  page,
  studio,
  scripted,
}) => {
  const canary = await startCanary()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" onload="fetch('${canary.address}')">
    <rect width="300" height="200" fill="#274"/><image href="${canary.address}" width="10" height="10"/>
    <style>@import url('${canary.address}');</style>
    <script>fetch('${canary.address}'); document.documentElement.setAttribute('data-ran', 'yes')</script></svg>`
  const service = await scripted.start({
    file: () => ({ headers: { 'content-type': 'image/svg+xml' }, body: svg }),
  })
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, service)
  await submit(host, 'a drawn emblem')
  await studio.open(page, host)
  const shown = page.getByRole('img', { name: 'a drawn emblem' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await shown.click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'a drawn emblem' })).toBeVisible()
  expect(await page.locator('iframe, object, embed').count()).toBe(0)
  expect(await page.locator('svg [onload], svg image, svg script').count()).toBe(0)

  // Opened as a document of its own, it is fenced in all the same.
  const address = await page
    .getByRole('dialog')
    .getByRole('img', { name: 'a drawn emblem' })
    .evaluate((image: HTMLImageElement) => image.src)
  const response = await page.goto(address)
  expect(response?.headers()['content-security-policy']).toBe("sandbox; default-src 'none'")
  await expect(page.locator('svg')).toHaveCount(1)
  expect(await page.locator('[data-ran]').count()).toBe(0)
  expect(canary.requests()).toBe(0)
  await canary.close()
})

test('never shows a web page that came for a picture: the task says why it has no file', async ({
  page,
  studio,
  scripted,
}) => {
  const service = await scripted.start({
    file: () => ({
      headers: { 'content-type': 'image/png' },
      body: '<!doctype html><title>Expired</title><h1 id="foreign">Log in</h1><script>document.title = "ran"</script>',
    }),
  })
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, service)
  await submit(host, 'an expired address')
  await studio.open(page, host)
  await page.getByRole('link', { name: /Queue/ }).click()
  const card = page.getByRole('region', { name: 'Needs you' })
  await expect(card).toContainText('Paid, not saved', { timeout: 45_000 })
  await expect(card).toContainText(/web page/i)
  expect(await page.locator('#foreign').count()).toBe(0)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('heading', { name: 'Your gallery is empty' })).toBeVisible()
})

/** The origin of an address; what the page makes itself (data:, blob:) contacts nobody and counts as its own. */
function originOf(address: string): string {
  const url = new URL(address)
  return url.protocol === 'data:' ? '' : url.origin
}

/** A server that must never hear of anything. */
async function startCanary(): Promise<{ address: string; requests(): number; close(): Promise<void> }> {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary.js`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
