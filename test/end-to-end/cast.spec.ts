/** The cast: a member is made, its handle written, and its sentence and image are what is sent. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { generate, makePng, promptBox } from './input-form.ts'
import { test } from './studio.ts'

test('a member stands for its sentence and brings its images', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await page.getByRole('button', { name: 'Cast', exact: true }).click()
  await expect(page.getByText('No members yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add member' }).click()
  const form = page.getByRole('dialog', { name: 'New member' })
  await form.getByRole('textbox', { name: 'Handle' }).fill('9')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Mara')
  await form.getByRole('textbox', { name: 'Sentence' }).fill('a tall woman in a red coat')
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'mara.png', mimeType: 'image/png', buffer: await makePng('#a33') })
  await form.getByRole('textbox', { name: 'Image 1 shows' }).fill('face')
  await form.getByRole('button', { name: 'Save member' }).click()
  await expect(form.getByText(/^A handle begins with a letter/)).toBeVisible()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await form.getByRole('textbox', { name: 'Handle' }).fill('@mara')
  await form.getByRole('button', { name: 'Save member' }).click()

  const list = page.getByRole('list', { name: 'Cast' })
  await page.getByRole('button', { name: 'Remove Mara' }).click()
  await expect(list).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.getByRole('listitem')).toContainText('@mara')
  await expect(list.getByRole('img')).toHaveCount(0)
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.getByRole('button', { name: 'Add member' }).click()
  await form.getByRole('textbox', { name: 'Handle' }).fill('MARA')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Other')
  await page.keyboard.press('Enter')
  await expect(form.getByText(/^@mara already belongs to Mara/)).toBeVisible()
  // What was typed is given up only where the user says so.
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Other')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Close cast' }).click()

  await promptBox(page).fill('')
  await promptBox(page).pressSequentially('a portrait of @ma')
  await expect(page.getByRole('option', { name: /mara/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(promptBox(page)).toHaveValue('a portrait of @mara ')
  await promptBox(page).pressSequentially('and @nora')
  const line = page.getByRole('status', { name: 'From the cast' })
  await expect(line).toContainText('Mara: the sentence, 1 image')
  await expect(line).toContainText('@nora is not in the cast.')
  await expectNoViolationsInBothThemes(page)
  await line.getByRole('button', { name: 'Create @nora' }).click()
  await form.getByRole('textbox', { name: 'Sentence' }).fill('her small grey dog')
  await form.getByRole('button', { name: 'Save member' }).click()
  await page.getByRole('button', { name: 'Close cast' }).click()
  await expect(line).toContainText('nora: the sentence, no images')

  await generate(page).click()
  await expect
    .poll(async () => JSON.stringify((await host.call('tasks.list', {})).data))
    .toContain('"prompt":"a portrait of a tall woman in a red coat and her small grey dog"')
})
