/** Check 27, the page's part: what the service says is shown as text only. */
import { expect } from '@playwright/test'
import { startCanary } from './host.ts'
import { submit, test } from './scripted-service.ts'

test('shows what the service says about a refusal as text, tags and all', async ({
  page,
  studio,
  scripted,
}) => {
  const canary = await startCanary()
  const markup = `<img src="${canary.address}" onerror="globalThis.ran = true"><script>globalThis.ran = true</script>`
  const { host } = await scripted.open({
    generate: () => ({ status: 400, body: JSON.stringify({ code: 7, message: `no: ${markup}` }) }),
  })
  await submit(host, markup)
  await studio.open(page, host)
  await page.getByRole('link', { name: /Queue/ }).click()
  await expect(page.getByText(`no: ${markup}`).first()).toBeVisible({ timeout: 90_000 })
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
  expect(await page.locator('[onerror]').count()).toBe(0)
  expect(canary.requests()).toBe(0)
  await canary.close()
})
