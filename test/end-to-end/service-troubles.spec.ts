/** What a person sees when the key is wrong or the service is away. */
import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { modelRow } from './create-controls.ts'
import { generate, promptBox } from './input-form.ts'
import { startConnectProxy } from '#test/stand-ins/connect-proxy.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { test, type Host } from './studio.ts'

const RIGHT_KEY = 'sample_right-key-for-this-test'

test(
  'says that a key is refused, and goes on by itself when the right one is entered',
  { tag: '@main' },
  async ({ page, studio }) => {
    const service = await studio.startService({ apiKey: RIGHT_KEY })
    const host = await studio.openHost(page)
    await addService(page, service.ready['baseUrl'] ?? '', 'wrong-key')

    await page.getByRole('link', { name: 'Create' }).click()
    await promptBox(page).fill('a quiet harbour')
    await page.getByRole('button', { name: /^Generate/ }).click()
    await page.getByRole('link', { name: 'Queue' }).click()
    await expect(page.getByText(/refused the key/).first()).toBeVisible()
    // What one service lacks holds no other: it is named, and nothing is paused.
    const hold = page
      .getByRole('listitem')
      .filter({ hasText: 'Test service' })
      .filter({ hasText: 'refused the key' })
    await expect(hold.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause queue' })).toBeVisible()

    const profiles = await host.call('profiles.list', {})
    const { activeId } = profiles.data as unknown as { activeId: string }
    await host.call('profiles.setKey', { id: activeId, apiKey: RIGHT_KEY })
    await page.getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByRole('img', { name: 'a quiet harbour' }).first()).toBeVisible({ timeout: 90_000 })
  },
)

test('tests a service before it is used, and says at the field what is wrong', async ({ page, studio }) => {
  const service = await studio.startService({ apiKey: RIGHT_KEY })
  const host = await studio.openHost(page)
  await fillService(page, service.ready['baseUrl'] ?? '', 'wrong-key')
  const form = page.getByRole('form', { name: 'Add Generation Service' })
  await form.getByRole('button', { name: 'Test and use' }).click()
  await expect(form.getByLabel('API key')).toHaveAccessibleDescription(/refused the key/)
  await expectNoViolationsInBothThemes(page)
  await form.getByLabel('API key').fill(RIGHT_KEY)
  await form.getByRole('button', { name: 'Test and use' }).click()
  await expect(page.getByText(/^Now using Test service\. \d+ models found\.$/)).toBeVisible()
  await expect(page.getByText('in use', { exact: true })).toBeVisible()
  const { items } = (await host.call('profiles.list', {})).data as unknown as { items: { name: string }[] }
  expect(items.map(({ name }) => name)).toEqual(['Sample studio', 'Test service'])

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Test service?' })
  await expect(question.getByRole('button')).toHaveText(['Keep service', 'Remove service'])
  await question.getByRole('button', { name: 'Keep service' }).click()
  await expect(question).toHaveCount(0)
})

test('waits for a service that is away, says so, and sends when it is back', async ({ page, studio }) => {
  const first = await studio.startService({ apiKey: RIGHT_KEY })
  const baseUrl = first.ready['baseUrl'] ?? ''
  const host = await studio.openHost(page)
  await addService(page, baseUrl, RIGHT_KEY)
  // The row shows the model of the service before for a moment, and this one goes before it was asked.
  await expect.poll(() => isListed(host, baseUrl)).toBe(true)
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(modelRow(page)).not.toContainText(/Choose a model|Asking/)
  await first.stop()

  await promptBox(page).fill('a lighthouse in fog')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await page.getByRole('link', { name: 'Queue' }).click()
  await expect(page.getByText(/Can't reach/).first()).toBeVisible()

  await studio.startService({ apiKey: RIGHT_KEY, port: Number(new URL(baseUrl).port) })
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('img', { name: 'a lighthouse in fog' }).first()).toBeVisible({
    timeout: 90_000,
  })
})

test('asks again for the open task when Atelier was away meanwhile', async ({ page, studio }) => {
  studio.needs('launch-address')
  const host = await studio.startHost()
  await host.call('queue.pause', {})
  const request = { provider: 'sample', mediaType: 'image', model: 'ink-wash', scene: 'text-to-image' }
  await host.call('tasks.submit', { requests: [{ ...request, prompt: 'a missed ferry' }] })
  let isBroken = false
  await page.route('**/events', async (route) => {
    if (isBroken) return await route.abort()
    // It ends at once, as where a connection breaks: the page opens another.
    isBroken = true
    await route.fulfill({ contentType: 'text/event-stream', body: ': open\n\n' })
  })
  await studio.open(page, host)
  const away = page.getByRole('button', { name: "Connection: Sample studio, Atelier isn't responding" })
  await expect(away).toBeVisible()
  await page.getByRole('link', { name: /^Queue/ }).click()
  await page.getByRole('link', { name: /a missed ferry/ }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  await expect(task).toContainText('Waiting')
  await host.call('tasks.stop', { id: page.url().split('/').at(-1) })
  await page.unroute('**/events')
  await expect(away).toHaveCount(0)
  await expect(task).toContainText('Stopped')
})

test('says at the connection that Atelier itself is gone, in a notice that is whole on a narrow page', async ({
  page,
  studio,
}) => {
  studio.needs('launch-address')
  const host = await studio.openHost(page)
  const reachable = page.getByRole('button', { name: 'Connection: Sample studio, Connected' })
  await expect(reachable).toBeVisible({ timeout: 90_000 })
  // The models are here: a form without one asks for no price.
  await expect(generate(page)).toHaveText('Generate 1 image')
  await host.stop()
  await expect(
    page.getByRole('button', { name: "Connection: Sample studio, Atelier isn't responding" }),
  ).toBeVisible()
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('spending.estimate')),
    promptBox(page).fill('a lighthouse'),
  ])
  await page.setViewportSize({ width: 480, height: 800 })
  // Once for the page, and not again for the price and the time.
  const notice = page.getByRole('status').getByText(/Atelier isn't responding/u)
  await expect(notice).toHaveCount(1)
  const { cut, right, lines } = await notice.evaluate((words) => ({
    cut: words.scrollHeight - words.clientHeight + (words.scrollWidth - words.clientWidth),
    right: words.getBoundingClientRect().right,
    lines: words.clientHeight / Number.parseFloat(getComputedStyle(words).lineHeight),
  }))
  expect(lines).toBeGreaterThanOrEqual(1.9)
  expect([cut, right <= 480]).toEqual([0, true])
})

test('loads what it needs for a view once Atelier is back, and takes nothing down until then', async ({
  page,
  studio,
}) => {
  studio.needs('launch-address')
  await studio.openHost(page)
  await promptBox(page).fill('a lighthouse')
  await page.route(/\/(?:assets\/.*)?$/u, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await page.getByRole('button', { name: 'Prompt history' }).click()
  await refused
  await expect(promptBox(page)).toHaveValue('a lighthouse')
  await page.unroute(/\/(?:assets\/.*)?$/u)
  await expect(page.getByRole('searchbox', { name: 'Search past prompts' })).toBeVisible()
})

test('a proxy that wants a sign-in says so, with a way to where it is entered', async ({ page, studio }) => {
  const server = createServer((_, response) => response.end('{}'))
  const { port, close } = await listen(server)
  const proxy = await startConnectProxy(port)
  proxy.wants = 'CORP\\ann:p@ss'
  const host = await studio.startHost()
  const made = await host.call('profiles.create', {
    name: 'Far service',
    kind: 'comfyui',
    baseUrl: 'http://192.168.7.7:8188',
  })
  const { id } = made.data as unknown as { id: string }
  await host.call('profiles.activate', { id })
  await host.call('settings.setProxy', { address: proxy.address })
  await studio.open(page, host)
  await page.getByRole('button', { name: /^Connection: Far service/ }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Your proxy wants a user name and a password.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Network' })).toBeVisible()

  await page.getByLabel('Proxy address').fill(proxy.address.replace('http://', 'http://CORP%5Cann:p@ss@'))
  await expect(page.getByLabel('Proxy address')).toHaveValue(proxy.address)
  await expect(page.getByLabel('User name')).toHaveValue('CORP\\ann')
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    /^User name and password (kept|saved)/,
  )
  await expect(page.getByLabel('Password')).toHaveValue('')
  expect(await host.call('profiles.test', { id })).toMatchObject({ data: { reachable: true } })
  await page.getByRole('button', { name: 'Remove sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Remove sign-in' })).toHaveCount(0)
  expect(await host.call('profiles.test', { id })).toMatchObject({ data: { reachable: false } })
  await proxy.close()
  await close()
})

async function fillService(page: Page, address: string, key: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('button', { name: /^Generation Service/ }).click()
  const form = page.getByRole('form', { name: 'Add Generation Service' })
  await form.getByRole('textbox', { name: 'Address' }).fill(address)
  await form.getByLabel('API key').fill(key)
  await form.getByRole('button', { name: 'Other name' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Test service')
}

/** Whether the active profile is that of the service at this address, and the host has its models. */
async function isListed(host: Host, baseUrl: string): Promise<boolean> {
  const profiles = (await host.call('profiles.list', {})).data as unknown as {
    activeId: string
    items: { id: string; baseUrl: string }[]
  }
  const active = profiles.items.find(({ id }) => id === profiles.activeId)
  const models = (await host.call('models.list', {})).data as unknown as { items: unknown[]; stale: boolean }
  return active?.baseUrl === baseUrl && models.items.length > 0 && !models.stale
}

async function addService(page: Page, address: string, key: string): Promise<void> {
  await fillService(page, address, key)
  await page.getByRole('button', { name: 'Add without testing' }).click()
  await expect(page.getByText('Test service').first()).toBeVisible()
  const use = page.getByRole('button', { name: /^Use/ })
  if ((await use.count()) > 0) await use.first().click()
}
