/** A folder is watched, what arrives in it is in the gallery, and one that is gone is said. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { withText } from '../core/library/provenance/files.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, makeImages, openGallery } from './gallery-setup.ts'
import { test } from './studio.ts'

test('imports what arrives in a watched folder', async ({ page, studio }) => {
  const folder = join(studio.folder, 'incoming')
  await mkdir(folder)
  const [fox] = await makeImages(['fox'])
  await studio.openHost(page, { localService: false })
  await page.evaluate(() => (location.hash = '#/settings/library'))
  await page.getByRole('button', { name: 'Watch a folder…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Watch a folder' })
  const path = dialog.getByRole('textbox', { name: /^Folder/ })
  await path.fill('incoming')
  await dialog.getByRole('button', { name: 'Watch folder' }).click()
  await expect(dialog).toContainText('Enter the full path.')
  await expectNoViolationsInBothThemes(page)
  await path.fill(folder)
  await dialog.getByRole('button', { name: 'Watch folder' }).click()
  const item = page.getByRole('listitem', { name: folder })
  await expect(item).toContainText('Watching')

  const text =
    'a fox in deep snow\nSteps: 20, Sampler: Euler, CFG scale: 7, Seed: 7, Size: 320x240, Model: photon'
  const bytes = withText(fox?.bytes ?? Buffer.alloc(0), 'tEXt', 'parameters', text)
  await writeFile(join(folder, 'fox.png.part'), bytes)
  await rename(join(folder, 'fox.png.part'), join(folder, 'fox.png'))
  await expect(item).toContainText('1 file added since Atelier started', { timeout: 30_000 })
  await expectNoViolationsInBothThemes(page)
  await openGallery(page, 1)
  await cellsOf(page).first().click()
  await page.keyboard.press('Enter')
  await expect(page.getByText('a fox in deep snow').first()).toBeVisible()

  await page.evaluate(() => (location.hash = '#/settings/library'))
  await rename(folder, `${folder}-elsewhere`)
  await expect(item).toContainText("The folder isn't there now", { timeout: 90_000 })
  await page.getByRole('button', { name: `Stop watching ${folder}` }).click()
  await expect(item).toHaveCount(0)
})
