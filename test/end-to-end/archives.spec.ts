/** An archive of another tool is looked at, taken in where it lies, and what has no recipe is named. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { withText } from '../core/library/provenance/files.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, makeImages, openGallery } from './gallery-setup.ts'
import { test } from './studio.ts'

test('brings in an archive in place, and says what was left @main', async ({ page, studio }) => {
  const folder = join(studio.folder, 'outputs')
  await mkdir(join(folder, 'thumbs'), { recursive: true })
  const [fox, owl, cat] = await makeImages(['fox', 'owl', 'cat'])
  const text =
    'a fox in deep snow\nSteps: 20, Sampler: Euler, CFG scale: 7, Seed: 7, Size: 320x240, Model: photon'
  await writeFile(
    join(folder, '0001.png'),
    withText(fox?.bytes ?? Buffer.alloc(0), 'tEXt', 'parameters', text),
  )
  await writeFile(join(folder, 'owl.png'), owl?.bytes ?? '')
  await writeFile(join(folder, 'thumbs', '0001.png'), cat?.bytes ?? '')
  await studio.openHost(page, { localService: false })
  await openGallery(page, 0)

  await page.getByRole('button', { name: 'Import', exact: true }).first().click()
  await page
    .getByRole('dialog', { name: 'Import' })
    .getByRole('button', { name: 'Import an archive…' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Import an archive' })
  await dialog.getByRole('textbox', { name: /^Folder/ }).fill(folder)
  await dialog.getByRole('button', { name: 'Preview folder' }).click()
  await expect(dialog).toContainText('A1111 or Forge')
  await expect(dialog).toContainText('a fox in deep snow')
  await expect(dialog).toContainText('1 file is left out')
  await expectNoViolationsInBothThemes(page)
  await dialog.getByRole('radio', { name: 'Leave in place' }).click()
  await dialog.getByRole('button', { name: 'Import 2 files' }).click()
  await expect(cellsOf(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Show files' }).click()
  const left = page.getByRole('dialog', { name: 'Left out or without a recipe' })
  await expect(left).toContainText('1 imported without a recipe')
  await expect(left).toContainText('thumbs/0001.png')
  await left.getByRole('button', { name: 'Close' }).click()

  await cellsOf(page).first().click()
  await page.keyboard.press('Enter')
  await expect(page.getByText(join(folder, 'owl.png'))).toBeVisible()
  await rename(folder, `${folder}-elsewhere`)
  await page.reload()
  await expect(page.getByText("The file isn't there now")).toBeVisible()
})
