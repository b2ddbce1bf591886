/** Spending: what was sent, what is known of its price, and what the user says of it. */
import { expect } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { promptBox } from './input-form.ts'
import { submit, test } from './scripted-service.ts'

test('tells what was spent, takes a price, filters, and exports a table', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    generate: (count) => (count === 2 ? 'drop' : undefined),
  })
  await submit(host, 'one')
  await submit(host, 'two')
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Spending' }).click()
  await expect(page).toHaveTitle(/Spending – Atelier$/)
  await page.getByRole('link', { name: 'Queue' }).first().click()
  await page.getByRole('link', { name: /^Today: 2 requests/ }).click()
  await expect(page).toHaveTitle(/Spending – Atelier$/)
  const table = page.getByRole('table')
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name })
  await expect(figure('Today')).toHaveText('TodayUnknown2 requests')
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Requests', 'Unpriced', 'Unconfirmed'])
  await expect(table.getByRole('row').last()).toHaveText(/^Total221$/)

  await page.getByRole('button', { name: 'Set a price for m' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price of m' })
  await dialog.getByRole('textbox', { name: 'Price', exact: true }).fill('2.5')
  await dialog.getByRole('textbox', { name: 'Unit' }).fill('credits')
  await dialog.getByRole('button', { name: 'Charged for' }).click()
  await page.getByRole('option', { name: 'One image' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2.5 credits per image set by you')).toBeVisible()
  await page.getByRole('button', { name: 'Set a price for m' }).click()
  await dialog.getByRole('button', { name: 'Charged for' }).click()
  await page.getByRole('option', { name: 'One request' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('2.5 credits per request set by you')).toBeVisible()
  await submit(host, 'three')
  await submit(host, 'four')
  await page.getByRole('radio', { name: 'Model' }).click()
  await expect(table.getByRole('rowheader', { name: /^m/ })).toBeVisible()
  await expect(table.getByRole('row').last()).toHaveText(/^Total45/)
  await expect(figure('This month')).toHaveText('This month5 credits4 requests, 2 without a price')
  await page.getByRole('radio', { name: 'credits' }).click()
  await expect(page.getByText('credits per day')).toBeVisible()
  await expectNoViolationsInBothThemes(page)

  const saved = await host.saved(page, () => page.getByRole('button', { name: 'Export as CSV' }).click())
  expect(saved.name).toMatch(/^atelier-spending-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect(saved.bytes.toString()).toMatch(
    /^\ufeff"day","profile",.*\r\n"\S+","Test service","p","m","You",4,1,0,2,"credits",5,\r\n$/,
  )

  await page.evaluate(() => void (window.location.hash = '#/spending/agent_of_nobody'))
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
})

test('the sample costs nothing, whatever credits it counts', async ({ page, studio }) => {
  await studio.openHost(page)
  await promptBox(page).fill('a free fox')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect(page.getByRole('img', { name: 'a free fox' }).first()).toBeVisible()
  await page.evaluate(() => void (window.location.hash = '#/spending'))
  const figure = page.locator('dl > div').filter({ hasText: 'Today' })
  await expect(figure).toHaveText('TodayFree1 request')
  await expect(page.getByText(/credit/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Prices' })).toHaveCount(0)
})
