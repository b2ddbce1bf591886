/** Each service as a user adds and uses it, towards its stand-in: a card, a key, an image, another from that image. */
import { expect, type Page } from '@playwright/test'
import { startComfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/open-comfyui.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { modelRow, openModels } from './create-controls.ts'
import { drop, generate, make, makePng, png, promptBox, row } from './input-form.ts'
import { test } from './studio.ts'

interface Provider {
  readonly label: string
  readonly key: string
  /** Takes a text, and an image too; found by these words where the listing has more than one page shows. */
  readonly model: string
  start(): Promise<{ readonly baseUrl: string; close(): Promise<void> }>
}

const PROVIDERS: readonly Provider[] = [
  { label: 'OpenAI', key: OPENAI_KEY, model: 'gpt-image-1-mini', start: () => startFakeOpenai() },
  { label: 'Replicate', key: REPLICATE_KEY, model: 'sdxl', start: () => startReplicate() },
]

for (const { label, key, model, start } of PROVIDERS) {
  test(
    `${label} is added with its key, and makes an image and another from an image`,
    label === 'OpenAI' ? { tag: '@main' } : {},
    async ({ page, studio }) => {
      const service = await start()
      try {
        const host = await studio.startHost({ localService: false })
        await studio.open(page, host)
        await addService(page, label, key, service.baseUrl)
        await page.getByRole('link', { name: 'Create' }).click()
        const models = await openModels(page)
        await models.getByRole('searchbox').fill(model)
        await models.getByRole('option', { name: model }).first().click()
        await expect(modelRow(page)).toContainText(model)
        await promptBox(page).fill('a quiet harbour')
        await make(page, host, 'text-to-image')
        await drop(page, [png('harbour.png', await makePng('#305070'))])
        await expect(row(page, 'harbour.png').getByRole('button', { name: /is sent/ })).toBeVisible()
        await promptBox(page).fill('the harbour at night')
        await make(page, host, 'image-to-image')
        await page.getByRole('link', { name: 'Gallery' }).click()
        await expect(page.getByRole('img', { name: 'a quiet harbour' }).first()).toBeVisible()
        await expect(page.getByRole('img', { name: 'the harbour at night' }).first()).toBeVisible()
      } finally {
        await service.close()
      }
    },
  )
}

test('the cards of services have no violations, and say at the key what is wrong with it', async ({
  page,
  studio,
}) => {
  const service = await startFakeOpenai()
  try {
    const host = await studio.startHost({ localService: false })
    await studio.open(page, host)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Add a service' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Which service?' })).toBeFocused()
    await expectNoViolationsInBothThemes(page)
    await page.getByRole('button', { name: /^OpenAI/ }).press('Enter')
    const form = page.getByRole('form', { name: 'Add OpenAI' })
    await expect(form.getByLabel('API key')).toBeFocused()
    await expect(form.getByRole('link', { name: /^Get a key at/ })).toHaveAttribute('target', '_blank')
    await fillForm(page, 'OpenAI', 'sk-wrong', service.baseUrl)
    await form.getByRole('button', { name: 'Test and use' }).click()
    await expect(form.getByLabel('API key')).toHaveAccessibleDescription(/key/i)
    await expect(form.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await expectNoViolationsInBothThemes(page)
    await page.getByRole('button', { name: 'Other services' }).click()
    await expect(page.getByRole('heading', { name: 'Which service?' })).toBeFocused()
    expect(service.charged()).toEqual([])
  } finally {
    await service.close()
  }
})

test('a workflow that is dropped becomes a model with a form, runs, and costs nothing', async ({
  page,
  studio,
}) => {
  const service = await startComfyui()
  try {
    const host = await studio.startHost({ localService: false })
    await studio.open(page, host)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Add a service' }).click()
    await page.getByRole('button', { name: /^ComfyUI/ }).click()
    const form = page.getByRole('form', { name: 'Add ComfyUI' })
    await form.getByRole('textbox', { name: 'Address' }).fill(service.baseUrl)
    await form.getByRole('button', { name: 'Test and use' }).click()
    await expect(page.getByText(/^ComfyUI is in use\./)).toBeVisible()
    await page.getByRole('link', { name: 'Create' }).click()
    await expect(modelRow(page)).toBeVisible()
    await drop(page, [workflow('bottles.json', TEXT_TO_IMAGE)])
    await expect(modelRow(page)).toContainText('bottles')
    await expect(page.getByText('The workflow is a model now, and chosen.')).toBeVisible()
    await promptBox(page).fill('a green bottle')
    await expect(generate(page)).toBeEnabled()
    await generate(page).click()
    await page.getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByRole('img', { name: 'a green bottle' }).first()).toBeVisible({ timeout: 90_000 })
    expect(service.prompts).toHaveLength(1)

    await page.getByRole('link', { name: 'Create' }).click()
    const broken = { ...TEXT_TO_IMAGE, 99: { class_type: 'FancyNode', inputs: {} } }
    await drop(page, [workflow('broken.json', broken)])
    await expect(page.getByText(/FancyNode/)).toBeVisible()
    expect(service.prompts).toHaveLength(1)
  } finally {
    await service.close()
  }
})

async function fillForm(page: Page, label: string, key: string, address: string): Promise<void> {
  const form = page.getByRole('form', { name: `Add ${label}` })
  await form.getByLabel('API key').fill(key)
  await form.getByRole('button', { name: 'Other address or name' }).click()
  await form.getByRole('textbox', { name: 'Address' }).fill(address)
}

async function addService(page: Page, label: string, key: string, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await fillForm(page, label, key, address)
  await page
    .getByRole('form', { name: `Add ${label}` })
    .getByRole('button', { name: 'Test and use' })
    .click()
  await expect(page.getByText(new RegExp(`^${label} is in use\\. \\d+ models found\\.$`))).toBeVisible()
}

function workflow(name: string, content: object): ReturnType<typeof png> {
  return { name, type: 'application/json', base64: Buffer.from(JSON.stringify(content)).toString('base64') }
}
