/** What can be done with a result where it appears: from the bar over it, from its menu, and with keys. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { IMAGE, submit, taskReply, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

test('marks a result, saves it and moves it to the trash and back', async ({ page, studio, scripted }) => {
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, await scripted.start())
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const tile = page.getByRole('button', { name: 'Open: a red ferry' })
  await tile.hover({ timeout: 60_000 })
  const heart = page.getByRole('button', { name: 'Favourite', exact: true })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await tile.focus()
  await page.keyboard.press('4')
  await expect.poll(() => onlyAsset(host)).toMatchObject({ favorite: true, rating: 4 })

  await tile.click({ button: 'right' })
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await item(page, 'Remove the rating (4 stars)').click()
  await expect.poll(() => onlyAsset(host)).toMatchObject({ favorite: true, rating: 0 })

  await tile.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tile).toBeFocused()

  await tile.hover()
  const saved = await host.saved(page, async () => {
    await page.getByRole('button', { name: 'More for a red ferry' }).click()
    await item(page, 'Save as…').click()
  })
  expect([saved.name.endsWith('.png'), saved.bytes.equals(IMAGE)]).toEqual([true, true])

  await tile.focus()
  await page.keyboard.press('Delete')
  const restore = page.getByRole('button', { name: 'Restore' })
  await expect(page.getByText('In the trash')).toBeVisible()
  await expect(restore).toBeFocused()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(tile).toBeVisible()
})

test('varies a result at once, and leaves the form and its seeds as they are', async ({
  page,
  studio,
  scripted,
}) => {
  const bodies: unknown[] = []
  const service = await scripted.start({
    generate: (_count, body) => {
      bodies.push(body)
      return undefined
    },
  })
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, service)
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const prompt = page.getByRole('textbox', { name: 'Prompt', exact: true })
  await prompt.fill('my own words')
  const tile = page.getByRole('button', { name: 'Open: a red ferry' })
  const toolbar = page.getByRole('toolbar', { name: 'Actions for “a red ferry”' })
  const vary = toolbar.getByRole('button', { name: 'Vary · 4 requests' })
  await tile.hover({ timeout: 60_000 })
  await vary.dblclick()
  await expect(tile).toHaveCount(5, { timeout: 60_000 })
  const seeds = bodies.slice(1).map((body) => (body as { options: { seed: number } }).options.seed)
  expect([bodies.length, new Set(seeds).size]).toEqual([5, 4])
  expect(bodies[1]).toMatchObject({ prompt: 'a red ferry', model: 'm' })
  await expect(prompt).toHaveValue('my own words')

  await host.call('settings.set', { queue: { confirmAbove: 3 } })
  await tile.first().hover()
  await vary.first().click()
  const question = page.getByRole('alertdialog', { name: 'Send 4 requests at once?' })
  await expect(question).toContainText('The service charges each request.')
  await expectNoViolationsInBothThemes(page)
  await question.getByRole('button', { name: 'Send nothing' }).click()
  expect(bodies.length).toBe(5)
})

test('shows the last result of its prompt behind a running one, which can be stopped', async ({
  page,
  studio,
  scripted,
}) => {
  const service = await scripted.start({
    task: (id) => (id === 'task-1' ? undefined : taskReply(id, 'PROCESSING')),
  })
  const host = await studio.startHost({ localService: false })
  await scripted.connect(host, service)
  await submit(host, 'a red ferry')
  await expect.poll(() => onlyAsset(host), { timeout: 60_000 }).toMatchObject({ prompt: 'a red ferry' })
  await submit(host, 'a red ferry')
  await studio.open(page, host)
  const results = page.getByRole('region', { name: 'Results' })
  const stop = results.getByRole('button', { name: 'Stop following' })
  await expect(stop).toBeVisible({ timeout: 60_000 })
  await expect(results.locator('img[alt=""]')).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await stop.click()
  const question = page.getByRole('alertdialog', { name: 'Stop following this task?' })
  await question.getByRole('button', { name: 'Stop following' }).click()
  await expect(stop).toHaveCount(0)
})

function item(page: Page, name: string) {
  return page.getByRole('menu').getByRole('menuitem', { name })
}

async function onlyAsset(host: Host): Promise<unknown> {
  const { data } = await host.call('library.query', {})
  return (data as unknown as { items: readonly unknown[] }).items[0]
}
