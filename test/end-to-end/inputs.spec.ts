/** Inputs by every way in, and what is said of inputs that will not do. */
import { createServer } from 'node:http'
import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { listen } from '#test/stand-ins/loopback.ts'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { closeChip, openMore } from './create-controls.ts'
import {
  drop,
  generate,
  keepDraft,
  keptDraft,
  makePng,
  namesOf,
  openAdvanced,
  openInput,
  png,
  row,
  zone,
} from './input-form.ts'
import { type Host, test } from './studio.ts'

test('inputs of every state have no violations', async ({ page, studio }) => {
  const host = await studio.startHost()
  await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
  await studio.open(page, host)
  const text = Buffer.from('no image').toString('base64')
  await drop(page, [
    png('one.png', await makePng('#c05030')),
    png('two.png', await makePng('#3050c0')),
    { name: 'letter.png', type: 'image/png', base64: text },
  ])
  await expect(row(page, 'two.png').getByRole('button', { name: /is sent/ })).toBeVisible()
  await expect(row(page, 'letter.png')).toContainText("isn't an image")
  await expectNoViolationsInBothThemes(page)
})

/** Empty until the Sample studio runs: an address on this computer is fetched only while the service is there too. */
async function addressOfSamples(host: Host): Promise<string | undefined> {
  const { items } = (await host.call('profiles.list', {})).data as unknown as {
    items: { builtIn: boolean; baseUrl: string }[]
  }
  return items.find(({ builtIn }) => builtIn)?.baseUrl
}

test('takes an image of a web page by its address, and sends the address', async ({ page, studio }) => {
  const bytes = await makePng('#208040', 100, 50)
  const server = createServer((_, response) => response.setHeader('content-type', 'image/png').end(bytes))
  const address = `${studio.keep(await listen(server)).origin}/garden.png`
  const host = await studio.startHost()
  await expect.poll(() => addressOfSamples(host)).toMatch(/^http/)
  await studio.open(page, host)
  await drop(page, [], {
    'text/uri-list': 'http://127.0.0.1:1/article',
    'text/html': `<a href="http://127.0.0.1:1/article"><img src="${address}"></a>`,
  })
  const facts = await openInput(page, 'garden.png')
  await expect(facts).toContainText('100 × 50')
  await expect(facts).not.toContainText('Address as')
  await openAdvanced(facts)
  await expect(facts).toContainText('Address as')
})

test('sorts the inputs by keyboard, changes how one is sent, and keeps both through a restart', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
  await studio.open(page, host)
  const large = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  await drop(page, [png('one.png', await makePng('#c05030')), png('two.png', large)])
  await expect(await openInput(page, 'two.png')).toContainText('900 × 600')
  await closeChip(page)

  await page.getByRole('button', { name: 'Move two.png', exact: true }).focus()
  await expect(page.getByRole('button', { name: 'Move two.png', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const before = page.getByRole('button', { name: 'Insert before one.png' })
  await expect(async () => {
    await expect(before).toBeAttached({ timeout: 1_000 })
    if (!(await before.evaluate((place) => place === document.activeElement)))
      await page.keyboard.press('ArrowLeft')
    await expect(before).toBeFocused({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toEqual(['two.png', 'one.png'])

  const settings = await openInput(page, 'two.png')
  await openAdvanced(settings)
  await settings.getByRole('textbox', { name: 'Longest side' }).fill('300')
  await page.keyboard.press('Tab')
  await expect(settings).toContainText('→ 300 × 200')
  const key = settings.getByRole('combobox', { name: 'Sent in option' })
  // Emptied first, and typed key by key.
  await key.fill('')
  await key.pressSequentially('style_mask')
  await expect(key).toHaveValue('style_mask')
  await closeChip(page)
  await expect(row(page, 'two.png')).toContainText('Mask')

  await expect.poll(async () => JSON.stringify(await keptDraft(host))).toContain('style_mask')
  await page.reload()
  await expect.poll(() => namesOf(page)).toEqual(['two.png', 'one.png'])
  await openAdvanced(await openInput(page, 'two.png'))
  await expect(settings).toContainText('→ 300 × 200')
  await expect(key).toHaveValue('style_mask')
  await closeChip(page)

  const menu = page.getByRole('menu')
  await row(page, 'one.png').click({ button: 'right' })
  await expect(menu.getByRole('menuitem', { name: 'Send later' })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await menu.getByRole('menuitem', { name: 'Send earlier' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['one.png', 'two.png'])
  await page.getByRole('button', { name: 'Move one.png', exact: true }).focus()
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Remove one.png' }).click()
  await expect(zone(page).getByRole('row')).toHaveCount(1)
})

test.describe('says at the inputs', () => {
  test('why a file is no input, one too large among them, and the button says what to do', async ({
    page,
    studio,
  }) => {
    await studio.openHost(page)
    const whole = await makePng('#c05030')
    const text = Buffer.from('Dear all, no image.').toString('base64')
    await drop(page, [
      { name: 'letter.png', type: 'image/png', base64: text },
      png('half.png', whole.subarray(0, Math.floor(whole.length / 2))),
      { name: 'nothing.png', type: 'image/png', base64: '' },
    ])
    await expect(row(page, 'letter.png')).toContainText("isn't an image, video or audio file")
    await expect(row(page, 'half.png')).toContainText(/damaged|cannot be read/)
    await expect(row(page, 'nothing.png')).toContainText('is empty')
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription(/couldn't be read/)
    for (const name of ['letter.png', 'half.png', 'nothing.png'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(generate(page)).toBeEnabled()

    // Without waiting for all of it.
    await zone(page).evaluate((target) => {
      const dataTransfer = new DataTransfer()
      const chunk = new Uint8Array(30 * 1024 * 1024)
      dataTransfer.items.add(
        new File(
          Array.from({ length: 7 }, () => chunk),
          'huge.mp4',
        ),
      )
      for (const event of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    })
    await expect(row(page, 'huge.mp4')).toContainText('larger than 200 MB', { timeout: 90_000 })
  })

  test('that there are too many, for the model and for a request', async ({ page, studio }) => {
    const host = await studio.startHost()
    await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
    await studio.open(page, host)
    const small = png('tile.png', await makePng('#c05030', 16, 16))
    await drop(
      page,
      Array.from({ length: 5 }, () => small),
    )
    const words = '“image_input” takes 4 at most, and there are 5. Remove some.'
    await expect(zone(page).getByText(words)).toBeVisible()
    await expect(generate(page)).toHaveAccessibleDescription('Fix the inputs.')
    await drop(
      page,
      Array.from({ length: 47 }, () => small),
    )
    await expect(zone(page).getByText("A request takes 50 inputs at most. 2 weren't added.")).toBeVisible()
    await expect(zone(page).getByRole('row')).toHaveCount(50)
  })

  test('that a list is empty, that a scene starts from something, and that a drop held nothing', async ({
    page,
    studio,
  }) => {
    const host = await studio.startHost()
    await keepDraft(host, {
      media: 'image',
      model: 'painted-landscape',
      prompt: 'hills',
      options: { image_input: [] },
    })
    await studio.open(page, host)
    await expect(page.getByText('The list “image_input” in the options is empty.')).toHaveCount(1)
    await expect(zone(page).getByText('The list “image_input” in the options is empty.')).toBeVisible()
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription('Fix the inputs.')
    await openMore(page)
    await expect(page.getByRole('button', { name: /Scene/ })).toHaveCount(0)
    await drop(page, [png('hill.png', await makePng('#306090'))])
    await page.getByRole('button', { name: /Scene/ }).click()
    await page.getByRole('option', { name: 'Image to image', exact: true }).click()
    await zone(page).getByRole('button', { name: 'Remove hill.png' }).click()
    await expect(zone(page).getByText('“Image to image” needs an image as an input.')).toBeVisible()
    await drop(page, [], { 'text/uri-list': new URL('/queue', page.url()).href })
    await expect(zone(page).getByText('Nothing here can be an input')).toBeVisible()
  })
})

test('keeps the bucket of a profile and its keys without showing them, and says whether it works', async ({
  page,
  studio,
}) => {
  const objects = new Map<string, Buffer>()
  const bucket = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks))
      const found = objects.get(path)
      if (request.method === 'DELETE') objects.delete(path)
      response.writeHead(request.method === 'DELETE' ? 204 : found === undefined ? 404 : 200)
      response.end(request.method === 'GET' ? found : undefined)
    })
  })
  const { origin } = studio.keep(await listen(bucket))
  const host = await studio.startHost({ localService: false })
  await host.call('profiles.create', { name: 'Far service', baseUrl: 'http://127.0.0.1:9/', apiKey: 'k' })
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add input storage' }).click()
  const form = page.getByRole('form', { name: 'Input storage' })
  const field = (name: string): Locator => form.getByRole('textbox', { name, exact: true })
  await field('Address of the storage').fill('ftp://files.example')
  await field('Bucket').fill('inputs')
  await field('Access key ID').fill('AKIDEXAMPLE')
  await form.getByLabel('Secret access key').fill('shown-nowhere')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(field('Address of the storage')).toHaveAccessibleDescription(/files\.example/)

  await field('Address of the storage').fill(origin)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Inputs go to the bucket “inputs”')).toContainText('Keys kept')
  await page.getByRole('button', { name: 'Test input storage' }).click()
  await expect(page.getByText('The storage takes files, and its links work.')).toBeVisible()

  await page.getByRole('button', { name: 'Edit input storage' }).click()
  await expect(form.getByLabel('Secret access key')).toHaveValue('')
  await expect(field('Access key ID')).toHaveAccessibleDescription(/Both keys are saved/)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove input storage' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove input storage' }).click()
  await expect(page.getByRole('button', { name: 'Add input storage' })).toBeVisible()
})
