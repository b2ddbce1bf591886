/** The main path: from a prompt to a picture in the gallery, still there without a service and without a network. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from './studio.ts'

test(
  'makes a picture from a prompt, and shows it after a restart with the network gone',
  { tag: '@main' },
  async ({ page, studio, context }) => {
    const host = await studio.startHost()
    await studio.open(page, host)
    await expect(page.getByText('Sample studio: works offline')).toBeVisible()

    await page.getByRole('textbox', { name: 'Prompt' }).fill('two boats at dawn')
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
    const picture = page.getByRole('img', { name: 'two boats at dawn' }).first()
    await expect(picture).toBeVisible()
    await expect(picture).toHaveAttribute('data-painted')
    expect(await picture.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(100)
  },
)

test(
  'turns a dropped picture into image-to-image and makes another from it',
  { tag: '@main' },
  async ({ page, studio }) => {
    const host = await studio.startHost()
    await studio.open(page, host)
    const png = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#c05030' } })
      .png()
      .toBuffer()

    await page.getByRole('textbox', { name: 'Prompt' }).fill('evening hills')
    await dropFile(page, png.toString('base64'), 'hills.png', 'image/png')
    await expect(page.getByText('hills.png')).toBeVisible()
    await expect(page.getByText(/Image to image/).first()).toBeVisible()
    await page.getByRole('button', { name: /^Generate/ }).click()
    await expect(page.getByRole('img', { name: 'evening hills' }).first()).toBeVisible({ timeout: 90_000 })

    const answer = await host.call('library.query', {})
    const [asset] = (answer.data as unknown as { items: { scene: string; inputs: unknown[] }[] }).items
    expect(asset).toMatchObject({
      scene: 'image-to-image',
      inputs: [{ option: expect.stringContaining('image_input') }],
    })
  },
)

test(
  'says at the input why a file is not a picture, and keeps the prompt',
  { tag: '@main' },
  async ({ page, studio }) => {
    await studio.open(page, await studio.startHost())
    await page.getByRole('textbox', { name: 'Prompt' }).fill('kept words')
    await dropFile(page, Buffer.from('no picture').toString('base64'), 'letter.png', 'image/png')
    await expect(page.getByText(/"letter\.png" is not an image/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('kept words')
  },
)

/** Drops a file on the form as a file manager would. */
async function dropFile(page: Page, base64: string, name: string, type: string): Promise<void> {
  const zone = page.getByText('Drop, paste or choose images to start from')
  await zone.evaluate(
    (target, [data, fileName, mimeType]) => {
      const bytes = Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], fileName ?? '', { type: mimeType ?? '' }))
      for (const event of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
      }
    },
    [base64, name, type],
  )
}
