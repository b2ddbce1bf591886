/** Recipe files: saved from an asset and from its task, and taken back by a drop that fills the form when it is told to. */
import { expect } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { type Dropped, drop, promptBox } from './input-form.ts'
import { test } from './scripted-service.ts'

test('a recipe is saved from an asset and from its task, and fills the form again', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  const made = {
    provider: 'p',
    mediaType: 'image',
    model: 'm',
    scene: 'text-to-image',
    prompt: 'a red ferry',
    options: { seed: 5 },
    provenance: { template: 'a {red|blue} ferry' },
  }
  expect(await host.call('tasks.submit', { requests: [made] })).toMatchObject({ ok: true })
  await studio.open(page, host)

  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').first().click({ timeout: 90_000 })
  await page.keyboard.press('Enter')
  const ofAsset = await host.saved(page, () => page.getByRole('button', { name: 'Save recipe' }).click())
  await page.getByRole('button', { name: 'Open its task' }).click()
  const task = page.getByRole('complementary', { name: 'Task' })
  const ofTask = await host.saved(page, () => task.getByRole('button', { name: 'Save recipe' }).click())
  expect([ofAsset.name, ofTask.bytes.toString()]).toEqual(['a red ferry.atelier', ofAsset.bytes.toString()])

  await page.getByRole('link', { name: 'Create' }).click()
  const prompt = promptBox(page)
  await prompt.fill('my own words')
  await drop(page, [recipe('broken.atelier', Buffer.from('{"kind":"atelier-recipe"}'))])
  await expect(page.getByText('This recipe file is damaged at version.')).toBeVisible()

  await drop(page, [recipe(ofAsset.name, ofAsset.bytes)])
  const question = page.getByRole('dialog', { name: 'a red ferry.atelier includes a recipe' })
  await expect(question).toContainText('This is an Atelier recipe.')
  await expect(question.getByRole('button', { name: 'Use as input' })).toHaveCount(0)
  await expectNoViolations(page, { without: ['region'] })
  await expect(prompt).toHaveValue('my own words')
  await question.getByRole('button', { name: 'Use its recipe' }).click()
  await expect(prompt).toHaveValue('a {red|blue} ferry')
  expect((await host.call('tasks.list', {})).data).toMatchObject({ items: [{}] })
})

/** Browsers know no type for it. */
function recipe(name: string, bytes: Buffer): Dropped {
  return { name, type: '', base64: bytes.toString('base64') }
}
