/** The room of the form: who gets the height that is left, what moves, and what stays in sight. */
import { expect, type Page } from '@playwright/test'
import { modelRow, openMore } from './create-controls.ts'
import { generate, promptBox } from './input-form.ts'
import { test } from './studio.ts'

const boxOf = async (page: Page) => (await promptBox(page).boundingBox()) ?? { y: 0, height: 0 }

test('the prompt takes the height that is left, grows with its text where none is, and never hides Generate', async ({
  page,
  studio,
}) => {
  await studio.open(page, await studio.startHost())
  const more = page.getByRole('button', { name: /^More options/ })
  await expect(more).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [960, 700],
    [480, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [below, bar] = [
      await more.boundingBox(),
      await page.getByText('Sample studio: offline').boundingBox(),
    ]
    expect((bar?.y ?? 0) - (below?.y ?? 0) - (below?.height ?? 0)).toBeLessThan(30)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  const left = await boxOf(page)
  expect(left.height).toBeGreaterThan(300)
  const rowBefore = await modelRow(page).boundingBox()
  await promptBox(page).fill('line\n'.repeat(60))
  expect(await boxOf(page)).toEqual(left)
  expect(await modelRow(page).boundingBox()).toEqual(rowBefore)

  await page.setViewportSize({ width: 1280, height: 600 })
  await openMore(page)
  await promptBox(page).fill('short')
  expect((await boxOf(page)).height).toBe(96)
  await promptBox(page).fill('line\n'.repeat(7))
  expect((await boxOf(page)).height).toBeGreaterThan(160)
  await promptBox(page).fill('line\n'.repeat(60))
  expect((await boxOf(page)).height).toBeLessThan(300)
  await expect(generate(page)).toBeInViewport({ ratio: 1 })
})

test('says how long the prompt is only where it comes near to what the model takes', async ({
  page,
  studio,
}) => {
  await page.route('**/rpc/models.list', async (route) => {
    const response = await route.fetch()
    const listing = await response.json()
    for (const model of listing.data.items)
      model.optionSchema = { type: 'object', properties: { prompt: { type: 'string', maxLength: 100 } } }
    await route.fulfill({ response, json: listing })
  })
  await studio.open(page, await studio.startHost())
  const count = page.getByText(/of 100 characters/)
  await promptBox(page).fill('x'.repeat(79))
  await expect(generate(page)).toBeEnabled()
  await expect(count).toHaveCount(0)
  await promptBox(page).fill('x'.repeat(80))
  await expect(count).toHaveText('80 of 100 characters')
  await promptBox(page).fill('x'.repeat(101))
  await expect(count).toHaveText('101 of 100 characters')
  await expect(generate(page)).toBeDisabled()
})
