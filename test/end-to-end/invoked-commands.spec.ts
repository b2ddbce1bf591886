/** Commands from outside the page, as the desktop's menu sends them: they leave no dialog without the question that Escape asks. */
import { expect, type Page } from '@playwright/test'
import type { Command } from '#contract/app.ts'
import { promptBox } from './input-form.ts'
import { test } from './studio.ts'

/** A page that takes its host for the desktop: what it is called for next is the command. */
async function asDesktop(page: Page) {
  const asked = Promise.withResolvers<(command: Command) => Promise<void>>()
  await page.route('**/rpc/app.info', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: { capabilities: readonly string[] } }
    const capabilities = [...data.capabilities, 'desktop']
    await route.fulfill({ response, json: { ...rest, data: { ...data, capabilities } } })
  })
  await page.route('**/rpc/desktop.commands', (route) =>
    asked.resolve((command) => route.fulfill({ json: { ok: true, data: { items: [command] } } })),
  )
  return async (command: Command) => await (await asked.promise)(command)
}

test('a menu leaves a dialog with words in it only where the user says so', async ({ page, studio }) => {
  const invoke = await asDesktop(page)
  await studio.open(page, await studio.startHost())
  await promptBox(page).fill('a fox, __moods__')
  await page.getByRole('button', { name: 'Create list moods' }).click()
  const entries = page.getByRole('textbox', { name: /^Entries/ })
  await entries.fill('calm')
  await invoke({ kind: 'run', command: 'place:queue' })
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(entries).toHaveValue('calm')
  expect(new URL(page.url()).hash).not.toContain('queue')
})

test('what was typed in a field counts where a menu leaves it', async ({ page, studio }) => {
  const invoke = await asDesktop(page)
  const host = await studio.startHost()
  await studio.open(page, host)
  await page.evaluate(() => (location.hash = '#/settings/queue'))
  await page.getByRole('textbox', { name: 'Money or credits per day' }).last().click()
  await page.keyboard.type('7')
  await invoke({ kind: 'run', command: 'place:queue' })
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible()
  await expect
    .poll(async () => JSON.stringify((await host.call('settings.get', {})).data))
    .toMatch(/"value":7\b/)
})

const discard = (page: Page) => page.getByRole('button', { name: 'Discard changes' }).click()

for (const { what, words, answer } of [
  { what: 'at once where nothing was typed', words: '', answer: () => Promise.resolve() },
  { what: 'after the yes', words: 'calm', answer: discard },
])
  test(`a menu closes a dialog and goes on: ${what}`, async ({ page, studio }) => {
    const invoke = await asDesktop(page)
    await studio.open(page, await studio.startHost())
    await promptBox(page).fill('a fox, __moods__')
    await page.getByRole('button', { name: 'Create list moods' }).click()
    await page.getByRole('textbox', { name: /^Entries/ }).fill(words)
    await invoke({ kind: 'run', command: 'place:queue' })
    await answer(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
