/** Exports from the gallery: the name is shown before it is given, and the zip that is downloaded holds what was chosen. */
import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { expect } from '@playwright/test'
import { readZip } from '../core/library/exchange/fixtures.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf, importImages, makeImages, openGallery, openImages, selectCells } from './gallery-setup.ts'
import { test } from './studio.ts'

test('exports a selection as a zip under the names that were shown', async ({ page, studio }) => {
  studio.needs('download')
  const host = await studio.startHost({ localService: false })
  const images = await makeImages(['red boat', 'green boat', 'old tower'])
  const ids = await importImages(host, images)
  await studio.open(page, host)
  await openGallery(page, 3)
  await selectCells(page, 0, 1)
  await page.keyboard.press('e')

  const dialog = page.getByRole('dialog', { name: 'Export 2 items' })
  const template = dialog.getByRole('textbox', { name: 'File names' })
  await template.fill('{index}-{colour}')
  await template.blur()
  await expect(dialog).toContainText('There is no part {colour}')
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeDisabled()
  await template.fill('{index}-{title}')
  await expect(dialog).toContainText('1-red boat.png')
  await expect(dialog.getByText('Write XMP sidecars')).toBeVisible()
  await dialog.getByText('Include recipe').click()
  await expect(dialog.getByText('Write XMP sidecars')).toBeHidden()
  await dialog.getByRole('button', { name: 'Export' }).click()

  const link = dialog.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const entries = readZip(await readFile(await download.path()))
  expect([...entries.keys()].toSorted()).toEqual(['1-red boat.png', '2-green boat.png'])
  // Without a recipe a file leaves as it came.
  const hash = (bytes: Buffer | undefined): string =>
    createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
  expect(hash(entries.get('1-red boat.png'))).toBe(hash(images[0]?.bytes))
  expect(hash(entries.get('2-green boat.png'))).toBe(hash(images[1]?.bytes))
  await dialog.getByRole('button', { name: 'Close' }).click()

  // From the viewer leaves what it shows, whatever is listed and selected beneath.
  await page.getByRole('searchbox', { name: 'Search' }).fill('tower')
  await expect(cellsOf(page)).toHaveCount(1)
  await cellsOf(page).click()
  await page.evaluate((id) => (location.hash = `#/gallery/${id}`), ids[1])
  await page.getByRole('dialog', { name: 'green boat' }).getByRole('button', { name: 'Export' }).click()
  const shown = page.getByRole('dialog', { name: 'Export 1 item' })
  await shown.getByRole('textbox', { name: 'File names' }).fill('{title}')
  await expect(shown).toContainText('green boat.png')
  await shown.getByText('Write XMP sidecars').click()
  await shown.getByRole('button', { name: 'Export', exact: true }).click()
  const other = shown.getByRole('link', { name: 'Download' })
  const [second] = await Promise.all([page.waitForEvent('download'), other.click()])
  const exported = readZip(await readFile(await second.path()))
  expect([...exported.keys()]).toEqual(['green boat.png', 'green boat.png.xmp'])
  expect(exported.get('green boat.png.xmp')?.toString()).toContain('>green boat</rdf:li>')
})

test('converts images on their way out, by keyboard, and says where the recipe lies', async ({
  page,
  studio,
}) => {
  studio.needs('download')
  await openImages(page, studio, ['red boat'])
  await cellsOf(page).first().click()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog', { name: 'Export 1 item' })
  await dialog.getByRole('radio', { name: 'Original' }).focus()
  for (const format of ['JPEG', 'WebP', 'AVIF']) {
    await page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: format })).toBeFocused()
  }
  await page.keyboard.press('Space')
  await expect(dialog).toContainText("AVIF can't")
  await expectNoViolationsInBothThemes(page)
  await dialog.getByRole('radio', { name: 'WebP' }).click()
  await dialog.getByRole('textbox', { name: 'Longest side in pixels' }).fill('100')
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{title}')
  await expect(dialog).toContainText('red boat.webp')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const link = dialog.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const bytes = readZip(await readFile(await download.path())).get('red boat.webp')
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['webp', 100, 75])
})

test('takes in a ZIP file straight into a collection', async ({ page, studio }) => {
  const host = await studio.startHost({ localService: false })
  await host.call('collections.create', { name: 'Sea' })
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import' })
  await dialog.getByRole('button', { name: /Collection/ }).click()
  await page.getByRole('option', { name: 'Sea' }).click()
  await expectNoViolationsInBothThemes(page)
  const zip = new ZipFile()
  for (const { name, bytes } of await makeImages(['red boat', 'green boat']))
    zip.addBuffer(bytes, `boats/${name}`)
  zip.end()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles({
    name: 'boats.zip',
    mimeType: 'application/zip',
    buffer: await buffer(zip.outputStream),
  })
  await expect(cellsOf(page)).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Library jobs' })).toContainText('2 files added.')
  await expect(
    page.getByRole('treegrid', { name: 'Collections' }).getByRole('row', { name: /Sea/ }),
  ).toContainText('2')
})
