/** All results of one prompt: from the inspector to a filter that can be taken away again. */
import { expect } from '@playwright/test'
import { cellsOf, openGallery, shownNames } from './gallery-setup.ts'
import { submit, test } from './scripted-service.ts'

test('shows everything that was made with the prompt of an item', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  for (const prompt of ['a fox', 'a fox in snow', 'a fox', 'A fox']) await submit(host, prompt)
  await studio.open(page, host)
  await openGallery(page, 4)
  await page
    .getByRole('grid', { name: 'Gallery' })
    .getByRole('img', { name: 'a fox', exact: true })
    .first()
    .dblclick({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Show all with this prompt' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(cellsOf(page)).toHaveCount(2)
  expect(await shownNames(page)).toEqual(['a fox', 'a fox'])
  await page.getByRole('button', { name: 'Remove the filter Made with “a fox”' }).click()
  await expect(cellsOf(page)).toHaveCount(4)
})
