/** The language of the interface: chosen in Settings, spoken at once, and the browser's own where none is chosen; and input methods. */
import { expect, type Page } from '@playwright/test'
import { generate, promptBox } from './input-form.ts'
import { submit, test } from './scripted-service.ts'

const choose = async (page: Page, label: string, name: string): Promise<void> => {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('a key that ends a composition is the input method’s alone', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  const keyboard = await page.context().newCDPSession(page)
  const compose = async (text: string): Promise<void> => {
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  const press = async (key: string, modifiers = 0): Promise<void> => {
    // What a browser tells of a key that its input method takes (UI Events, 6.3.1).
    const event = { key, code: key, modifiers, windowsVirtualKeyCode: 229 }
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }

  await page.keyboard.press('Control+k')
  const finder = page.getByRole('combobox', { name: 'Find anything' })
  await expect(finder).toBeFocused()
  await page.keyboard.type('settings')
  await expect(page.getByRole('option').first()).toBeVisible()
  await compose('せってい')
  await press('Enter')
  await press('Escape')
  await expect(finder).toBeFocused()
  await keyboard.send('Input.insertText', { text: '設定' })
  await expect(finder).toHaveValue('settings設定')
  await page.keyboard.press('Escape')
  await expect(finder).toHaveCount(0)

  const prompt = promptBox(page)
  await prompt.fill('')
  await prompt.focus()
  await compose('きつね')
  const CONTROL = 2
  await expect(generate(page)).toBeEnabled()
  await press('Enter', CONTROL)
  await keyboard.send('Input.insertText', { text: '狐' })
  await expect(prompt).toHaveValue('狐')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(async () => (await host.call('tasks.list', {})).data)
    .toMatchObject({ items: [{ request: { prompt: '狐' } }] })
})

test.describe('for a reader of German', () => {
  test.use({ locale: 'de-AT' })

  test('@main speaks as the browser asks, and as Settings say at once', async ({
    page,
    studio,
    scripted,
  }) => {
    const { host } = await scripted.open({ generate: () => ({ status: 400, body: { message: 'no boats' } }) })
    await submit(host, 'a red boat')
    await studio.open(page, host)
    const root = page.locator('html')
    await expect(root).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('link', { name: 'Galerie' })).toBeVisible()
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(
      loaded
        .filter((name) => name.includes('/messages-'))
        .map((name) => /messages-([\w-]+?)-(?:first|create|settings)/u.exec(name)?.[1]),
    ).toContain('de')
    expect(loaded.some((name) => name.includes('/messages-en-'))).toBe(false)

    await promptBox(page).fill('ein Fuchs, halb geschr')
    await page.evaluate(() => (location.hash = '#/settings/appearance'))
    await choose(page, 'Sprache', 'English')
    await expect(root).toHaveAttribute('lang', 'en')
    await page.getByRole('link', { name: 'Create' }).click()
    await expect(promptBox(page)).toHaveValue('ein Fuchs, halb geschr')
    await page.getByRole('link', { name: /^Queue/ }).click()
    await expect(page.getByText("You weren't charged.").first()).toBeVisible()

    await page.evaluate(() => (location.hash = '#/settings/appearance'))
    await choose(page, 'Language', '日本語')
    await expect(root).toHaveAttribute('lang', 'ja')
    expect(JSON.stringify(await host.call('tasks.list', {})), 'what scripts read stays').toContain(
      "weren't charged",
    )
  })

  test('a point and a comma are both the decimal sign of a number', async ({ page, studio, scripted }) => {
    const { host } = await scripted.open()
    await studio.open(page, host)
    const caps = async () => JSON.stringify((await host.call('settings.get', {})).data)
    const type = async (label: string, number: string): Promise<void> => {
      await page.evaluate(() => (location.hash = '#/settings/queue'))
      await page.getByRole('textbox', { name: label }).last().click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')
    }
    await type('Geld oder Credits pro Tag', '2.5')
    await expect.poll(caps).toMatch(/"value":2\.5\b/)
    await page.evaluate(() => (location.hash = '#/settings/appearance'))
    await choose(page, 'Sprache', 'English')
    await type('Money or credits per day', '0,05')
    await expect.poll(caps).toMatch(/"value":0\.05\b/)
  })

  test('a number is read as it was meant where it is pasted, and not at all where nobody can know', async ({
    page,
    studio,
    scripted,
  }) => {
    const { host } = await scripted.open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await studio.open(page, host)
    await page.evaluate(() => (location.hash = '#/settings/queue'))
    const field = page.getByRole('textbox', { name: 'Geld oder Credits pro Tag' }).last()
    const caps = async () => JSON.stringify((await host.call('settings.get', {})).data)
    const paste = async (number: string): Promise<void> => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), number)
      await field.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('ControlOrMeta+v')
      await page.keyboard.press('Enter')
    }
    await paste('2.5')
    await expect.poll(caps).toMatch(/"value":2\.5\b/)
    await paste('1,234.75')
    await expect.poll(caps).toMatch(/"value":1234\.75\b/)
    await paste('1.250')
    await expect(page.getByText('1.250 kann zwei Zahlen bedeuten. Gib 1250 oder 1,250 ein.')).toBeVisible()
    await expect(field).toHaveValue('1234,75')
    await field.fill('')
    await page.keyboard.type('1.500')
    await page.keyboard.press('Tab')
    await expect(page.getByText('1.500 kann zwei Zahlen bedeuten. Gib 1500 oder 1,500 ein.')).toBeVisible()
    await expect(field).toHaveValue('1234,75')
    expect(await caps()).toContain('"value":1234.75')
    await field.fill('1,250')
    await page.keyboard.press('Enter')
    await expect.poll(caps).toMatch(/"value":1\.25\b/)
  })
})
