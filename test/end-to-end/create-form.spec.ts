/** The options of a model as controls and as JSON, both ways in step, and the picker of models, in a real browser. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.ts'
import {
  chip,
  chooseOption,
  closeChip,
  fillOption,
  modelRow,
  openChip,
  openModels,
  openMore,
} from './create-controls.ts'
import { drop, keepDraft, makePng, png, promptBox, zone } from './input-form.ts'
import { test } from './scripted-service.ts'

const PIXEL = await makePng('#c05030', 16, 16)

const editorOf = (page: Page): Locator => page.getByRole('textbox', { name: 'All options that are sent' })

/** Types as a person does; a script that fills the field at once takes another way into it. */
async function type(page: Page, words: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  // Quotes and brackets are closed while they are typed; what closes them is typed over.
  await page.keyboard.type(words, { delay: 5 })
}

async function openJson(page: Page): Promise<void> {
  await openMore(page)
  await page.getByRole('button', { name: /^Options as JSON/ }).click()
  await expect(editorOf(page)).toBeVisible()
}

async function watchPolicy(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { violations: seen })
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      seen.push(effectiveDirective),
    )
  })
  return () => page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations)
}

test(
  'keeps controls and JSON in step both ways, and sends exactly what is written',
  { tag: '@main' },
  async ({ page, studio }) => {
    const host = await studio.openHost(page)
    const violations = await watchPolicy(page)
    await openJson(page)

    await chooseOption(page, 'Aspect ratio', '16:9')
    await expect(editorOf(page)).toHaveText('{  "aspect_ratio": "16:9"}')
    await type(page, '{"seed": 7, "aspect_ratio": "3:2"}')
    await expect(chip(page, 'Aspect ratio')).toContainText('3:2')
    await expect(chip(page, 'Seed')).toHaveText('Seed 7')

    await fillOption(page, 'Seed', /^Seed/, '8')
    await expect(editorOf(page)).toHaveText('{"seed": 8, "aspect_ratio": "3:2"}')
    await page.getByRole('button', { name: /^Generate 1 image/ }).click()
    await expect(page.getByRole('img', { name: 'a red fox in snow' })).toBeVisible({ timeout: 90_000 })
    const response = await host.call('tasks.list', {})
    const [task] = (response.data as unknown as { items: { request: { options: unknown } }[] }).items
    expect(JSON.stringify(task?.request.options)).toBe('{"seed":8,"aspect_ratio":"3:2"}')
    expect(await violations()).toEqual([])
  },
)

test('says what is wrong where it is, keeps what is not yet JSON, and keeps types', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await openJson(page)
  const marks = page.getByRole('list', { name: 'Notes on the options' })

  await type(page, '{"seed": "5", "strange": 1}')
  await expect(marks).toContainText('Must be a number, without quotes.')
  await expect(marks).toContainText("This model doesn't list this option. It is sent as it is.")
  await expect(page.getByText('Fix the option “seed”.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeDisabled()

  await type(page, '{"seed": 5 "n')
  await expect(marks).toContainText('A comma is missing before this.')
  await expect(chip(page, 'Seed')).toBeDisabled()
  const written = await editorOf(page).textContent()
  await expect
    .poll(async () => JSON.stringify((await host.call('uiState.list', { prefix: '' })).data))
    .toContain('\\"seed\\": 5 \\"n')
  await studio.open(page, host)
  await expect(editorOf(page)).toHaveText(written ?? '')
})

test('completes keys and values of the model', async ({ page, studio }) => {
  await studio.openHost(page)
  const violations = await watchPolicy(page)
  await openJson(page)
  await type(page, '{"asp')
  const key = page.getByRole('option', { name: /aspect_ratio/ })
  await expect(key).toBeVisible()
  // The editor takes no press on a list that has only just come.
  await expect(async () => {
    if (await key.isVisible()) await key.click()
    await expect(page.getByRole('option', { name: /"9:16"/ })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.keyboard.type('16')
  // The list is made anew for what was typed: a click before that would go to what stood there.
  await expect(page.getByRole('option', { name: /"1:1"/ })).toHaveCount(0)
  await page.getByRole('option', { name: /"16:9"/ }).click()
  await expect(editorOf(page)).toHaveText('{"aspect_ratio": "16:9"}')
  await expect(chip(page, 'Aspect ratio')).toContainText('16:9')
  expect(await violations()).toEqual([])
})

test('finds models by words, keeps favourites, and takes an id that nobody lists', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await expect(modelRow(page)).toContainText('Painted landscape')
  const picker = await openModels(page)
  await page.keyboard.type('ink')
  await expect(picker.getByRole('option').first()).toContainText('Ink wash')
  await page.keyboard.press('Enter')
  await expect(modelRow(page)).toContainText('Ink wash')
  await page.getByRole('button', { name: 'Favourite model' }).click()
  await expect(page.getByRole('button', { name: 'Favourite model' })).toHaveAttribute('aria-pressed', 'true')

  await studio.open(page, host)
  await openModels(page)
  await expect(page.getByRole('group', { name: 'Favourites' }).getByRole('option')).toHaveText(/Ink wash/)
  await page.keyboard.type('nano-banana-pro')
  await expect(picker.getByRole('option')).toHaveText("Use “nano-banana-pro” anyway. It isn't listed.")
  await page.keyboard.press('Enter')
  await expect(modelRow(page)).toContainText('not listed')
  await page.getByRole('combobox', { name: 'Provider' }).fill('kie')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeEnabled()
  await openMore(page)
  await expect(page.getByText('Suggested for this model. You can type any other value.')).toBeVisible()
  const ratios = await openChip(page, 'Aspect ratio')
  await expect(ratios.getByRole('radio', { name: '21:9', exact: true })).toBeVisible()
})

test('the options with marks, and the open picker, have no violations', async ({ page, studio }) => {
  await page.setViewportSize({ width: 960, height: 800 })
  await studio.openHost(page)
  await openJson(page)
  await type(page, '{"seed": "5", "strange": 1, "aspect_ratio": "16:10", "seed": true}')
  await expect(page.getByText("This model doesn't list this option. It is sent as it is.")).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await openModels(page)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectNoViolations(page, { without: ['region'], onlyColours: colorScheme === 'light' })
    await closeChip(page)
  }
})

test('has everything up to Generate in sight at 1280 by 800, for every medium, and chips without violations', async ({
  page,
  studio,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await studio.openHost(page)
  const names = { Image: 'Aspect ratio', Video: 'Camera', Character: 'Images', Music: 'Instrumental' }
  for (const [medium, name] of Object.entries(names)) {
    await page.getByRole('radio', { name: medium, exact: true }).click()
    await promptBox(page).fill('hills')
    await drop(
      page,
      Array.from({ length: 2 }, (_, at) => png(`${at}.png`, PIXEL)),
    )
    await expect(zone(page).getByRole('button', { name: /is sent/ })).toHaveCount(2)
    await expect(chip(page, name)).toBeVisible()
    const form = page.getByRole('form', { name: 'New generation' })
    for (const control of await form.getByRole('button').all())
      await expect(control).toBeInViewport({ ratio: 1 })
    expect((await promptBox(page).boundingBox())?.height).toBeGreaterThanOrEqual(96)
    expect((await modelRow(page).boundingBox())?.height).toBe(48)
    const overflow = form.evaluate((element) =>
      Array.from(element.children, ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    )
    expect(Math.max(...(await overflow))).toBe(0)
    await openChip(page, name)
    await expectNoViolationsInBothThemes(page, { without: ['region'] })
    await closeChip(page)
  }
})

test('has the form and the results under tabs where the window is narrow', async ({ page, studio }) => {
  await page.setViewportSize({ width: 480, height: 800 })
  await studio.openHost(page)
  await expect(page.getByRole('tab', { name: 'Form' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: /^Generate 1 image/ }).click()
  await expect(page.getByRole('tab', { name: 'Results' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('New generation')).toBeHidden()
  await expect(page.getByRole('img', { name: 'a red fox in snow' })).toBeVisible({ timeout: 90_000 })
  await expectNoViolationsInBothThemes(page)
})

test('asks once about a model that is not listed, and begins another service with the words alone', async ({
  page,
  studio,
  scripted,
}) => {
  const host = await studio.startHost()
  await keepDraft(host, { media: 'image', model: 'far-away', prompt: 'hills', isTyped: true })
  await studio.open(page, host)
  const button = page.getByRole('button', { name: /^Generate/ })
  await expect(button).toHaveAccessibleDescription("This service doesn't list “far-away”.")
  await expect(button).toBeDisabled()
  await page.getByRole('button', { name: 'Use it anyway' }).click()
  await expect(button).toBeEnabled()

  const { data } = await host.call('profiles.list', {})
  const { activeId } = data as unknown as { activeId: string }
  await scripted.connect(host, await scripted.start())
  await expect(button).toHaveAccessibleDescription('Choose a model.')
  await expect(promptBox(page)).toHaveValue('hills')
  await host.call('profiles.activate', { id: activeId })
  await expect(button).toBeEnabled()
})

test('says once that a form is too large to be kept, and goes on', async ({ page, studio }) => {
  const host = await studio.startHost()
  const draft = { prompt: 'hills', optionsText: JSON.stringify({ note: 'x'.repeat(480_000) }), requests: 1 }
  await host.call('uiState.set', { name: 'draft/image', value: draft })
  await studio.open(page, host)
  const prompt = promptBox(page)
  const note = page.getByText('This form is larger than 512 kB')
  await expect(prompt).toHaveValue('hills')
  await prompt.fill('y'.repeat(60_000))
  await expect(note).toBeVisible()
  await expect(note).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Generate/ })).toBeEnabled()
  await page.getByText('Music', { exact: true }).click()
  await expect(note).toHaveCount(0)
  await page.getByText('Image', { exact: true }).click()
  await prompt.fill('hills and clouds')
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(prompt).toHaveValue('hills and clouds')
})

test('says how long it takes as soon as that is learned, with nothing touched meanwhile', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await promptBox(page).fill('hills')
  const button = page.getByRole('button', { name: /^Generate 1 image/ })
  await expect(button).toHaveText('Generate 1 image')
  const request = {
    provider: 'sample',
    mediaType: 'image',
    model: 'painted-landscape',
    scene: 'text-to-image',
    prompt: 'a hill',
    options: {},
  }
  await host.call('tasks.submit', { requests: Array.from({ length: 6 }, () => request) })
  await expect(button).toHaveText(/^Generate 1 image · about \d+ /, { timeout: 120_000 })
})

test('nothing that is being pressed moves when the note on the sample service comes', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const { promise: read, resolve: letRead } = Promise.withResolvers<void>()
  await page.route('**/rpc/uiState.list', async (route) => {
    if (route.request().postData()?.includes('dismissed/')) await read
    await route.continue()
  })
  await studio.open(page, host)
  await expect(page.getByRole('button', { name: /^Generate 1 image/u })).toBeVisible()
  const placeOf = (name: string) => page.getByText(name, { exact: true }).boundingBox()
  const before = [await placeOf('Music'), await promptBox(page).boundingBox()]
  letRead()
  await expect(page.getByText('Sample studio: offline, free.')).toBeVisible()
  expect([await placeOf('Music'), await promptBox(page).boundingBox()]).toEqual(before)
})

test('nothing in the form moves when the models come', async ({ page, studio }) => {
  const host = await studio.startHost()
  const { promise: listed, resolve: letList } = Promise.withResolvers<void>()
  await page.route('**/rpc/models.list', async (route) => {
    await listed
    await route.continue()
  })
  await studio.open(page, host)
  await expect(page.getByText('Loading models…').first()).toBeVisible()
  await expect(page.getByText('Sample studio: offline, free.')).toBeVisible()
  const before = await promptBox(page).boundingBox()
  letList()
  await expect(page.getByRole('button', { name: /^Generate 1 image/u })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Options' })).toBeVisible()
  expect(await promptBox(page).boundingBox()).toEqual(before)
})
