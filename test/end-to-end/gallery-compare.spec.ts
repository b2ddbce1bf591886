/** Two items compared: side by side and over each other, with a line between them, a loupe in step, and one of them kept. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes, expectReadable } from './accessibility.ts'
import { openGallery, openImages, selectCells } from './gallery-setup.ts'
import { dragByFinger, makeVideo } from './input-form.ts'
import { test } from './studio.ts'

const NAMES = ['red boat', 'green boat']

test('no place opens beneath a comparison', async ({ page, studio }) => {
  await openImages(page, studio, NAMES)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('v')
  const view = page.getByRole('dialog', { name: 'Compare' })
  await expect(view.getByRole('img', { name: 'red boat' })).toBeVisible()
  for (const key of ['2', 'k']) await page.keyboard.press(`Control+${key}`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible()
})

test('compares two with a line between them and a loupe in step, by keyboard', async ({ page, studio }) => {
  const { host } = await openImages(page, studio, NAMES)
  await selectCells(page, 0, 1)
  await page.keyboard.press('v')
  const view = page.getByRole('dialog', { name: 'Compare' })
  await expect(view.getByRole('img', { name: 'red boat' })).toBeVisible()
  await page.setViewportSize({ width: 480, height: 800 })
  const name = view.getByText('green boat', { exact: true })
  await expect.poll(() => name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('l')
  const lenses = view.locator('[style*="background-image"]')
  await expect(lenses).toHaveCount(2)
  const places = () =>
    lenses.evaluateAll((all) => all.map((lens) => (lens as HTMLElement).style.backgroundPosition))
  const [before = ''] = await places()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await places())[0]).not.toBe(before)
  const [one, other] = await places()
  expect(one).toBe(other)
  await expectNoViolationsInBothThemes(page)
  await expectReadable(page)
  const held = (await places())[0]
  const image = await view.getByRole('img', { name: 'red boat' }).boundingBox()
  if (image === null) throw new Error('The image is not shown.')
  await dragByFinger(page, [
    { x: image.x + image.width / 2, y: image.y + image.height / 2 },
    { x: image.x + image.width * 0.8, y: image.y + image.height * 0.8 },
  ])
  await expect.poll(async () => (await places())[0]).not.toBe(held)
  await page.keyboard.press('l')
  await expect(lenses).toHaveCount(0)
  await page.keyboard.press('w')
  const line = view.getByRole('slider', { name: 'Line between the two' })
  await expect(line).toHaveValue('50')
  const clip = () =>
    view
      .locator('[style*="--wipe"] > div')
      .nth(1)
      .evaluate((layer) => getComputedStyle(layer).clipPath)
  await line.focus()
  await page.keyboard.press('End')
  await expect.poll(clip).toBe('inset(0px 0px 0px 100%)')
  await page.keyboard.press('Home')
  await expect(line).toHaveValue('0')
  await expectNoViolationsInBothThemes(page)
  await expectReadable(page)

  // By the pointer, anywhere on the line; then the keys of the view are there again.
  const frame = await view.locator('[style*="--wipe"]').boundingBox()
  if (frame === null) throw new Error('Nothing is compared.')
  await page.mouse.move(frame.x + 1, frame.y + 40)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width / 4, frame.y + 90, { steps: 4 })
  await page.mouse.up()
  await expect(line).toHaveValue('25')
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveValue('26')
  await view.getByRole('button', { name: 'Differences' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(line).toHaveValue('28')
  await line.focus()
  await page.keyboard.press('w')
  await expect(line).toHaveCount(0)

  await view.getByRole('button', { name: 'Keep left' }).click()
  await expect(view.getByText('1 item moved to the trash')).toBeVisible()
  await expect(view.getByRole('button', { name: 'Keep right' })).toBeDisabled()
  const trashed = async () =>
    (await host.call('library.query', { trashed: true })).data as unknown as { total: number }
  expect((await trashed()).total).toBe(1)
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Control+z')
  await expect(view.getByRole('button', { name: 'Keep right' })).toBeEnabled()
  expect((await trashed()).total).toBe(0)
})

test('compares two videos with a line between them, and plays them as one', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await makeVideo(page, host)
  await makeVideo(page, host)
  await openGallery(page, 2)
  await selectCells(page, 0, 1)
  await page.keyboard.press('v')
  const view = page.getByRole('dialog', { name: 'Compare' })
  await expect(view.locator('video')).toHaveCount(2)
  await page.keyboard.press('w')
  await expect(view.getByRole('slider', { name: 'Line between the two' })).toHaveValue('50')
  const videos = view.locator('[style*="--wipe"] video')
  await expect(videos).toHaveCount(2)
  expect(await videos.first().boundingBox()).toEqual(await videos.last().boundingBox())
  await expectNoViolationsInBothThemes(page)
  await view.getByRole('button', { name: 'Play' }).click()
  for (const video of await videos.all()) await expect(video).toHaveJSProperty('paused', false)
})
