/** Each service as a user adds and uses it, towards its stand-in: a card, a key, an image, another from that image. */
import { expect, type Page } from '@playwright/test'
import { startComfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { withText } from '#test/stand-ins/services/made-media.ts'
import { startSdWebui } from '#test/stand-ins/services/sd-webui/sd-webui.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { modelRow, openModels } from './create-controls.ts'
import { drop, generate, make, makePng, png, promptBox, row } from './input-form.ts'
import { test, type Host } from './studio.ts'

interface Provider {
  readonly label: string
  /** null on the user's own GPU. */
  readonly key: string | null
  readonly model: string
  /** Takes images, where `model` does not. */
  readonly editModel?: string
  start(): Promise<{ readonly baseUrl: string; close(): Promise<void> }>
}

const PROVIDERS: readonly Provider[] = [
  { label: 'OpenAI', key: OPENAI_KEY, model: 'gpt-image-1-mini', start: () => startFakeOpenai() },
  { label: 'Replicate', key: REPLICATE_KEY, model: 'sdxl', start: async () => quick(await startReplicate()) },
  {
    label: 'fal',
    key: FAL_KEY,
    model: 'FLUX.1 [schnell]',
    editModel: 'Nano Banana',
    start: async () => quick(await startFal()),
  },
  { label: 'Google Gemini', key: GEMINI_KEY, model: 'Nano Banana Pro', start: () => startFakeGemini() },
  { label: 'ComfyUI', key: null, model: 'sd15', start: () => startComfyui() },
  { label: 'Stable Diffusion WebUI', key: null, model: 'sd_xl_base_1.0', start: () => startSdWebui() },
]

/** What is made is ready when it is asked for first. */
function quick<Service extends { plan(...plans: { polls: number }[]): void }>(service: Service): Service {
  service.plan({ polls: 1 }, { polls: 1 })
  return service
}

for (const { label, key, model, editModel, start } of PROVIDERS) {
  test(
    `${label} is added, and makes an image and another from an image`,
    label === 'OpenAI' ? { tag: '@main' } : {},
    async ({ page, studio }) => {
      const service = studio.keep(await start())
      const host = await studio.openHost(page, { localService: false })
      await addService(page, label, key, service.baseUrl)
      await page.getByRole('link', { name: 'Create' }).click()
      await choose(page, model)
      await promptBox(page).fill('a quiet harbour')
      await make(page, host, 'text-to-image')
      await drop(page, [png('harbour.png', await makePng('#305070'))])
      await expect(row(page, 'harbour.png').getByRole('button', { name: /is sent/ })).toBeVisible()
      if (editModel !== undefined) await choose(page, editModel)
      await promptBox(page).fill('the harbour at night')
      await make(page, host, 'image-to-image')
      await page.getByRole('link', { name: 'Gallery' }).click()
      await expect(page.getByRole('img', { name: 'a quiet harbour' }).first()).toBeVisible()
      await expect(page.getByRole('img', { name: 'the harbour at night' }).first()).toBeVisible()
    },
  )
}

test('the cards of services have no violations, and say at the key what is wrong with it', async ({
  page,
  studio,
}) => {
  const service = studio.keep(await startFakeOpenai())
  await studio.openHost(page, { localService: false })
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
})

test('a workflow that is dropped becomes a model with a form, runs, and costs nothing', async ({
  page,
  studio,
}) => {
  const service = studio.keep(await startComfyui())
  await studio.openHost(page, { localService: false })
  await addService(page, 'ComfyUI', null, service.baseUrl)
  await page.getByRole('link', { name: 'Create' }).click()
  await expect(modelRow(page)).toBeVisible()
  await drop(page, [workflow('bottles.json', TEXT_TO_IMAGE)])
  await expect(modelRow(page)).toContainText('bottles')
  await expect(page.getByText('The workflow is now a model, and it is selected.')).toBeVisible()
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

  await page.getByRole('button', { name: 'Remove workflow' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove workflow' }).click()
  await expect(modelRow(page)).not.toContainText('bottles')

  const made = withText(await makePng('#207040', 64, 64), 'prompt', JSON.stringify(TEXT_TO_IMAGE))
  await drop(page, [png('poster.png', made)])
  await expect(page.getByText('Recipe found in poster.png')).toBeVisible()
  await page.getByRole('button', { name: 'Use its workflow' }).click()
  await expect(modelRow(page)).toContainText('poster')
  await expect(page.getByText('Recipe found in poster.png')).toHaveCount(0)
  expect(service.prompts).toHaveLength(1)
})

test('a running workflow shows how far it is and how it looks, and Stop ends it there', async ({
  page,
  studio,
}) => {
  const service = studio.keep(await startComfyui())
  const host = await studio.startHost({ localService: false })
  await use(host, { kind: 'comfyui', name: 'My GPU', baseUrl: service.baseUrl })
  await host.call('models.addWorkflow', { name: 'bottles', workflow: TEXT_TO_IMAGE })
  await studio.open(page, host)
  const models = await openModels(page)
  await models.getByRole('option', { name: 'bottles' }).first().click()
  service.queue.isHeld = true
  await promptBox(page).fill('a slow bottle')
  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  await expect.poll(() => service.queue.pending.length).toBe(1)
  service.queue.begin()
  const results = page.getByRole('region', { name: 'Results' })
  const preview = await makePng('#508050', 64, 64)
  // Who listens since a moment hears the next step.
  await expect(async () => {
    service.queue.step(5, 20, preview)
    await expect(results.getByRole('progressbar', { name: 'Progress' })).toBeVisible({ timeout: 1_000 })
    await expect(results.locator('img[src^="data:image/"]')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await results.getByRole('button', { name: 'Stop: a slow bottle' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It stops working on it')
  await expect(question).not.toContainText(/charge|paid|cost/i)
  await question.getByRole('button', { name: 'Stop following' }).click()
  await expect.poll(() => service.queue.running.length).toBe(0)
  await expect(results.getByRole('progressbar')).toHaveCount(0)
})

test('of an unknown outcome that may be several tasks of the service, the right one is chosen by its time', async ({
  page,
  studio,
}) => {
  const service = studio.keep(await startReplicate())
  const host = await studio.startHost({ localService: false })
  await use(host, { kind: 'replicate', name: 'Replicate', baseUrl: service.baseUrl, apiKey: REPLICATE_KEY })
  const request = {
    provider: 'replicate',
    mediaType: 'image',
    model: 'black-forest-labs/flux-schnell',
    scene: 'text-to-image',
    prompt: 'a twin',
  }
  await host.call('tasks.submit', { requests: [request] })
  await expect.poll(() => service.predictions.length).toBe(1)
  // The same again from elsewhere, as another computer of the same user does it.
  const [first] = service.server.requests('POST', '/predictions')
  const headers = { authorization: `Bearer ${REPLICATE_KEY}`, 'content-type': 'application/json' }
  await fetch(`${service.baseUrl}/v1/predictions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(first?.json),
  })
  service.server.cutChargedAfter = 0
  await host.call('tasks.submit', { requests: [request] })
  await expect.poll(() => service.predictions.length).toBe(3)
  service.server.cutChargedAfter = null
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Queue' }).click()
  const decisions = page.getByRole('region', { name: 'Needs you' })
  await expect(decisions).toContainText('Found at the service')
  await expectNoViolationsInBothThemes(page)
  const [newest] = service.predictions
  const candidates = decisions
    .getByRole('listitem')
    .filter({ hasText: newest?.id ?? '' })
    .last()
  await candidates.getByRole('button', { name: /^It is this one/ }).click()
  await expect(decisions).toHaveCount(0)
  await expect(page.getByRole('link', { name: /a twin/ }).first()).toContainText('Done')
  expect(service.predictions).toHaveLength(3)
})

/** Makes the service the one in use, past the page. */
async function use(host: Host, service: Readonly<Record<string, string>>): Promise<void> {
  const made = await host.call('profiles.create', service)
  const { id } = made.data as unknown as { id: string }
  await host.call('profiles.activate', { id })
}

/** By typing into the picker, which shows every model or searches for it. */
async function choose(page: Page, model: string): Promise<void> {
  const models = await openModels(page)
  await models.getByRole('searchbox').fill(model)
  await models.getByRole('option', { name: model }).first().click()
  await expect(modelRow(page)).toContainText(model)
}

async function fillForm(page: Page, label: string, key: string | null, address: string): Promise<void> {
  const form = page.getByRole('form', { name: `Add ${label}` })
  if (key !== null) {
    await form.getByLabel('API key').fill(key)
    await form.getByRole('button', { name: 'Other address or name' }).click()
  }
  await form.getByRole('textbox', { name: 'Address' }).fill(address)
}

async function addService(page: Page, label: string, key: string | null, address: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await fillForm(page, label, key, address)
  await page
    .getByRole('form', { name: `Add ${label}` })
    .getByRole('button', { name: 'Test and use' })
    .click()
  await expect(page.getByText(new RegExp(`^Now using ${label}\\. \\d+ models? found\\.$`))).toBeVisible()
}

function workflow(name: string, content: object): ReturnType<typeof png> {
  return { name, type: 'application/json', base64: Buffer.from(JSON.stringify(content)).toString('base64') }
}
