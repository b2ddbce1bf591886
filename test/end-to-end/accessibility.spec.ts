/** Every view, in both themes, with what axe can find. What it cannot (sense, order, keys) is in the other files. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes, expectReadable } from './accessibility.ts'
import { openMatrix, openModels } from './create-controls.ts'
import { drop, generate, makePng, png, promptBox } from './input-form.ts'
import { submit, taskReply, test, type Reply } from './scripted-service.ts'
import type { Host } from './studio.ts'

const TABS = [
  'Services',
  'Library',
  'Queue',
  'Agents',
  'Network',
  'Appearance',
  'Shortcuts',
  'Contact the service',
  'About',
]

test('Create and Gallery, empty and full, have no violations', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(page.getByRole('heading', { name: 'Your gallery is empty' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)

  await paint(host, 'two boats at dawn')
  await expect(page.getByRole('gridcell')).toHaveCount(2, { timeout: 90_000 })
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('f')
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(page.getByRole('img', { name: 'two boats at dawn' })).toHaveCount(2)
  await expectNoViolationsInBothThemes(page)
})

test('Queue with tasks in many states has no violations', async ({ page, studio, scripted }) => {
  const service = await scripted.start({
    generate: (_count, { prompt }) => GENERATE[String(prompt)],
    task: (id) => taskReply(id, id === 'failing' ? 'FAILED' : 'PROCESSING'),
  })
  const host = await studio.openHost(page, { localService: false })
  await page.getByRole('link', { name: /Queue/ }).click()
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)

  await scripted.connect(host, service)
  for (const prompt of Object.keys(GENERATE)) await submit(host, prompt)
  const rows = page.getByRole('list', { name: 'Queue' })
  await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('this request went through')
  for (const words of ['Refused', 'Failed', 'Running', 'until']) await expect(rows).toContainText(words)
  await rows.getByRole('link', { name: /refused/ }).click()
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText("You weren't charged.")
  await expectNoViolationsInBothThemes(page)
})

test('Settings and the overlays have no violations', async ({ page, studio }) => {
  await studio.openHost(page, { localService: false })
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const tab of TABS) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectNoViolationsInBothThemes(page)
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
})

test('a button that waited and is gone is not announced without its name', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  await host.call('profiles.create', { name: 'Other', baseUrl: 'http://127.0.0.1:9' })
  await page.clock.install()
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/rpc/profiles.update', (route) => held.promise.then(() => route.continue()))
  await page.getByRole('listitem').filter({ hasText: 'Other' }).getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit' })
  const announced = page.locator('[data-live-announcer] [aria-labelledby]')
  await expect(form).toBeVisible()
  // What is announced goes by itself after some seconds: no time passes.
  await page.clock.pauseAt(Date.now() + 60_000)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.clock.runFor(200)
  await expect(announced).toHaveCount(1)
  held.resolve()
  await expect(form).toHaveCount(0)
  await expect(announced).toHaveCount(0)
})

test('text is as large as the user wants it, also after a reload, and fits', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  await page.setViewportSize({ width: 960, height: 700 })
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Appearance' }).click()
  const size = page.getByRole('radiogroup', { name: 'Text size' })
  await expect(size.getByRole('radio', { name: 'Normal' })).toBeChecked()
  await size.getByText('Large').click()
  await expect(page.locator('html')).toHaveCSS('font-size', '18px')
  await expectNoViolationsInBothThemes(page)
  await page.reload()
  await expect(page.locator('html')).toHaveCSS('font-size', '18px')
  for (const place of ['Create', 'Queue', 'Gallery', 'Settings']) {
    await page.getByRole('link', { name: place }).click()
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  }
})

test('rows stand closer where the user wants it, also after a reload', async ({ page, studio }) => {
  const host = await studio.startHost()
  await paint(host, 'two boats')
  await page.setViewportSize({ width: 960, height: 700 })
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Queue' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'two boats' }).first()
  const heightOf = async () => (await row.boundingBox())?.height
  await expect.poll(heightOf).toBe(56)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Appearance' }).click()
  const density = page.getByRole('radiogroup', { name: 'Density' })
  await density.getByRole('radio', { name: 'Normal' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(density.getByRole('radio', { name: 'Compact' })).toBeChecked()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('link', { name: 'Queue' }).click()
  await expect.poll(heightOf).toBe(44)
  await page.reload()
  await expect.poll(heightOf).toBe(44)
  await expectNoViolationsInBothThemes(page)
})

/** What the service says to each prompt; the prompt names the state that comes of it. */
const GENERATE: Readonly<Record<string, Reply>> = {
  unknown: 'drop',
  refused: { status: 400, body: { code: 1, message: 'The prompt is not allowed.' } },
  failing: { body: { code: 0, message: 'ok', data: { taskId: 'failing' } } },
  running: { body: { code: 0, message: 'ok', data: { taskId: 'running' } } },
  limited: { status: 429, headers: { 'retry-after': '300' }, body: { code: 429, message: 'Later.' } },
}

async function paint(host: Host, prompt: string, more: object = {}): Promise<void> {
  const request = {
    provider: 'sample',
    mediaType: 'image',
    model: 'painted-landscape',
    scene: 'text-to-image',
    options: { resolution: '512', count: 2 },
  }
  await host.call('tasks.submit', { requests: [{ ...request, prompt, ...more }] })
}

test('the wall, the palette and a review have no violations in the colours of the reader, nor at 200 %', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await promptBox(page).fill('a red boat')
  await generate(page).click()
  await expect(page.getByRole('button', { name: 'Open: a red boat' })).toBeVisible({ timeout: 90_000 })
  await expectReadable(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('button', { name: 'Review and slideshow' }).click()
  await expect(page.getByRole('dialog', { name: 'Review' })).toBeVisible()
  await expectReadable(page)
})

test('dialogs, the viewer, the mask editor and the arena have none either', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await expect(generate(page)).toBeEnabled()
  const models = ['painted-landscape', 'ink-wash']
  for (const model of models) await paint(host, 'a red boat', { model, options: { resolution: '512' } })

  await openModels(page)
  await expectReadable(page, { without: ['region', 'scrollable-region-focusable'] })
  await page.keyboard.press('Escape')
  await openMatrix(page)
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await drop(page, [png('plain.png', await makePng('#2060b0'))])
  await page.getByRole('button', { name: 'Mask or crop plain.png' }).click()
  await expect(page.getByRole('application')).toBeVisible()
  await expectReadable(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Gallery' }).click()
  const cells = page.getByRole('gridcell').filter({ has: page.getByRole('img', { name: 'a red boat' }) })
  await expect(cells).toHaveCount(models.length, { timeout: 90_000 })
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await cells.first().click()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog', { name: 'Export 1 item' })).toBeVisible()
  await expectReadable(page)
  await page.keyboard.press('Escape')
  await cells.first().dblclick()
  await expect(page.getByRole('dialog', { name: 'a red boat' })).toBeVisible()
  await expectReadable(page)

  for (const [place, sign] of [
    ['arena', page.getByRole('button', { name: 'Left is better' })],
    ['arena/ranking', page.getByRole('heading', { name: 'Arena' })],
  ] as const) {
    await page.evaluate((to) => void (window.location.hash = `#/${to}`), place)
    await expect(sign).toBeVisible()
    await expectReadable(page)
  }
})

test('queue, spending and settings have none either, also with a request that nobody can tell about', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({ generate: (count) => (count === 1 ? 'drop' : undefined) })
  await submit(host, 'a lost letter')
  await submit(host, 'a found one')
  await studio.open(page, host)
  for (const [place, sign] of [
    ['queue', page.getByRole('button', { name: 'I found it…' })],
    ['spending', page.getByRole('table')],
    ['settings', page.getByRole('heading', { name: 'Services' })],
  ] as const) {
    await page.evaluate((to) => void (window.location.hash = `#/${to}`), place)
    await expect(sign).toBeVisible()
    await expectReadable(page)
  }
})
