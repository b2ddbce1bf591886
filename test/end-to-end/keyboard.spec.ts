/** Everything by keyboard: places, palette, the list of shortcuts, sending, the queue and the gallery. */
import { expect } from '@playwright/test'
import { promptBox } from './input-form.ts'
import { submit, taskReply, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

test('goes everywhere and sends without a mouse', { tag: '@main' }, async ({ page, studio }) => {
  const host = await studio.openHost(page)
  for (const [key, place] of [
    ['2', 'Queue'],
    ['3', 'Gallery'],
    ['4', 'Settings'],
    ['1', 'Create'],
  ] as const) {
    await page.keyboard.press(`Control+${key}`)
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible()
  }

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.type('go to gal')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Pause or resume the queue')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('write a prompt')
  await page.keyboard.press('Enter')
  const prompt = promptBox(page)
  await expect(prompt).toBeFocused()
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('what? a small boat')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'what? a small boat' })).toBeVisible()
  await expect.poll(async () => (await tasks(host)).length).toBe(1)
})

test('opens no palette over a dialog, which could lose what is typed there', async ({ page, studio }) => {
  await studio.openHost(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('import')
  await page.getByRole('option', { name: 'Import' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
})

test('moves in the queue, opens, retries, stops, removes and pauses', async ({ page, studio, scripted }) => {
  const refusal = { status: 400, body: { code: 1, message: 'Not allowed.' } }
  const { host, service } = await scripted.open({
    generate: (count) => (count === 1 ? refusal : undefined),
    task: (id) => taskReply(id, 'PROCESSING'),
  })
  const refused = await submit(host, 'the refused one')
  await expect.poll(async () => (await tasks(host)).map(({ state }) => state)).toEqual(['rejected'])
  await submit(host, 'the running one')
  await studio.open(page, host)
  await page.keyboard.press('Control+2')
  const row = (prompt: string) => page.getByRole('link', { name: new RegExp(prompt) })
  await expect(row('the running one')).toContainText('Running')

  await page.locator('body').press('ArrowDown')
  await expect(row('the running one')).toBeFocused()
  // The next key is meant for the row that an arrow has led to, however soon it follows.
  const reached = await page.evaluate(() => {
    const key = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(key)
    return document.activeElement?.textContent
  })
  expect(reached).toContain('the refused one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Task' })).toContainText('Not allowed.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Task' })).toHaveCount(0)
  await expect(row('the refused one')).toBeFocused()

  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from list' }).press('Enter')
  await expect(row('the refused one')).toHaveCount(0)
  expect((await tasks(host)).map(({ id }) => id)).not.toContain(refused)
  await expect(row('the running one')).toBeFocused()

  await page.keyboard.press('s')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop following' }).press('Enter')
  await expect(row('the running one')).toContainText('Stopped')
  await expect(row('the running one')).toBeFocused()
  await page.keyboard.press('r')
  await expect(row('the running one')).toContainText('Running')
  expect(service.generateRequests()).toBe(2)

  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Resume queue' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Pause queue' })).toBeVisible()
})

test('moves in the gallery, enlarges, rates, trashes and takes it back', async ({ page, studio }) => {
  const host = await studio.startHost()
  const request = { provider: 'sample', mediaType: 'image', model: 'ink-wash', scene: 'text-to-image' }
  await host.call('tasks.submit', {
    requests: [{ ...request, prompt: 'misty pines', options: { resolution: '512', count: 3 } }],
  })
  await studio.open(page, host)
  await page.keyboard.press('Control+3')
  const cells = page.getByRole('gridcell')
  await expect(cells).toHaveCount(3, { timeout: 90_000 })

  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+3')
  await expect(cells.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(cells.nth(1)).toBeFocused()
  await page.keyboard.press('v')
  await expect(page.getByRole('alert')).toContainText('Select two to four items to compare. You selected 1.')
  await page.keyboard.press('f')
  await page.keyboard.press('4')
  await expect(cells.nth(1)).toContainText('4')
  await page.keyboard.press('Space')
  const viewer = page.getByRole('dialog', { name: 'misty pines' })
  await expect(viewer.getByRole('group', { name: 'Rating: 4 of 5' })).toBeVisible()
  const second = page.url()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.url()).not.toBe(second)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  const toImport = page.getByRole('button', { name: 'Import', exact: true })
  await toImport.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toImport).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)

  await cells.nth(1).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(cells).toHaveCount(2)
  await expect(cells.nth(1)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(cells).toHaveCount(3)

  // What goes away as it is pressed leaves its focus to what the keys work on.
  await cells.first().focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(cells).toHaveCount(3)
  await expect(cells.and(page.locator(':focus'))).toHaveCount(1)
  await page
    .getByRole('button', { name: /^Favourites(?! and)/ })
    .first()
    .press('Enter')
  await page.getByRole('button', { name: 'Remove the filter Favourites' }).press('Enter')
  await expect(cells).toHaveCount(3)
  await expect(page.locator(':focus')).toHaveCount(1)
})

async function tasks(host: Host): Promise<readonly { id: string; state: string }[]> {
  return ((await host.call('tasks.list', {})).data as unknown as { items: { id: string; state: string }[] })
    .items
}
