/** Reviews: one key for each item, and nothing moved before the end. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes, expectReadable } from './accessibility.ts'
import {
  cellsOf,
  importImages,
  makeImages,
  openGallery,
  openImages,
  selectCells,
  shownNames,
} from './gallery-setup.ts'
import { makeVideo } from './input-form.ts'
import { test as scriptedTest } from './scripted-service.ts'
import { test } from './studio.ts'

const NAMES = ['red boat', 'green boat', 'old tower', 'quiet harbour']

test('keeps, rejects, rates and takes back with one key each, and moves what was rejected at the end', async ({
  page,
  studio,
}) => {
  const { host, ids } = await openImages(page, studio, NAMES)
  await page.getByRole('button', { name: 'Review and slideshow' }).click()
  const view = page.getByRole('dialog', { name: 'Review' })
  const at = (place: number) => expect(view.getByRole('status').first()).toContainText(`Item ${place} of 4`)
  await at(1)
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('x')
  await at(2)
  await page.keyboard.press('x')
  await at(3)
  await page.keyboard.press('u')
  await at(2)
  await page.keyboard.press('k')
  await at(3)
  await page.keyboard.press('4')
  await at(4)
  const ratingOf = async (): Promise<unknown> =>
    ((await host.call('library.get', { id: ids[2] })).data as unknown as { rating: number }).rating
  await expect.poll(ratingOf).toBe(4)
  // What is pressed beside the keys is no step.
  await view.getByRole('button', { name: 'Favourite' }).click()
  await expect(view.getByRole('button', { name: 'Favourite', pressed: true })).toBeVisible()
  await page.keyboard.press('Control+z')
  await at(3)
  await expect.poll(ratingOf).toBe(0)
  expect((await host.call('library.get', { id: ids[3] })).data).toMatchObject({ favorite: true })
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(view.getByRole('status').first()).toContainText('Rejected')
  await page.keyboard.press('Escape')
  await expect(view.getByRole('heading', { name: '1 kept, 1 rejected' })).toBeVisible()
  expect((await host.call('library.facets', {})).data).toMatchObject({ total: 4 })
  await expectNoViolationsInBothThemes(page)
  await view.getByRole('button', { name: 'Add the kept one to a collection' }).click()
  const collection = page.getByRole('dialog', { name: 'Add 1 item to a collection' })
  await expect(collection).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(collection).toHaveCount(0)
  await view.getByRole('button', { name: 'Move 1 to the trash' }).click()
  await expect(view).toHaveCount(0)
  await expect.poll(() => shownNames(page)).toEqual(NAMES.slice(1))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cellsOf(page)).toHaveCount(4)
})

test('shows what is selected as a slideshow to its end, over the whole screen where that is allowed', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost({ localService: false })
  await importImages(host, await makeImages(NAMES))
  await page.clock.install()
  await studio.open(page, host)
  await openGallery(page, NAMES.length)
  await selectCells(page, 1, 2)
  await page.keyboard.press('r')
  const view = page.getByRole('dialog', { name: 'Review' })
  await expect(view.getByRole('status').first()).toContainText('Item 1 of 2')
  await view.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.keyboard.press('s')
  await expect(view.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(view.getByRole('status').first()).toContainText('Item 2 of 2')
  await page.clock.runFor(6_000)
  await expect(view.getByRole('heading', { name: '0 kept, 0 rejected' })).toBeVisible()
  await view.getByRole('button', { name: 'Close' }).last().click()
  await expect(view).toHaveCount(0)
  expect(await page.evaluate(() => document.fullscreenElement)).toBe(null)
})

test('says what was done for some seconds, and what failed until it is dismissed', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost({ localService: false })
  await importImages(host, await makeImages(NAMES))
  await page.clock.install()
  await studio.open(page, host)
  await openGallery(page, NAMES.length)
  const undo = page.getByRole('button', { name: 'Undo' })
  await cellsOf(page).nth(0).click()
  await page.keyboard.press('f')
  await expect(undo).toBeVisible()
  const error = { code: 'disk_error', message: 'The disk is full.' }
  await page.route('**/rpc/library.update', (route) => route.fulfill({ json: { ok: false, error } }))
  await page.keyboard.press('3')
  await expect(page.getByText(error.message)).toBeVisible()
  await page.clock.runFor(9_000)
  await expect(undo).toHaveCount(0)
  await expect(page.getByText(error.message)).toBeVisible()

  // In a review too, which needs no selection.
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  const view = page.getByRole('dialog', { name: 'Review' })
  await expect(view.getByRole('status').first()).toContainText('Item 1 of 4')
  await page.keyboard.press('2')
  await expect(view.getByText(error.message)).toBeVisible()
})

test('keeps its keys to the item in sight after a button that went off under the press', async ({
  page,
  studio,
}) => {
  const { host } = await openImages(page, studio, NAMES)
  await cellsOf(page).nth(0).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('r')
  const view = page.getByRole('dialog', { name: 'Review' })
  const undo = view.getByRole('button', { name: 'Undo' })
  await view.getByRole('button', { name: 'Reject' }).click()
  await undo.click()
  await expect(undo).toBeDisabled()
  await page.keyboard.press('3')
  await expect(view.getByRole('status').first()).toContainText('Item 2 of 4')
  const ratings = async (): Promise<readonly number[]> => {
    const { data } = await host.call('library.query', {})
    return (data as unknown as { items: { rating: number }[] }).items.map(({ rating }) => rating)
  }
  await expect.poll(async () => (await ratings()).includes(3)).toBe(true)
  expect((await ratings()).filter((rating) => rating === 3)).toHaveLength(1)
  await undo.click()
  await expect(undo).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(view).toHaveCount(0)
})

test('shows a video to its end in a slideshow, however long it took to begin', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await makeVideo(page, host)
  await page.clock.install()
  await studio.open(page, host)
  await openGallery(page, 1)
  await page.getByRole('button', { name: 'Review and slideshow' }).click()
  const view = page.getByRole('dialog', { name: 'Review' })
  await expect(view.locator('video')).toHaveJSProperty('loop', true)
  // No time passes for the page: what goes on is the video.
  await page.clock.pauseAt(Date.now() + 60_000)
  const video = view.locator('video')
  await video.evaluate((element: HTMLVideoElement) => void (element.playbackRate = 0.1))
  await page.keyboard.press('s')
  await expect(video).toHaveJSProperty('loop', false)
  // Paused by hand, it stays for as long as that takes.
  await video.click()
  await expect(video).toHaveJSProperty('paused', true)
  await page.clock.runFor(600_000)
  await expect(video).toBeVisible()
  await video.evaluate((element: HTMLVideoElement) => void (element.playbackRate = 1))
  await video.click()
  await expect(view.getByRole('heading', { name: '0 kept, 0 rejected' })).toBeVisible()
})

scriptedTest(
  'draws what came of what, generation by generation, and goes there',
  async ({ page, studio, scripted }) => {
    const { host } = await scripted.open()
    const newest = async (): Promise<string | undefined> =>
      ((await host.call('library.query', {})).data as unknown as { items: { id: string }[] }).items[0]?.id
    let from: string | undefined
    for (const prompt of ['first', 'second', 'third', 'fourth']) {
      const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt }
      const provenance = from === undefined ? {} : { provenance: { fromAssetId: from } }
      expect((await host.call('tasks.submit', { requests: [{ ...request, ...provenance }] })).ok).toBe(true)
      const before = from
      await expect.poll(newest, { timeout: 60_000 }).not.toBe(before)
      from = await newest()
    }
    await studio.open(page, host)
    await openGallery(page, 4)
    await cellsOf(page).first().dblclick()
    const facts = page.getByRole('complementary', { name: 'Details' })
    const further = facts.getByRole('list', { name: 'Made from' })
    await expect(further).toHaveCount(2)
    await expectNoViolationsInBothThemes(page)
    await expectReadable(page)
    await further.last().getByRole('button', { name: 'first' }).click()
    await expect(page.getByRole('dialog', { name: 'first' })).toBeVisible()
    await expect(facts.getByRole('list', { name: 'Used to make' })).toHaveCount(2)
  },
)
