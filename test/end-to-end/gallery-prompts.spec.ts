/** What the inspector tells of how an item was made, and the filter for all that was made with its prompt. */
import { expect } from '@playwright/test'
import { cellsOf, importImages, makeImages, openGallery, shownNames } from './gallery-setup.ts'
import { submit, taskReply, test } from './scripted-service.ts'

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

test('tells the seed that the service chose, and of no other item', async ({ page, studio, scripted }) => {
  const { service, host } = await scripted.open({
    task: (id) => taskReply(id, 'SUCCESS', { seed: 4217, images: [{ url: service.fileUrl(`${id}.png`) }] }),
  })
  await importImages(host, await makeImages(['red boat']))
  await submit(host, 'a fox')
  await studio.open(page, host)
  await openGallery(page, 2)
  await cellsOf(page)
    .filter({ has: page.getByRole('img', { name: 'a fox' }) })
    .click()
  await page.keyboard.press('Enter')
  const fox = page.getByRole('dialog', { name: 'a fox' })
  await expect(fox.getByRole('definition').filter({ hasText: '4217' })).toBeVisible()
  // The imported one is the older.
  await page.keyboard.press('ArrowRight')
  const boat = page.getByRole('dialog', { name: 'red boat' })
  await expect(boat.getByRole('textbox', { name: 'Title' })).toHaveValue('red boat')
  await expect(boat.getByText('4217')).toHaveCount(0)
})
