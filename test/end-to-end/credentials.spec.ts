/** A signed file says in the viewer who signed it, and that nobody has checked that; its export asks before the signature is broken. */
import { expect } from '@playwright/test'
import { manifests, SIGN } from '../core/library/provenance/signed.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, importFile, makeImages, openGallery } from './gallery-setup.ts'
import { test } from './studio.ts'

test('says who signed a file, and that it is not checked', async ({ page, studio }) => {
  const [fox] = await makeImages(['fox'])
  const host = await studio.startHost({ localService: false })
  const bytes = SIGN['a.png']?.(fox?.bytes ?? Buffer.alloc(0), manifests()) ?? Buffer.alloc(0)
  await importFile(host, { name: 'fox.png', bytes }, 'image/png')
  await studio.open(page, host)
  await openGallery(page, 1)
  await cellsOf(page).first().click()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { name: 'Content Credentials' })
  await heading.scrollIntoViewIfNeeded()
  const details = page.getByRole('complementary', { name: 'Details' })
  for (const words of [
    "Atelier hasn't checked the signature",
    'Example Signer (Example Studio)',
    'Example Generator 2.1',
    'A fox in snow',
    'Created with Example Model 7',
    'made by AI',
    'Edited with Example Editor',
  ])
    await expect(details).toContainText(words)
  await expectNoViolationsInBothThemes(page)

  await details.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await expect(dialog).toContainText('are exported unchanged, with their recipe beside them')
  await dialog.getByText('Change signed files too').click()
  await expect(dialog).toContainText('will say that the file was changed')
  await expectNoViolationsInBothThemes(page)
})
