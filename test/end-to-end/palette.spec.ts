/** Ctrl+K: finds assets, prompts, presets, collections, models, settings and commands, by keyboard alone. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { promptBox } from './input-form.ts'
import { submit, test } from './scripted-service.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const found = (page: Page, group: string, name: string | RegExp) =>
  page.getByRole('group', { name: group }).getByRole('option', { name })

/** Opens it, types, and waits until what was found has the cursor. */
async function find(page: Page, words: string, group: string, name: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(words)
  await expect(found(page, group, name)).toBeVisible()
  const id = (await found(page, group, name).getAttribute('id')) ?? 'none'
  await expect(async () => {
    if ((await box(page).getAttribute('aria-activedescendant')) !== id) await page.keyboard.press('ArrowDown')
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(id)
  }).toPass({ timeout: 30_000 })
}

test('finds what there is and does what there is to do', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await submit(host, 'a red boat')
  await host.call('collections.create', { name: 'Harbours' })
  const preset = { name: 'Wide and calm', mediaType: 'video', options: { aspect_ratio: '16:9' } }
  await host.call('uiState.set', { name: 'preset/1', value: preset })
  await expect
    .poll(async () => ((await host.call('library.query', {})).data as unknown as { total: number }).total)
    .toBe(1)
  await studio.open(page, host)

  await find(page, 'red bo', 'Gallery', /a red boat/)
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'a red boat' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await find(page, 'pause', 'Commands', 'Pause queue')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => ((await host.call('queue.state', {})).data as unknown as { paused: boolean }).paused)
    .toBe(true)

  const prompt = promptBox(page)
  await page.getByRole('link', { name: 'Create' }).click()
  await prompt.fill('a grey boat')
  await find(page, 'red boat', 'Prompts', /a red boat/)
  await page.keyboard.press('Enter')
  await expect(prompt).toHaveValue('a red boat')
  await expect(prompt).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('a grey boat')

  await find(page, 'calm', 'Presets', /Wide and calm/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Video' })).toBeChecked()

  await find(page, 'square post', 'Presets', /Square post.*built in/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Image' })).toBeChecked()
  await prompt.fill('a red boat')
  await find(page, 'ink drawing', 'Presets', /Ink drawing.*built in/)
  await page.keyboard.press('Enter')
  await expect(prompt).toHaveValue(/^a red boat, ink drawing/)

  await find(page, 'harb', 'Collections', 'Harbours')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This collection is empty' })).toBeVisible()

  await find(page, 'proxy', 'Settings', 'Network')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Network' })).toBeVisible()

  await find(page, 'import', 'Commands', 'Import')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
})

test('says what it lists at first, that nothing matches, and what could not be searched', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await find(page, '', 'Commands', 'Write a prompt')
  expect(await page.getByRole('option').count()).toBeLessThanOrEqual(30)
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.type('ink')
  await expect(page.getByRole('group', { name: 'Models' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.type('zzz')
  await expect(page.getByText('No results.')).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  const message = 'The library cannot be read.'
  await page.route('**/rpc/library.query', (route) =>
    route.fulfill({ json: { ok: false, error: { code: 'internal', message } } }),
  )
  await page.keyboard.type('y')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(message)
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveCount(0)

  // A row is marked from the start, and after letters were taken back.
  await page.keyboard.press('Control+k')
  const marked = page.locator('[role=option][data-focused]')
  await expect(marked).toHaveText('Write a prompt')
  await page.keyboard.type('capx')
  await page.keyboard.press('Backspace')
  await expect(marked).toHaveText(/^Daily cap/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/settings\/queue$/)
})
