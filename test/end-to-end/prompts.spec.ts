/** Prompts in Create: drafts that survive a kill, templates, history and presets, all by keyboard or by name. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { generate, keptDraft, makePng, promptBox, row } from './input-form.ts'
import { test, type Host } from './studio.ts'

/** By the arrow, which may come while the list still takes in what was found. */
async function goTo(option: Locator): Promise<void> {
  await expect(async () => {
    await option.page().keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('data-focused', { timeout: 1_000 })
  }).toPass()
}

test(
  'a draft outlives a host that is killed, and the change of its port, inputs included',
  { tag: '@main' },
  async ({ page, studio }) => {
    const first = await studio.startHost()
    await studio.open(page, first)
    await expect(promptBox(page)).toBeFocused()
    const buffer = await makePng('#306090', 64, 48)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /Drop, paste or choose/ }).click()
    await (await chooser).setFiles({ name: 'sea.png', mimeType: 'image/png', buffer })
    // Its role is there once the host has accepted it: one that is still being read is not kept.
    await expect(row(page, 'sea.png').getByRole('button', { name: /is sent/ })).toBeVisible()
    await page.getByText('Music', { exact: true }).click()
    await promptBox(page).fill('drums, slow')
    await page.getByText('Image', { exact: true }).click()
    const kept = page.waitForRequest(
      (request) =>
        request.url().endsWith('/rpc/uiState.set') && (request.postData() ?? '').includes('the last word'),
    )
    await promptBox(page).fill('a boat in [[weather]], the last word')
    await (await kept).response()
    await first.stop('SIGKILL')

    const second = await studio.startHost()
    expect(second.ready['origin']).not.toBe(first.ready['origin'])
    await studio.open(page, second)
    await expect(promptBox(page)).toHaveValue('a boat in [[weather]], the last word')
    await expect(row(page, 'sea.png')).toBeVisible()
    await page.getByText('Music', { exact: true }).click()
    await expect(promptBox(page)).toHaveValue('drums, slow')
  },
)

test('a draft is kept although the page goes away with the last key', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await expect(promptBox(page)).toBeFocused()
  await promptBox(page).fill('gone at once')
  await page.goto('about:blank')
  await expect.poll(async () => (await keptDraft(host))?.prompt).toBe('gone at once')
})

test('a template shows what it lacks and what it comes to, and every prompt is sent with it', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  const template = 'a {red|green} fox in [[weather]], __moods__'
  await promptBox(page).fill(template)
  await expect(page.getByText('There is no list __moods__.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Create list moods' }).click()
  await page.getByRole('textbox', { name: /^Entries/ }).fill('calm\nwild')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('textbox', { name: '[[weather]]' }).fill('snow')
  const toggle = page.getByRole('button', { name: '4 prompts', exact: true })
  await toggle.click()
  await expect(page.getByRole('region', { name: 'What will be sent' }).getByRole('listitem')).toHaveText([
    'a red fox in snow, calm',
    'a red fox in snow, wild',
    'a green fox in snow, calm',
    'a green fox in snow, wild',
  ])
  await page.getByRole('textbox', { name: '[[weather]]' }).fill('snow\nrain')
  await expect(page.getByRole('button', { name: '8 prompts', exact: true })).toBeVisible()

  await page.getByText('Random picks').click()
  await page.getByRole('textbox', { name: 'Number of picks' }).fill('2')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '2 prompts', exact: true })).toBeVisible()
  const listed = await page
    .getByRole('region', { name: 'What will be sent' })
    .getByRole('listitem')
    .allTextContents()
  await page.getByRole('button', { name: /^Generate 2 images/ }).click()
  await expect.poll(async () => (await tasksOf(host)).length).toBe(2)
  const requests = (await tasksOf(host)).map(({ request }) => request)
  expect(requests.map(({ prompt }) => prompt).toSorted()).toEqual(listed.toSorted())
  expect(requests.map(({ provenance }) => provenance?.template)).toEqual([template, template])
})

test('what is typed right behind a completed name stays behind it', async ({ page, studio }) => {
  // As on a busy machine, which paints long after a key.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (paint) => window.setTimeout(() => paint(performance.now()), 300)
  })
  await studio.openHost(page)
  const box = promptBox(page)
  await box.pressSequentially('a hill, __ani')
  await expect(page.getByRole('option', { name: /animals/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type(' and a boat', { delay: 60 })
  await expect(box).toHaveValue('a hill, __animals__ and a boat')
})

test('names are completed at the cursor, and the past comes back by arrow and by search', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  const box = promptBox(page)
  await expect(box).toBeFocused()
  await box.pressSequentially('an owl, __ani')
  await expect(page.getByRole('option', { name: /animals/ })).toContainText('15 entries · built in')
  await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(box).toHaveValue('an owl, __ani')
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue('an owl, __animals__')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(0)

  for (const prompt of ['a boat at dawn', 'a lighthouse']) {
    await box.fill(prompt)
    // Nothing is sent before the models are listed.
    await expect(generate(page)).toHaveText(/1 image/u)
    const before = (await tasksOf(host)).length
    await box.press('Control+Enter')
    await expect.poll(async () => (await tasksOf(host)).length).toBe(before + 1)
    await expect(page.locator('form button[data-pending]')).toHaveCount(0)
  }
  await box.fill('')
  await box.press('ArrowUp')
  await expect(box).toHaveValue('a lighthouse')
  await box.press('ArrowUp')
  await expect(box).toHaveValue('a boat at dawn')
  await box.press('ArrowDown')
  await expect(box).toHaveValue('a lighthouse')
  await box.press('End')
  await box.pressSequentially(' at night')
  await box.press('ArrowUp')
  await expect(box).toHaveValue('a lighthouse at night')

  await box.press('Control+h')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('boat')
  const past = page.getByRole('listbox', { name: 'Prompt history' }).getByRole('option')
  // While it reads, the list says so in an option of its own.
  await expect(past).toHaveText([/a boat at dawn/u])
  await goTo(past)
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('a boat at dawn')
  await expect(box).toBeFocused()

  await box.fill('something else')
  await box.press('Control+h')
  await past.filter({ hasText: 'a boat at dawn' }).click({ button: 'right' })
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.getByRole('menuitem', { name: 'Use this prompt' }).click()
  await expect(box).toHaveValue('a boat at dawn')

  await box.fill('something else')
  await box.press('Control+h')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('boat')
  await expect(past).toHaveText([/a boat at dawn/u])
  // What is found for the next letters takes the row out of focus once more.
  await expect(async () => {
    await goTo(past)
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu', { name: 'a boat at dawn' })).toBeFocused({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('a boat at dawn')
})

test('a preset is saved, shared as a file, taken from one and applied; a wrong file says what is wrong', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await page.getByRole('radio', { name: 'Music', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Music', exact: true })).toBeChecked()
  await promptBox(page).fill('strings')
  const presets = page.getByRole('button', { name: 'Saved', exact: true })
  await presets.click()
  await page.getByRole('textbox', { name: 'Save this form as' }).fill('Quartet')
  await page.getByText('Include prompt').click()
  await page.getByRole('button', { name: 'Save preset' }).click()
  await expect(page.getByRole('textbox', { name: 'Save this form as' })).toBeFocused()
  const saved = await host.saved(page, () =>
    page.getByRole('button', { name: 'Save the preset Quartet as a file' }).click(),
  )
  expect(saved.name).toBe('Quartet.preset.json')
  const file = saved.bytes.toString()
  expect(JSON.parse(file)).toMatchObject({ name: 'Quartet', mediaType: 'music', prompt: 'strings' })
  await page.getByRole('button', { name: 'Delete the preset Quartet' }).click()
  await expect(page.getByText('Preset deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the preset Quartet' }).click()
  await expect(page.getByText('No presets yet.')).toBeVisible()

  await takeFile(page, 'broken.json', '{"name": "Broken", "mediaType": "opera", "options": {}}')
  await expect(page.getByRole('alert')).toContainText("broken.json wasn't imported: “mediaType”")
  await takeFile(page, 'quartet.json', file.replace('Quartet', 'Trio'))
  await expect(page.getByText('Imported: Trio')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Image', exact: true }).click()
  await presets.click()
  await page.getByRole('button', { name: /^Trio/ }).click()
  await expect(page.getByRole('radio', { name: 'Music', exact: true })).toBeChecked()
  await expect(promptBox(page)).toHaveValue('strings')
})

test('what a preset or a prompt of the past replaces comes back', async ({ page, studio }) => {
  const host = await studio.startHost()
  await host.call('queue.pause', {})
  const request = { provider: 'sample', mediaType: 'image', model: 'ink-wash', scene: 'text-to-image' }
  await host.call('tasks.submit', { requests: [{ ...request, prompt: 'a missed ferry' }] })
  await studio.open(page, host)
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await promptBox(page).fill('a fox in the snow')
  await page.getByRole('button', { name: 'Saved', exact: true }).click()
  await page.getByRole('button', { name: /^Wide scene/ }).click()
  await expect(promptBox(page)).toHaveValue(/^\[\[place\]\] at /)
  await undo.click()
  await expect(promptBox(page)).toHaveValue('a fox in the snow')

  await page.getByRole('button', { name: 'Prompt history' }).click()
  await page.getByRole('option', { name: /a missed ferry/ }).click()
  await expect(promptBox(page)).toHaveValue('a missed ferry')
  await expect(promptBox(page)).toBeFocused()
  await undo.click()
  await expect(promptBox(page)).toHaveValue('a fox in the snow')
})

test('the prompt with all its parts has no violations', async ({ page, studio }) => {
  await studio.openHost(page)
  const box = promptBox(page)
  await box.fill('{2::a|b} [[subject]] __animals__ __nothing__')
  await expect(page.getByText('There is no list __nothing__.')).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await box.fill('{2::a|b} __animals__')
  await page.getByRole('button', { name: '30 prompts', exact: true }).click()
  await page.getByText('Random picks').click()
  await expectNoViolationsInBothThemes(page)
  await box.pressSequentially(' __li')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  for (const name of ['Prompt history', 'Saved']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    if (name === 'Prompt history') await expect(page.getByText('Nothing sent yet.')).toBeVisible()
    await expectNoViolationsInBothThemes(page, { without: ['region'] })
    if (name === 'Saved') {
      await page.getByText('Snippets', { exact: true }).click()
      await expect(page.getByText('No snippets yet.')).toBeVisible()
      await expectNoViolationsInBothThemes(page, { without: ['region'] })
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name })).toHaveCount(0)
  }
})

async function takeFile(page: Page, name: string, content: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import from a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
}

interface SentTask {
  readonly request: { readonly prompt: string; readonly provenance?: { readonly template?: string } }
}

async function tasksOf(host: Host): Promise<readonly SentTask[]> {
  const { data } = await host.call('tasks.list', {})
  return (data as unknown as { items: readonly SentTask[] }).items
}
