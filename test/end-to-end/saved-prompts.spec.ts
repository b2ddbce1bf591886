/** What is kept for prompts: starters, snippets and word lists. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { promptBox } from './input-form.ts'
import { test } from './studio.ts'

/** In the page: whether the focus was nowhere in any frame since. */
function watchFocus(): { isLost: boolean } {
  const seen = { isLost: false }
  const look = (): void => {
    seen.isLost ||= document.activeElement === document.body
    requestAnimationFrame(look)
  }
  look()
  return seen
}

test('starters are marked as such: used, copied to the user’s own, hidden and shown again', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await expect(promptBox(page)).toBeFocused()
  const presets = page.getByRole('button', { name: 'Saved', exact: true })
  await presets.click()
  const starters = page.getByRole('region', { name: 'Built in' })
  await expect(page.getByText('No presets yet.')).toBeVisible()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await starters.getByRole('button', { name: 'Copy Wide scene to yours' }).click()
  const own = page.getByRole('list', { name: 'Presets' }).getByRole('listitem')
  await expect(own).toHaveCount(1)
  await starters.getByRole('button', { name: 'Hide Wide scene' }).click()
  await expect(starters.getByText('Wide scene')).toHaveCount(0)
  await expect(own).toHaveCount(1)
  await starters.getByRole('button', { name: 'Show 1 hidden' }).click()
  await starters.getByRole('button', { name: /^Wide scene/ }).click()
  await expect(promptBox(page)).toHaveValue(/^\[\[place\]\] at /)

  await promptBox(page).fill('a hare, ')
  await promptBox(page).pressSequentially('/risog')
  await expect(page.getByRole('option', { name: /Risograph print/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(promptBox(page)).toHaveValue(/^a hare, risograph print, two spot colours/)
})

test('a snippet is kept from what is selected, put in by name, renamed, deleted and restored', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  const box = promptBox(page)
  await box.fill('a fox in soft morning light')
  await box.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(9, 27))
  const button = page.getByRole('button', { name: 'Saved', exact: true })
  await button.click()
  // Part of the prompt is selected: that is what would be saved.
  await expect(page.getByRole('radio', { name: 'Snippets' })).toBeChecked()
  await expect(page.getByText('Saves: soft morning light')).toBeVisible()
  await page.getByRole('textbox', { name: 'Snippet name' }).fill('morning')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename the snippet morning' })).toBeVisible()

  await page.reload()
  await expect(box).toHaveValue('a fox in soft morning light')
  await box.fill('')
  await box.pressSequentially('a boat, /mor')
  await expect(page.getByRole('option', { name: /morning/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('a boat, soft morning light')

  await button.click()
  await page.getByText('Snippets', { exact: true }).click()
  const rename = page.getByRole('button', { name: 'Rename the snippet morning' })
  await rename.click()
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await rename.click()
  await page.getByRole('textbox', { name: 'Snippet name' }).first().fill('dawn')
  // Where a frame finds no focus in the popover, the popover gives it to its first button.
  const focus = await page.evaluateHandle(watchFocus)
  // As long as the key is down, React Aria takes the form's press for one of a screen reader, and moves the focus later.
  await page.keyboard.down('Enter')
  await expect(page.getByRole('button', { name: 'Rename the snippet dawn' })).toBeFocused()
  await page.keyboard.up('Enter')
  expect(await focus.evaluate(({ isLost }) => isLost)).toBe(false)
  await page.getByRole('textbox', { name: 'Snippet name' }).fill('dusk')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  for (const name of ['dawn', 'dusk']) {
    await page.getByRole('button', { name: `Delete the snippet ${name}` }).click()
    await expect(undo).toBeFocused()
  }
  await expect(page.getByText('No snippets yet.')).toBeVisible()
  const undoLatest = await undo.elementHandle()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^dusk/ })).toBeVisible()
  await expect.poll(() => undoLatest?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^dawn soft morning light/ })).toBeVisible()
  await expect(page.getByText('Undone: snippet restored')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Rename the snippet dawn' })).toBeFocused()
})

test('a word list keeps its comments and blank lines when it is edited', async ({ page, studio }) => {
  const host = await studio.startHost()
  const text = '# Of the sea\n\nheron\n  # and of the land\nowl\n'
  await host.call('wordlists.set', { name: 'birds', text })
  await studio.open(page, host)
  await promptBox(page).fill('a __birds__')
  await page.getByRole('button', { name: 'Edit birds' }).click()
  const entries = page.getByRole('textbox', { name: 'Entries (2)' })
  await expect(entries).toHaveValue(text)
  await expect(entries).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('swan')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await host.call('wordlists.read', { name: 'birds' })).data).toEqual({ text: `${text}swan` })
})

test('a word list that was deleted comes back as it was, with what was being written', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  const text = '# Of the sea\nheron\n'
  await host.call('wordlists.set', { name: 'birds', text })
  await studio.open(page, host)
  await promptBox(page).fill('a __birds__')
  await page.getByRole('button', { name: 'Edit birds' }).click()
  const entries = page.getByRole('textbox', { name: /^Entries/ })
  await expect(entries).toHaveValue(text)
  await entries.fill('swan')
  const listed = async () => JSON.stringify((await host.call('wordlists.list', {})).data)
  await page.getByRole('button', { name: 'Delete list' }).click()
  const dialog = page.getByRole('dialog', { name: 'The list “birds”' })
  await expect(dialog.getByRole('status')).toHaveText('List deleted')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  expect(await listed()).not.toContain('birds')
  await expectNoViolationsInBothThemes(page)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(entries).toHaveValue('swan')
  expect((await host.call('wordlists.read', { name: 'birds' })).data).toEqual({ text })
})

test('what was written into a word list is not lost with Escape before one was asked', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  await host.call('wordlists.set', { name: 'birds', text: 'heron' })
  await studio.open(page, host)
  await promptBox(page).fill('a __birds__')
  const entries = page.getByRole('textbox', { name: 'Entries (1)' })
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.getByRole('button', { name: 'Edit birds' }).click()
  await expect(entries).toHaveValue('heron')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit birds' }).click()
  await expect(entries).toHaveValue('heron')
  await entries.fill('swan')
  await page.keyboard.press('Escape')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(entries).toHaveValue('swan')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await host.call('wordlists.read', { name: 'birds' })).data).toEqual({ text: 'heron' })
})
