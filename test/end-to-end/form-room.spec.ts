/** The room of the form: who gets the height that is left, what moves, and what stays in sight. */
import { expect, type Page } from '@playwright/test'
import { chip, closeChip, fillOption, modelRow, openChip, openMore } from './create-controls.ts'
import { drop, generate, keepDraft, makePng, png, promptBox, zone } from './input-form.ts'
import { test } from './studio.ts'

const boxOf = async (page: Page) => (await promptBox(page).boundingBox()) ?? { y: 0, height: 0 }

test('the prompt takes the height that is left, grows with its text where none is, and never hides Generate', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  const more = page.getByRole('button', { name: /^More options/ })
  await expect(more).toBeVisible()
  const gap = async (): Promise<number> => {
    const [above, below] = [
      await more.boundingBox(),
      await page.getByText('Sample studio: offline').boundingBox(),
    ]
    return (below?.y ?? Infinity) - (above?.y ?? 0) - (above?.height ?? 0)
  }
  for (const [width, height] of [
    [1280, 800],
    [960, 700],
    [480, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('tab')).toHaveCount(width < 700 ? 2 : 0)
    await expect.poll(gap).toBeLessThan(30)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect.poll(async () => (await boxOf(page)).height).toBeGreaterThan(300)
  const left = await boxOf(page)
  const rowBefore = await modelRow(page).boundingBox()
  await promptBox(page).fill('line\n'.repeat(60))
  expect(await boxOf(page)).toEqual(left)
  expect(await modelRow(page).boundingBox()).toEqual(rowBefore)

  await page.setViewportSize({ width: 1280, height: 600 })
  await openMore(page)
  await promptBox(page).fill('short')
  expect((await boxOf(page)).height).toBe(96)
  await promptBox(page).fill('line\n'.repeat(7))
  expect((await boxOf(page)).height).toBeGreaterThan(160)
  await promptBox(page).fill('line\n'.repeat(60))
  expect((await boxOf(page)).height).toBeLessThan(300)
  await expect(generate(page)).toBeInViewport({ ratio: 1 })
})

test('says how long the prompt is only where it comes near to what the model takes', async ({
  page,
  studio,
}) => {
  await page.route('**/rpc/models.list', async (route) => {
    const response = await route.fetch()
    const listing = await response.json()
    for (const model of listing.data.items)
      model.optionSchema = { type: 'object', properties: { prompt: { type: 'string', maxLength: 100 } } }
    await route.fulfill({ response, json: listing })
  })
  await studio.openHost(page)
  const count = page.getByText(/of 100 characters/)
  await promptBox(page).fill('x'.repeat(79))
  await expect(generate(page)).toBeEnabled()
  await expect(count).toHaveCount(0)
  await promptBox(page).fill('x'.repeat(80))
  await expect(count).toHaveText('80 of 100 characters')
  await promptBox(page).fill('x'.repeat(101))
  await expect(count).toHaveText('101 of 100 characters')
  await expect(generate(page)).toBeDisabled()
})

test('says at the button what this press costs, and of each result, and nothing where it is free', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const told = page.waitForResponse('**/rpc/spending.estimate')
  await studio.open(page, host)
  expect(await (await told).json()).toMatchObject({ data: { isFree: true } })
  await expect(generate(page)).toHaveText('Generate 1 image')
  const form = page.getByRole('form', { name: 'New generation' })
  await expect(form.getByText(/credit|free$/i)).toHaveCount(0)

  const amounts = [{ unit: 'credits', value: 12 }]
  const left = { requests: null, amounts: null }
  const data = { amounts, unpriced: 0, isFree: false, left }
  await page.route('**/rpc/spending.estimate', (route) => route.fulfill({ json: { ok: true, data } }))
  await promptBox(page).fill('hills')
  await fillOption(page, 'Count', 'Repeat', '4')
  await expect(form.getByText('about 12 credits · 3 credits per result')).toBeVisible()
  await fillOption(page, 'Count', 'Repeat', '1')
  await expect(form.getByText('about 12 credits', { exact: true })).toBeVisible()
})

test('what is open and typed in the form stays while the window becomes narrow and wide again', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await openMore(page)
  const more = page.getByRole('button', { name: /^More options/ })
  const box = await promptBox(page).elementHandle()
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('tab')).toHaveCount(width < 700 ? 2 : 0)
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(await box?.evaluate((element) => element.isConnected)).toBe(true)
  }
  await page.setViewportSize({ width: 640, height: 800 })
  await page.getByRole('tab', { name: 'Form' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Results' })).toBeFocused()
  await expect(promptBox(page)).toBeHidden()
  await expect(page.getByText('Nothing made yet')).toBeVisible()
})

test('Escape keeps a number that was typed, and "More options" counts what is set in it', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  const more = page.getByRole('button', { name: /^More options/ })
  const seed = (await openChip(page, 'Seed')).getByRole('textbox', { name: /^Seed/ })
  await seed.fill('77')
  await closeChip(page)
  await expect(chip(page, 'Seed')).toHaveText('Seed 77')
  await expect(more).toHaveText('More options')
  await fillOption(page, 'Count', 'Repeat', '1')

  // A ratio that an input brought goes with it.
  await drop(page, [png('wide.png', await makePng('#306090', 320, 180))])
  await expect(chip(page, 'Aspect ratio')).toContainText('16:9')
  await expect(more).toHaveText('More options')
  await zone(page).getByRole('button', { name: 'Remove wide.png' }).click()
  await expect(chip(page, 'Aspect ratio')).toContainText('1:1')
  await openMore(page)
  await page.getByRole('button', { name: /Output format$/ }).click()
  await page.getByRole('option', { name: 'jpeg' }).click()
  await expect(more).toHaveText('More options1 set')
})

test('says at the button that the price or the time could not be told, and what was said of it', async ({
  page,
  studio,
}) => {
  const failed = { ok: false, error: { code: 'internal', message: 'The disk is full.' } }
  for (const route of ['queue.forecast', 'spending.estimate'])
    await page.route(`**/rpc/${route}`, (request) => request.fulfill({ json: failed }))
  await studio.openHost(page)
  await expect(page.getByText("Couldn't check the price: The disk is full.")).toBeVisible()
  await expect(page.getByText("Couldn't estimate the time: The disk is full.")).toBeVisible()
  await expect(generate(page)).toBeEnabled()
})

test('the reason at the button leads to its field: in a chip, the prompt, and what the prompt lacks', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  await keepDraft(host, {
    media: 'image',
    model: 'painted-landscape',
    prompt: 'hills',
    options: { seed: 'x' },
  })
  await studio.open(page, host)
  await page.getByRole('button', { name: 'Fix the option “seed”.' }).click()
  const seed = page.getByRole('dialog', { name: 'Seed', exact: true }).getByRole('textbox', { name: /^Seed/ })
  await expect(seed).toBeFocused()
  await seed.fill('4')
  await closeChip(page)
  await promptBox(page).fill('')
  await page.getByRole('button', { name: 'Drop, paste or choose' }).focus()
  await page.getByRole('button', { name: 'Write a prompt.' }).click()
  await expect(promptBox(page)).toBeFocused()
  await promptBox(page).fill('a [[colour]] hat')
  await page.getByRole('button', { name: 'Enter a value for “colour”.' }).click()
  await expect(page.getByRole('textbox', { name: '[[colour]]' })).toBeFocused()
  await page.keyboard.type('red')
  await expect(generate(page)).toBeEnabled()
})

test('a number stays as it is while one scrolls over it', async ({ page, studio }) => {
  await studio.openHost(page)
  const box = (await openChip(page, 'Count')).getByRole('textbox', { name: 'Repeat' })
  await box.fill('2')
  await box.press('Enter')
  await box.hover()
  await page.mouse.wheel(0, 300)
  await box.press('ArrowUp')
  await expect(box).toHaveValue('3')
})

test('a press makes at least one request, and a whole number of them', async ({ page, studio }) => {
  await studio.openHost(page)
  const box = (await openChip(page, 'Count')).getByRole('textbox', { name: 'Repeat' })
  for (const [typed, made] of [
    ['1.5', '2'],
    ['0', '1'],
  ] as const) {
    await box.fill(typed)
    await box.press('Enter')
    await expect(box).toHaveValue(made)
  }
})

test('a press on the kind of value that is chosen keeps the value', async ({ page, studio }) => {
  await page.route('**/rpc/models.list', async (route) => {
    const response = await route.fetch()
    const listing = await response.json()
    const oneOf = [
      { title: 'Words', type: 'string' },
      { title: 'Strength', type: 'number' },
    ]
    for (const model of listing.data.items)
      model.optionSchema = { type: 'object', properties: { look: { title: 'Look', oneOf } } }
    await route.fulfill({ response, json: listing })
  })
  await studio.openHost(page)
  const dialog = await openChip(page, 'Look')
  await dialog.getByRole('textbox', { name: 'Words' }).fill('ink')
  await dialog.getByRole('radio', { name: 'Words' }).click()
  await dialog.getByRole('textbox', { name: 'Words' }).press('End')
  await page.keyboard.type('y')
  await expect(dialog.getByRole('textbox', { name: 'Words' })).toHaveValue('inky')
})
