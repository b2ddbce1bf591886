/** Check 15: the page contacts no host but its own. */
import { expect } from '@playwright/test'
import { startCanary } from './host.ts'
import { test } from './studio.ts'

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
  await expect(page.getByRole('img', { name: 'a red fox in snow' })).toBeVisible({ timeout: 90_000 })
  await page.getByRole('link', { name: /Queue/ }).click()
  await page.getByRole('link', { name: /a red fox in snow/ }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
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

/** The origin of an address; what the page makes itself (data:, blob:) contacts nobody and counts as its own. */
function originOf(address: string): string {
  const url = new URL(address)
  return url.protocol === 'data:' ? '' : url.origin
}
