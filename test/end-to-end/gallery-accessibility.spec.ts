/** The gallery's views with what axe can find, at the smallest window and doubled text, and mirrored. */
import { expect } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, importImages, makeImages, openGallery, selectCells } from './gallery-setup.ts'
import { test } from './studio.ts'

const NAMES = ['red boat', 'green boat', 'old tower', 'quiet harbour']

test('has no violations', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  const ids = await importImages(host, await makeImages(NAMES))
  await host.call('library.update', { ids: [ids[0]], rating: 4, favorite: true, addTags: ['sea'] })
  await host.call('library.update', { ids: [ids[1]], addTags: ['draft'] })
  await host.call('collections.create', { name: 'Sea' })
  await studio.open(page, host)
  await openGallery(page, NAMES.length)
  await page.getByRole('button', { name: /^sea/ }).click()
  await expect(cellsOf(page)).toHaveCount(1)
  await cellsOf(page).first().click()
  await expectNoViolationsInBothThemes(page)
  for (const [key, name] of [
    ['t', /^Tags of/],
    ['c', /to a collection$/],
    ['e', /^Export/],
  ] as const) {
    await cellsOf(page).first().focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectNoViolationsInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Remove the filter sea' }).click()
  await expect(cellsOf(page)).toHaveCount(NAMES.length)
  await cellsOf(page).first().dblclick()
  await expect(page.getByRole('dialog', { name: 'red boat' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await selectCells(page, 0, 1)
  await page.keyboard.press('v')
  await expect(page.getByRole('dialog', { name: 'Compare' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Duplicates' }).click()
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
})

test('fits a window of 960 pixels and doubled text, and mirrors', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  await importImages(host, await makeImages(NAMES))
  await page.setViewportSize({ width: 960, height: 700 })
  await studio.open(page, host)
  await openGallery(page, NAMES.length)
  await cellsOf(page).first().click()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  // A page zoomed to 200 % has half of the window.
  await page.setViewportSize({ width: 640, height: 400 })
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 1_280, height: 800 })
  const leftOf = async (place: number): Promise<number> =>
    (await cellsOf(page).nth(place).boundingBox())?.x ?? 0
  expect(await leftOf(0)).toBeLessThan(await leftOf(1))
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expect.poll(async () => (await leftOf(0)) > (await leftOf(1))).toBe(true)
  await cellsOf(page).nth(0).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(cellsOf(page).nth(1)).toBeFocused()
})

test('says in the colours of the reader what is selected, where one is and what is chosen', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  await importImages(host, await makeImages(['one', 'two', 'three']))
  await page.emulateMedia({ forcedColors: 'active' })
  await studio.open(page, host)
  await openGallery(page, 3)
  await cellsOf(page).first().click()
  const frames = await cellsOf(page).evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell, '::after').borderTopWidth),
  )
  expect(frames).toEqual(['4px', '0px', '0px'])
  for (const chosen of [
    page.getByRole('link', { name: 'Gallery' }),
    page.getByRole('button', { name: /^Favourites \d/ }),
  ]) {
    if ((await chosen.getAttribute('aria-pressed')) === 'false') await chosen.click()
    await expect(chosen).toHaveCSS('outline-style', 'solid')
  }
  await expectNoViolations(page)
})
