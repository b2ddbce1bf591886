/** Check 24: an SVG is shown inside `<img>` alone and HTML never: no script runs, no request leaves. */
import { expect } from '@playwright/test'
import { startCanary } from './host.ts'
import { submit, taskReply, test } from './scripted-service.ts'

test('shows an SVG result as an image only: nothing in it runs or is fetched', async ({
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

test('shows a text result as text alone, whatever it says', async ({ page, studio, scripted }) => {
  const canary = await startCanary()
  const text = `1\n00:00:01,000 --> 00:00:02,000\n<img src="${canary.address}" onerror="document.title = 'ran'"> & so on`
  const service = await scripted.start({
    task: (id) => taskReply(id, 'SUCCESS', { files: [{ url: service.fileUrl('words.srt') }] }),
    file: () => ({ headers: { 'content-type': 'text/html' }, body: text }),
  })
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, service)
  await submit(host, 'the words of a video')
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('img', { name: 'the words of a video' }).dblclick({ force: true })
  const sheet = page.getByRole('dialog').getByRole('region', { name: 'the words of a video' })
  await expect(sheet).toHaveText(text)
  expect(await sheet.locator('img').count()).toBe(0)
  expect(await page.title()).not.toBe('ran')
  expect(canary.requests()).toBe(0)
  await canary.close()
})

test('never shows a web page that came for an image: the task says why it has no file', async ({
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
  await expect(card).toContainText('Paid, not saved', { timeout: 90_000 })
  await card.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText(/web page/i)
  expect(await page.locator('#foreign').count()).toBe(0)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('heading', { name: 'Your gallery is empty' })).toBeVisible()
})
