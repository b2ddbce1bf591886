/** From what was made back to the form: remix, vary, edit and resend, use as input, and the recipe of a dropped file. */
import { crc32 } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.ts'
import { openMore } from './create-controls.ts'
import { drop, png, promptBox, row } from './input-form.ts'
import { IMAGE, submit, test } from './scripted-service.ts'
import type { Host } from './studio.ts'

const PARAMETERS =
  'a harbour at night\nNegative prompt: blurry\nSteps: 20, Seed: 7, Size: 512x768, Model: dream'

test('remixes with the template, varies the seed alone, and gives back what was written', async ({
  page,
  studio,
  scripted,
}) => {
  const bodies: unknown[] = []
  const { host } = await scripted.open({
    generate: (_count, body) => {
      bodies.push(body)
      return undefined
    },
  })
  const provenance = { template: 'a {red|blue} [[boat]]', variables: { boat: 'ferry' } }
  await submitWith(host, { prompt: 'a red ferry', options: { seed: 5, steps: 8 }, provenance })
  await studio.open(page, host)
  const prompt = promptBox(page)
  await prompt.fill('my own words')

  // What is said below "Undo" comes when it has been seen.
  const forecast = Promise.withResolvers<void>()
  await page.route(/\/rpc\/(?:queue\.forecast|spending\.estimate)$/, async (route) => {
    await forecast.promise
    await route.continue()
  })
  await openFirst(page)
  await page.getByRole('button', { name: 'Remix' }).click()
  await expect(prompt).toHaveValue('a {red|blue} [[boat]]')
  await expect(page.getByRole('button', { name: /^Generate 2 images/ })).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  const before = await undo.boundingBox()
  forecast.resolve()
  await expect(page.getByText('Duration not known yet')).toBeVisible()
  await expect(page.getByText('Price unknown')).toBeVisible()
  expect(await undo.boundingBox()).toEqual(before)
  await undo.press('Enter')
  await expect(prompt).toHaveValue('my own words')
  await expect(prompt).toBeFocused()

  await openFirst(page)
  await page.getByRole('button', { name: 'More ways to vary' }).click()
  await page.getByRole('menuitem', { name: 'Edit first…' }).click()
  await expect(prompt).toHaveValue('a red ferry')
  await expectNoViolations(page, { without: ['region'] })
  await page.getByRole('button', { name: /^Generate 1 image/ }).click()
  await expect.poll(() => bodies.length).toBe(2)
  const [first, second] = bodies as { options: { seed: number } }[]
  expect(second).toEqual({ ...first, options: { ...first?.options, seed: expect.any(Number) } })
  expect(second?.options.seed).not.toBe(5)
})

test('goes on from a result in the feed, and notes what it was made from until the user begins afresh', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open()
  await submitWith(host, { prompt: 'a red ferry', options: { seed: 5 } })
  await studio.open(page, host)
  const prompt = promptBox(page)
  const note = page.getByText('Results will be linked to this.')
  const tile = page.getByRole('button', { name: 'Open: a red ferry' })
  await tile.click({ button: 'right', timeout: 60_000 })
  await page.getByRole('menuitem', { name: 'Edit first…' }).click()
  await expect(prompt).toHaveValue('a red ferry')
  await expect(page.getByText('Same request. Each press of Generate uses a new seed')).toBeVisible()
  await expectNoViolations(page, { without: ['region'] })
  await page.getByRole('button', { name: /^Generate 1 image/ }).click()
  await expect.poll(() => states(host)).toEqual(['a red ferry: saved', 'a red ferry: saved'])
  const { data } = await host.call('library.query', { sort: 'oldest' })
  const [first, second] = (data as unknown as { items: { id: string }[] }).items.map(({ id }) => id)
  expect((await host.call('library.lineage', { id: second })).data).toMatchObject({
    madeFrom: [{ id: first }],
  })
  expect((await host.call('library.lineage', { id: first })).data).toMatchObject({ usedIn: [{ id: second }] })

  // The note survives a restart of the page, and goes with the prompt.
  await page.reload()
  await expect(note).toBeVisible()
  await prompt.fill('')
  await expect(note).toBeHidden()

  // By keyboard: the actions stand behind the result that has the focus.
  await tile.first().focus()
  await expect(page.getByRole('button', { name: 'Remix this one' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remix this one' })).toBeFocused()
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Use as input' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Image to video', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Video', exact: true })).toBeChecked()
  await expect(page.getByRole('grid', { name: 'Input media' }).getByRole('row')).toHaveCount(1)
})

test('offers samples to begin with while nothing is in the feed', async ({ page, studio, scripted }) => {
  const { host } = await scripted.open()
  await submitWith(host, { prompt: 'a red ferry', options: { seed: 5 } })
  await expect.poll(() => states(host)).toEqual(['a red ferry: saved'])
  await host.call('queue.clear', { what: 'ended' })
  await studio.open(page, host)
  const samples = page.getByRole('region', { name: 'Ideas' })
  await expect(samples.getByRole('button')).toHaveText(['Start a sequence', 'a red ferryTry this'])
  await expectNoViolationsInBothThemes(page)
  await samples.getByRole('button', { name: /a red ferry/ }).click()
  await expect(promptBox(page)).toHaveValue('a red ferry')
})

test('sends an image to image, video and character', async ({ page, studio }) => {
  const host = await studio.startHost()
  await submitWith(host, {
    provider: 'sample',
    model: 'ink-wash',
    prompt: 'misty pines',
    options: { resolution: '512' },
  })
  await studio.open(page, host)
  for (const [entry, scene, mediaType] of [
    ['Image to image', /Image to image \(automatic\)/, 'Image'],
    ['Image to video', /Image to video \(automatic\)/, 'Video'],
    ['Character', null, 'Character'],
  ] as const) {
    await openFirst(page)
    const facts = page.getByRole('complementary', { name: 'Details' })
    await facts.getByRole('button', { name: 'Use as input' }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    await expect(page.getByRole('radio', { name: mediaType, exact: true })).toBeChecked()
    await expect(page.getByRole('grid', { name: 'Input media' }).getByRole('row')).toHaveCount(1)
    if (scene === null) continue
    await openMore(page)
    await expect(page.getByRole('button', { name: scene })).toBeVisible()
  }
})

test('fills the form with a refused request to be mended, and keeps the refused one', async ({
  page,
  studio,
  scripted,
}) => {
  const { host } = await scripted.open({
    generate: (count) => (count === 1 ? { status: 400, body: { code: 1, message: 'No boats.' } } : undefined),
  })
  await submit(host, 'a boat')
  await studio.open(page, host)
  await page.getByRole('link', { name: /Queue/ }).click()
  await page
    .getByRole('list', { name: 'Queue' })
    .getByRole('link', { name: /a boat/ })
    .click()
  await page.getByRole('button', { name: 'Edit and resend' }).click()
  const prompt = promptBox(page)
  await expect(prompt).toHaveValue('a boat')
  await prompt.fill('a raft')
  await page.getByRole('button', { name: /^Generate/ }).click()
  await expect.poll(() => states(host)).toEqual(['a raft: saved', 'a boat: rejected'])
})

test('takes a file that another studio made as an input, and fills the form with its recipe where that is wanted', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  const prompt = promptBox(page)
  await prompt.fill('a red fox in snow')
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeEnabled()
  await drop(page, [png('harbour.png', withParameters(IMAGE))])
  await expect(row(page, 'harbour.png')).toBeVisible()
  await expect(page.getByText('Recipe found in harbour.png')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectNoViolations(page, { without: ['region'] })
  await page.getByRole('button', { name: 'Use its recipe' }).click()
  await expect(prompt).toHaveValue('a harbour at night')
  await expect(page.getByText("Filled in from the file's recipe.")).toBeVisible()
  await expect(row(page, 'harbour.png')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(prompt).toHaveValue('a red fox in snow')
  await expect(row(page, 'harbour.png')).toBeVisible()
  await drop(page, [png('plain.png', IMAGE)])
  await expect(row(page, 'plain.png')).toBeVisible()
})

test('says that exactly this was made before, shows it, and stands in no way', async ({
  page,
  studio,
  scripted,
}) => {
  const { host, service } = await scripted.open()
  await submitWith(host, { prompt: 'a red ferry', options: { seed: 5 } })
  await studio.open(page, host)
  const said = page.getByText(/^You made exactly this on /)
  await openFirst(page)
  await page.getByRole('button', { name: 'Remix' }).click()
  await expect(said).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByRole('dialog', { name: 'a red ferry' })).toBeVisible()
  await page.keyboard.press('Escape')
  await promptBox(page).fill('a blue ferry')
  await expect(said).toHaveCount(0)
  await promptBox(page).fill('a red ferry')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: /^Generate 1 image/ }).click()
  await expect.poll(() => service.generateRequests()).toBe(2)
})

/** Opens the newest asset in the gallery's viewer. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').first().click({ timeout: 90_000 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remix' })).toBeVisible()
}

async function submitWith(host: Host, more: Readonly<object>): Promise<void> {
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', ...more }
  expect(await host.call('tasks.submit', { requests: [request] })).toMatchObject({ ok: true })
}

async function states(host: Host): Promise<readonly string[]> {
  const { data } = await host.call('tasks.list', {})
  const { items } = data as unknown as { items: { state: string; request: { prompt: string } }[] }
  return items.map(({ state, request }) => `${request.prompt}: ${state}`)
}

/** A PNG with a text chunk as the Stable Diffusion web UI writes it. Source: PNG specification, 11.3.3.2 tEXt. */
function withParameters(bytes: Buffer): Buffer {
  const body = Buffer.from(`tEXtparameters\0${PARAMETERS}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  // Behind the signature and IHDR, which takes 25 bytes.
  return Buffer.concat([bytes.subarray(0, 33), length, body, check, bytes.subarray(33)])
}
