/** What a person sees when the key is wrong, the service is away, or nobody can know whether a request arrived. */
import { expect, type Page } from '@playwright/test'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from './studio.ts'

const RIGHT_KEY = 'sample_right-key-for-this-test'

test(
  'says that a key is refused, and goes on by itself when the right one is entered',
  { tag: '@main' },
  async ({ page, studio }) => {
    const service = await studio.startService({ apiKey: RIGHT_KEY })
    const host = await studio.startHost()
    await studio.open(page, host)
    await addService(page, service.ready['baseUrl'] ?? '', 'wrong-key')

    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet harbour')
    await page.getByRole('button', { name: /^Generate/ }).click()
    await page.getByRole('link', { name: 'Queue' }).click()
    await expect(page.getByText(/refused the key/).first()).toBeVisible()

    const profiles = await host.call('profiles.list', {})
    const { activeId } = profiles.data as unknown as { activeId: string }
    await host.call('profiles.setKey', { id: activeId, apiKey: RIGHT_KEY })
    await page.getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByRole('img', { name: 'a quiet harbour' }).first()).toBeVisible({ timeout: 90_000 })
  },
)

test('waits for a service that is away, says so, and sends when it is back', async ({ page, studio }) => {
  const first = await studio.startService({ apiKey: RIGHT_KEY })
  const baseUrl = first.ready['baseUrl'] ?? ''
  const host = await studio.startHost()
  await studio.open(page, host)
  await addService(page, baseUrl, RIGHT_KEY)
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
  await first.stop()

  await page.getByRole('textbox', { name: 'Prompt' }).fill('a lighthouse in fog')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await page.getByRole('link', { name: 'Queue' }).click()
  await expect(page.getByText(/cannot be reached/).first()).toBeVisible()

  await studio.startService({ apiKey: RIGHT_KEY, port: Number(new URL(baseUrl).port) })
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('img', { name: 'a lighthouse in fog' }).first()).toBeVisible({
    timeout: 90_000,
  })
})

test('leaves a request of unknown outcome to the user, and never sends it by itself', async ({
  page,
  studio,
}) => {
  const service = await startDroppingService()
  const host = await studio.startHost()
  await studio.open(page, host)
  await addService(page, service.baseUrl, 'any-key')
  await host.call('tasks.submit', {
    requests: [
      { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'a lost letter' },
    ],
  })
  await page.getByRole('link', { name: 'Queue' }).click()
  const decision = page.getByText(/Look in your dashboard, then choose/)
  await expect(decision).toBeVisible()
  await page
    .getByRole('button', { name: /Forget it/ })
    .first()
    .click()
  await expect(decision).toHaveCount(0)
  expect(service.generateRequests()).toBe(1)
  await service.close()
})

async function addService(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Test service')
  await page.getByRole('textbox', { name: /Address/ }).fill(address)
  await page
    .getByLabel(/API key|Key/)
    .last()
    .fill(key)
  await page.getByRole('button', { name: /^Add/ }).last().click()
  await expect(page.getByText('Test service').first()).toBeVisible()
  const use = page.getByRole('button', { name: /^Use/ })
  if ((await use.count()) > 0) await use.first().click()
}

/** A service that reads every generate request whole and hangs up without an answer. */
async function startDroppingService(): Promise<{
  baseUrl: string
  generateRequests(): number
  close(): Promise<void>
}> {
  let received = 0
  const server: Server = createServer((request, response) => {
    if (request.url !== '/api/v1/generate') {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"code":404,"message":"not found"}')
      return
    }
    request.resume().on('end', () => {
      received++
      request.socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    generateRequests: () => received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
