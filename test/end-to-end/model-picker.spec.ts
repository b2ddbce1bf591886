/** The picker of models: what each has made, what it can do, and only choices that differ. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { modelRow, openModels } from './create-controls.ts'
import { generate, promptBox } from './input-form.ts'
import { test } from './scripted-service.ts'

test('shows what a model made last and what it can do, by one name, and no two tabs alike', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await promptBox(page).fill('a boat')
  await generate(page).click()
  await expect(page.getByRole('img', { name: 'a boat' })).toBeVisible({ timeout: 90_000 })

  const picker = await openModels(page)
  const option = picker.getByRole('option', { name: /^Painted landscape/ })
  const example = option.locator('img')
  await expect(example).toBeVisible()
  expect(await example.boundingBox()).toMatchObject({ width: 56, height: 56 })
  await expect.poll(() => example.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expect(picker.getByRole('option', { name: /^Ink wash/ }).locator('img')).toHaveCount(0)
  await expect(option.getByTitle('Takes several images')).toBeVisible()
  await expect(option.getByTitle('Takes a mask')).toBeVisible()
  await expect(option).not.toContainText('painted-landscape')
  // "Text to image" would show the same four.
  await expect(picker.getByRole('radio')).toHaveCount(2)
  await expect(picker.getByRole('radio', { name: 'Image: 4 models' })).toBeChecked()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.keyboard.press('Escape')
  await expect(modelRow(page)).not.toContainText('sample')
})

test('shows the image of the service where nothing was made with a model yet', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    models: (fileUrl) => ({
      body: [
        { id: 'ink', provider: 'p', label: 'Ink', mediaTypes: ['image'], thumbnail_url: fileUrl('ink.png') },
        { id: 'oil', provider: 'p', label: 'Oil', mediaTypes: ['image'] },
      ],
    }),
  })
  await studio.open(page, host)
  const picker = await openModels(page)
  const example = picker.getByRole('option', { name: /^Ink/ }).locator('img')
  await expect.poll(() => example.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expect(picker.getByRole('option', { name: /^Oil/ }).locator('img')).toHaveCount(0)
})
