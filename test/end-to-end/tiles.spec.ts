/** What can be done with a result where it appears: from the bar over it, from its menu, and with keys. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { generate, promptBox } from './input-form.ts'
import { IMAGE, submit, taskReply, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

test('marks a result, saves it and moves it to the trash and back', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const tile = page.getByRole('button', { name: 'Open: a red ferry' })
  await tile.hover({ timeout: 60_000 })
  const heart = page.getByRole('button', { name: 'Favourite', exact: true })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await tile.focus()
  await page.keyboard.press('4')
  await expect.poll(() => assetsOf(host)).toMatchObject([{ favorite: true, rating: 4 }])

  await tile.click({ button: 'right' })
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await item(page, 'Remove the rating (4 stars)').click()
  await expect.poll(() => assetsOf(host)).toMatchObject([{ favorite: true, rating: 0 }])

  await tile.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()

  await tile.hover()
  const saved = await host.saved(page, async () => {
    await page.getByRole('button', { name: 'More for a red ferry' }).click()
    await item(page, 'Save as…').click()
  })
  expect([saved.name.endsWith('.png'), saved.bytes.equals(IMAGE)]).toEqual([true, true])

  await tile.focus()
  await page.keyboard.press('Delete')
  const restore = page.getByRole('button', { name: 'Restore' })
  await expect(page.getByText('In the trash')).toBeVisible()
  await expect(restore).toBeFocused()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(tile).toBeVisible()
})

test('a press has its place before the host has answered: its tasks take it over, and a refused one leaves none', async ({
  page,
  studio,
}) => {
  const refusal = { ok: false, error: { code: 'invalid_input', message: 'Not today.' } }
  const held: (() => void)[] = []
  await page.route('**/rpc/tasks.submit', async (route) => {
    const isRefused = (route.request().postData() ?? '').includes('a red ferry')
    await new Promise<void>((resolve) => held.push(resolve))
    await (isRefused ? route.fulfill({ json: refusal }) : route.continue())
  })
  await studio.openHost(page)
  // What waits to be sent for a while gives up its place, which a slow machine must not bring about.
  await page.clock.setFixedTime(Date.now())
  const place = page.getByRole('region', { name: 'Results' }).locator('header')
  await promptBox(page).fill('a red ferry')
  await generate(page).click()
  await expect(place).toHaveText('a red ferry')
  await expect(generate(page)).toHaveAttribute('data-pending', 'true')
  held[0]?.()
  await expect(page.getByText('Not today.')).toBeVisible()
  await expect(place).toHaveCount(0)

  await promptBox(page).fill('a blue ferry')
  await generate(page).click()
  await expect(place).toHaveText('a blue ferry')
  await place.evaluate((element) => element.setAttribute('data-seen', ''))
  held[1]?.()
  await expect(page.getByRole('button', { name: 'Open: a blue ferry' })).toBeVisible({ timeout: 60_000 })
  await expect(place).toHaveAttribute('data-seen', '')
})

test('shows the last result of its prompt behind a running one, which can be stopped', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    task: (id) => (id === 'task-1' ? undefined : taskReply(id, 'PROCESSING')),
  })
  await submit(host, 'a red ferry')
  await expect.poll(() => assetsOf(host), { timeout: 60_000 }).toMatchObject([{ prompt: 'a red ferry' }])
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  const stop = results.getByRole('button', { name: 'Stop: a red ferry' })
  await expect(stop).toBeVisible({ timeout: 60_000 })
  await expect(results.locator('img[alt=""]')).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await stop.click()
  const question = page.getByRole('alertdialog', { name: 'Stop following this task?' })
  await question.getByRole('button', { name: 'Stop following' }).click()
  await expect(stop).toHaveCount(0)
})

test('stands results of several presses side by side, in their own shape, as large as wanted', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  for (const prompt of ['a red ferry', 'a blue ferry']) await submit(host, prompt)
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  const red = results.getByRole('button', { name: 'Open: a red ferry' })
  const blue = results.getByRole('button', { name: 'Open: a blue ferry' })
  // The file is 240 x 160; asked for was nothing, which is a square.
  await expect.poll(() => shapeOf(red), { timeout: 60_000 }).toBeCloseTo(1.5, 1)
  await expect.poll(() => shapeOf(blue), { timeout: 60_000 }).toBeCloseTo(1.5, 1)
  await expect(results.getByRole('heading', { level: 2 })).toHaveText(['a blue ferry', 'a red ferry'])
  const [left, right] = [await blue.boundingBox(), await red.boundingBox()]
  expect([left?.y, (left?.x ?? 0) < (right?.x ?? 0)]).toEqual([right?.y, true])

  await results.getByRole('slider', { name: 'Thumbnail size' }).press('ArrowLeft')
  await expect.poll(async () => (await red.boundingBox())?.height).toBeLessThan(left?.height ?? 0)
  await expectNoViolationsInBothThemes(page)
  await results.getByRole('heading', { name: 'a red ferry' }).click({ button: 'right' })
  await item(page, 'Remix').click()
  await expect(promptBox(page)).toHaveValue('a red ferry')
})

test('leaves what one looks at in its place when a newer arrives', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  for (const number of [1, 2, 3, 4, 5]) await submit(host, `ferry ${number}`)
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  const tile = (prompt: string): Locator =>
    results.getByRole('button', { name: `Open: ${prompt}`, exact: true })
  await expect(tile('ferry 5')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => assetsOf(host), { timeout: 60_000 }).toHaveLength(5)
  // The largest size has one result in a row.
  await results.getByRole('slider', { name: 'Thumbnail size' }).press('End')
  const scroller = results.locator('> :last-child')
  const heightOf = (): Promise<number> => scroller.evaluate(({ scrollHeight }) => scrollHeight)
  await expect.poll(() => shapeOf(tile('ferry 5'))).toBeCloseTo(1.5, 1)
  await expect.poll(heightOf).toBeGreaterThan(5 * 500)
  await scroller.evaluate((element) => element.scrollTo({ top: 1_300 }))
  await expect(tile('ferry 3')).toBeInViewport()
  const [before, height] = [await tile('ferry 3').boundingBox(), await heightOf()]
  await submit(host, 'a newer one')
  await expect.poll(heightOf, { timeout: 60_000 }).toBeGreaterThan(height)
  await expect.poll(async () => (await tile('ferry 3').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
})

test('leaves the keyboard where it is, while newer ones arrive, out of sight and when a press is folded', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'a pair' }
  await host.call('tasks.submit', { requests: [request, request] })
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  const tile = results.getByRole('button', { name: 'Open: a red ferry' })
  await expect.poll(() => shapeOf(tile), { timeout: 60_000 }).toBeCloseTo(1.5, 1)
  const fold = results.getByRole('button', { name: 'a pair', exact: true })
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toBeFocused()
  await fold.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(fold).toBeFocused()

  // The largest size has one result in a row.
  await results.getByRole('slider', { name: 'Thumbnail size' }).press('End')
  await tile.focus()
  const scroller = results.locator('> :last-child')
  const heightOf = (): Promise<number> => scroller.evaluate(({ scrollHeight }) => scrollHeight)
  const [top, height] = [await topOf(tile), await heightOf()]
  for (const number of [1, 2, 3, 4, 5]) await submit(host, `ferry ${number}`)
  await expect.poll(heightOf, { timeout: 60_000 }).toBeGreaterThan(height + 4 * 500)
  await expect.poll(() => topOf(tile)).toBeCloseTo(top, -1)
  await scroller.evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(tile).not.toBeInViewport()
  await expect(tile).toBeFocused()
})

test('shows all that waits to be sent in one line, and gives it its places once it is sent', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  await host.call('queue.pause', {})
  for (const prompt of ['a red ferry', 'a blue ferry', 'a blue ferry']) await submit(host, prompt)
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('3 requests wait to be sent')).toBeVisible()
  await expect(results.getByText('a red ferry · a blue ferry (2)')).toBeVisible()
  await expect(results.getByRole('heading', { level: 2 })).toHaveCount(0)
  await expectNoViolationsInBothThemes(page)
  // Where there is no room for both, the line has it.
  const size = results.getByRole('slider', { name: 'Thumbnail size' })
  await expect(size).toBeVisible()
  await page.setViewportSize({ width: 800, height: 800 })
  await expect(size).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await results.getByRole('button', { name: 'Resume' }).click()
  await expect(results.getByRole('button', { name: /^Open: / })).toHaveCount(3, { timeout: 60_000 })
  await expect(results.getByText('wait to be sent')).toHaveCount(0)
})

test('leaves a failure in the place of its result: one sentence, what helps most, and a menu of the rest', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    generate: (count) => (count === 2 ? { status: 400, body: { code: 1, message: 'No boats.' } } : undefined),
  })
  await submit(host, 'a red ferry')
  await expect.poll(() => assetsOf(host), { timeout: 60_000 }).toMatchObject([{ prompt: 'a red ferry' }])
  await submit(host, 'a blue ferry')
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  await expect(results.getByText('Refused, not charged: “No boats.”', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  const edit = results.getByRole('button', { name: 'Edit and resend' })
  const done = await results.getByRole('button', { name: 'Open: a red ferry' }).boundingBox()
  const tile = await edit.boundingBox()
  expect((tile?.y ?? 0) - (done?.y ?? 0)).toBeGreaterThan(0)
  expect((tile?.y ?? 0) + (tile?.height ?? 0)).toBeLessThanOrEqual((done?.y ?? 0) + (done?.height ?? 0))
  await expectNoViolationsInBothThemes(page)
  await page.setViewportSize({ width: 480, height: 800 })
  await page.getByRole('tab', { name: 'Results' }).click()
  // As high as its words need, with the next press close below.
  const next = results.getByRole('heading', { name: 'a red ferry' })
  await expect.poll(async () => (await topOf(next)) - (await topOf(edit))).toBeLessThan(145)
  await page.setViewportSize({ width: 1280, height: 800 })
  await edit.click()
  await expect(promptBox(page)).toHaveValue('a blue ferry')
  const more = results.getByRole('button', { name: 'More about the problem with “a blue ferry”' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Details', exact: true }).click()
  // The code is told here alone.
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText('(400/1)')
  await page.getByRole('link', { name: 'Create' }).click()
  await more.click()
  await item(page, 'Try again').click()
  await expect(results.getByRole('button', { name: 'Open: a blue ferry' })).toBeVisible({ timeout: 60_000 })
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('opens the menu of a result by a long press, and not the result', async ({
    page,
    studio,
    scripted,
  }) => {
    const { host } = await scripted.open()
    await submit(host, 'a red ferry')
    await studio.open(page, host)
    const tile = page.getByRole('button', { name: 'Open: a red ferry' })
    await expect.poll(() => shapeOf(tile), { timeout: 60_000 }).toBeCloseTo(1.5, 1)
    const box = await tile.boundingBox()
    const touch = await page.context().newCDPSession(page)
    const touchPoints = [{ x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(item(page, 'Remix')).toBeVisible()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await item(page, 'Remix').tap()
    await expect(promptBox(page)).toHaveValue('a red ferry')
    await tile.tap()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

/** Width divided by height; 0 while it is not there. */
async function shapeOf(tile: Locator): Promise<number> {
  if ((await tile.count()) === 0) return 0
  const box = await tile.boundingBox()
  return box === null ? 0 : box.width / box.height
}

function item(page: Page, name: string) {
  return page.getByRole('menu').getByRole('menuitem', { name })
}

async function topOf(one: Locator): Promise<number> {
  return (await one.boundingBox())?.y ?? Number.NaN
}

async function assetsOf(host: Host): Promise<readonly unknown[]> {
  const { data } = await host.call('library.query', {})
  return (data as unknown as { items: readonly unknown[] }).items
}
