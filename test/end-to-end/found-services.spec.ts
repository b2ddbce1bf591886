/** Services of the user's own, found on this computer where they usually are. */
import { createServer } from 'node:net'
import { expect } from '@playwright/test'
import { startSdWebui } from '#test/stand-ins/services/sd-webui/sd-webui.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { test } from './studio.ts'

/** Of Stable Diffusion WebUI; one may run on this computer. */
const USUAL_PORT = 7860

test('a service at its usual port is found and used with one press', async ({ page, studio }) => {
  const isFree = await isPortFree(USUAL_PORT)
  const service = studio.keep(await startSdWebui(isFree ? USUAL_PORT : 0))
  if (!isFree) {
    const items = [
      {
        kind: 'sd-webui',
        baseUrl: service.baseUrl,
        says: { id: 'service.sdWebui.answers', text: 'The WebUI is responding.' },
      },
    ]
    await page.route('**/rpc/services.find', (route) =>
      route.fulfill({ json: { ok: true, data: { items } } }),
    )
  }
  await studio.openHost(page, { localService: false })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a service' }).click()
  const found = page.getByRole('listitem').filter({ hasText: service.baseUrl })
  await expect(found).toContainText('The WebUI is responding.')
  await expectNoViolationsInBothThemes(page)
  await found.getByRole('button').click()
  await expect(page.getByText('Now using Stable Diffusion WebUI. 2 models found.')).toBeVisible()
})

async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const isFree = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return await isFree
}
