/** A window too narrow for two things beside each other: a bar of places, sheets over the view, and settings that lead on and back. */
import { expect, type Locator } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, importImages, makeImages, openGallery } from './gallery-setup.ts'
import { submit, test } from './scripted-service.ts'
import { rows } from './studio.ts'

const NARROW = { width: 480, height: 800 }
const WIDE = { width: 1280, height: 800 }

const endOf = (one: Locator) => one.evaluate((shown) => Math.round(shown.getBoundingClientRect().bottom))

test('has the places at the foot, and the side panel of the gallery as a sheet', async ({ page, studio }) => {
  const host = await studio.startHost()
  await importImages(host, await makeImages(['red boat', 'green boat', 'old tower']))
  await studio.open(page, host)
  await openGallery(page, 3)
  const panel = page.getByRole('complementary', { name: 'Collections and filters' })
  await expect(panel, 'open in a wide window').toBeVisible()

  await page.setViewportSize(NARROW)
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(cellsOf(page)).toHaveCount(3)
  await expect(panel).toHaveCount(0)
  const bar = page.getByRole('navigation', { name: 'Places' })
  for (const place of [
    ...(await bar.getByRole('link').all()),
    page.getByRole('button', { name: /^Connection/ }),
  ])
    expect(await endOf(place)).toBeGreaterThan(NARROW.height - 20)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width)
  expect(await endOf(page.getByRole('button', { name: /Sort/ }))).toBe(
    await endOf(page.getByRole('searchbox')),
  )

  const cell = cellsOf(page).first()
  await cell.click()
  await page.keyboard.press('\\')
  const sheet = page.getByRole('dialog', { name: 'Collections and filters' })
  await expect(sheet.getByRole('button', { name: 'All', exact: true })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(cell).toBeFocused()
  await page.getByRole('button', { name: 'Collections and filters' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)

  await cell.dblclick()
  const viewer = page.getByRole('dialog', { name: 'red boat' })
  await expect(viewer.getByRole('img', { name: 'red boat' }).first()).toBeVisible()
  const details = page.getByRole('dialog', { name: 'Details' })
  await expect(details).toHaveCount(0)
  await page.keyboard.press('i')
  await expect(details.getByRole('button', { name: 'Use as input' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await page.keyboard.press('i')
  await page.setViewportSize(WIDE)
  await expect(details).toHaveCount(0)
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel, 'as it was left in a wide window').toBeVisible()
})

test('opens a task over the queue, and starts with the queue', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  await submit(host, 'two boats')
  await page.setViewportSize(NARROW)
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const search = await page.getByRole('searchbox', { name: 'Search the queue' }).boundingBox()
  const filters = await page.getByRole('radiogroup', { name: 'Show' }).boundingBox()
  expect(Math.abs((search?.x ?? 0) - (filters?.x ?? Infinity))).toBeLessThan(2)
  await rows(page).getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: 'Task' })
  await expect(sheet).toContainText('two boats')
  await expectNoViolationsInBothThemes(page)
  await page.reload()
  await expect(rows(page).getByRole('link')).toBeVisible()
  await expect(sheet).toHaveCount(0)

  await page.setViewportSize(WIDE)
  await rows(page).getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'Task' })
  await expect(panel).toContainText('two boats')
  await page.setViewportSize(NARROW)
  await expect(panel).toHaveCount(0)
  await expect(rows(page).getByRole('link')).toBeVisible()
})

test('settings lead from their list to a section and back, also by address', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  await page.setViewportSize(NARROW)
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  const title = page.getByRole('heading', { level: 1 })
  const row = page.getByRole('button', { name: 'Appearance' })
  const back = page.getByRole('button', { name: 'Back to Settings' })
  await expect(title).toHaveText('Settings')
  await expectNoViolationsInBothThemes(page)
  await row.press('Enter')
  await expect(title).toHaveText('Appearance')
  await expect(back).toBeFocused()
  await expect(page).toHaveURL(/#\/settings\/appearance$/)
  await expectNoViolationsInBothThemes(page)
  await back.press('Enter')
  await expect(title).toHaveText('Settings')
  await expect(row).toBeFocused()
  await page.goForward()
  await expect(title).toHaveText('Appearance')
  await page.reload()
  await expect(title).toHaveText('Appearance')
  await page.goBack()
  await expect(title).toHaveText('Settings')

  // Opened from elsewhere: back is the list, not elsewhere.
  await page.getByRole('link', { name: 'Create' }).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('appearance')
  await page.getByRole('option', { name: 'Appearance' }).click()
  await expect(title).toHaveText('Appearance')
  await back.click()
  await expect(title).toHaveText('Settings')
  await expect(page).toHaveURL(/#\/settings$/)
})
