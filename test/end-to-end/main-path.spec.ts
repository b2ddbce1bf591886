/** The main path: from a prompt to an image in the gallery, still there without a service and without a network. */
import { expect } from '@playwright/test'
import { openMore } from './create-controls.ts'
import { drop, makePng, png, promptBox, row } from './input-form.ts'
import { test } from './studio.ts'

test(
  'makes an image from a prompt, and shows it after a restart with the network gone',
  { tag: '@main' },
  async ({ page, studio, context }) => {
    const host = await studio.openHost(page)
    await expect(page.getByText('Sample studio: offline, free')).toBeVisible()

    await promptBox(page).fill('two boats at dawn')
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(page.getByRole('img', { name: 'two boats at dawn' }).first()).toBeVisible({
      timeout: 90_000,
    })
    await host.stop()

    const offline = await studio.startHost({ localService: false })
    // The page may reach its own host and nothing else.
    await context.route(
      (url) => url.origin !== offline.ready['origin'],
      (route) => route.abort('internetdisconnected'),
    )
    await studio.open(page, offline)
    await page.getByRole('link', { name: 'Gallery' }).click()
    const image = page.getByRole('img', { name: 'two boats at dawn' }).first()
    await expect(image).toBeVisible()
    await expect(image).toHaveAttribute('data-painted')
    expect(await image.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(100)
  },
)

test(
  'turns a dropped image into image-to-image and makes another from it',
  { tag: '@main' },
  async ({ page, studio }) => {
    const host = await studio.openHost(page)
    await promptBox(page).fill('evening hills')
    await drop(page, [png('hills.png', await makePng('#c05030'))])
    await expect(row(page, 'hills.png').getByRole('button', { name: /is sent/ })).toBeVisible()
    await openMore(page)
    await expect(page.getByText(/Image to image/).first()).toBeVisible()
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(page.getByRole('img', { name: 'evening hills' }).first()).toBeVisible({ timeout: 90_000 })

    const response = await host.call('library.query', {})
    const [asset] = (response.data as unknown as { items: { scene: string; inputs: unknown[] }[] }).items
    expect(asset).toMatchObject({
      scene: 'image-to-image',
      inputs: [{ option: expect.stringContaining('image_input') }],
    })
  },
)
