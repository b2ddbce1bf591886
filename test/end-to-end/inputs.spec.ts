/** Inputs by every way in, each of the seven scenes made once from the page, and what is said of inputs that will not do. */
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { MediaType, Scene } from '#contract/model.ts'
import { test, type Host } from './studio.ts'

test.setTimeout(120_000)

interface FormContent {
  readonly media: MediaType
  readonly model: string
  readonly prompt: string
  readonly options?: object
}

/** What the page finds in the form when it opens. */
async function keepDraft(host: Host, { media, model, prompt, options = {} }: FormContent): Promise<void> {
  const draft = {
    prompt,
    model: { provider: 'sample', id: model, isTyped: false },
    optionsText: JSON.stringify(options),
    requests: 1,
  }
  await host.call('kept.set', { name: `draft/${media}`, value: draft })
  await host.call('kept.set', { name: 'draft/medium', value: media })
}

async function picture(background: string, width = 320, height = 240): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

const zone = (page: Page): Locator => page.getByRole('region', { name: 'Input media' })
const generate = (page: Page): Locator => page.getByRole('button', { name: /^Generate/ })
const row = (page: Page, name: string): Locator => zone(page).getByRole('row', { name })

/** Presses Generate and waits until the result is in the library. */
async function make(page: Page, host: Host, scene: Scene): Promise<readonly { option: string }[]> {
  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  let inputs: readonly { option: string }[] = []
  await expect
    .poll(
      async () => {
        const { data } = await host.call('library.query', {})
        const { items } = data as unknown as { items: { scene: string; inputs: { option: string }[] }[] }
        const made = items.find((asset) => asset.scene === scene)
        inputs = made?.inputs ?? []
        return made?.scene
      },
      { timeout: 90_000 },
    )
    .toBe(scene)
  return inputs
}

/** A short film of the sample studio, as a file. */
async function makeFilm(page: Page, host: Host): Promise<Buffer> {
  await host.call('tasks.submit', {
    requests: [
      {
        provider: 'sample',
        mediaType: 'video',
        model: 'drifting-landscape',
        scene: 'text-to-video',
        prompt: 'a lake',
        options: { duration: 1, resolution: '240p', fps: 8 },
      },
    ],
  })
  let id = ''
  await expect
    .poll(
      async () => {
        const { data } = await host.call('library.query', {})
        id = (data as unknown as { items: { id: string }[] }).items[0]?.id ?? ''
        return id
      },
      { timeout: 60_000 },
    )
    .not.toBe('')
  const response = await page.request.get(new URL(`/media/${id}`, page.url()).href)
  return await response.body()
}

interface Dropped {
  readonly name: string
  readonly type: string
  readonly base64: string
}

/** Drops files as a file manager would, or texts as another page would. */
async function drop(page: Page, files: readonly Dropped[], texts: Readonly<Record<string, string>> = {}) {
  await zone(page).evaluate(
    (target, [given, words]) => {
      const dataTransfer = new DataTransfer()
      for (const { base64, name, type } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type }))
      }
      for (const [type, text] of Object.entries(words)) dataTransfer.setData(type, text)
      for (const event of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [files, texts] as const,
  )
}

function png(name: string, bytes: Buffer): Dropped {
  return { name, type: 'image/png', base64: bytes.toString('base64') }
}

test.describe('each scene is made once', () => {
  for (const [scene, content] of [
    [
      'text-to-image',
      { media: 'image', model: 'painted-landscape', prompt: 'hills', options: { resolution: '512' } },
    ],
    [
      'text-to-video',
      {
        media: 'video',
        model: 'drifting-landscape',
        prompt: 'a lake',
        options: { duration: 1, resolution: '240p' },
      },
    ],
    [
      'text-to-music',
      { media: 'music', model: 'chip-tune', prompt: 'a calm waltz', options: { duration: 5 } },
    ],
  ] as const satisfies readonly (readonly [Scene, FormContent])[]) {
    test(`${scene}, from words alone`, async ({ page, studio }) => {
      const host = await studio.startHost()
      await keepDraft(host, content)
      await studio.open(page, host)
      expect(await make(page, host, scene)).toEqual([])
    })
  }

  test('image-to-image, from two files dropped from the desktop', async ({ page, studio }) => {
    const host = await studio.startHost()
    await keepDraft(host, {
      media: 'image',
      model: 'painted-landscape',
      prompt: '',
      options: { resolution: '512' },
    })
    await studio.open(page, host)
    await drop(page, [png('one.png', await picture('#c05030')), png('two.png', await picture('#3050c0'))])
    await expect(row(page, 'one.png')).toContainText('320 × 240')
    await expect(page.getByText('The request will weigh')).toBeVisible()
    const inputs = await make(page, host, 'image-to-image')
    expect(inputs.map(({ option }) => option)).toEqual(['image_input[]', 'image_input[]'])
  })

  test('image-to-video, from a picture dragged out of the gallery', async ({ page, studio }) => {
    const host = await studio.startHost()
    await host.call('tasks.submit', {
      requests: [
        {
          provider: 'sample',
          mediaType: 'image',
          model: 'painted-landscape',
          scene: 'text-to-image',
          prompt: 'a lake at dusk',
          options: { resolution: '512' },
        },
      ],
    })
    await keepDraft(host, {
      media: 'video',
      model: 'living-picture',
      prompt: 'drift to the left',
      options: { duration: 1, resolution: '240p' },
    })
    await studio.open(page, host)
    await page.getByRole('link', { name: 'Gallery' }).click()
    const cell = page.getByRole('gridcell').first()
    await expect(cell).toBeVisible({ timeout: 45_000 })
    await carry(page, cell, page.getByRole('link', { name: 'Create' }))
    await expect(zone(page)).toBeVisible()
    await carryOn(page, zone(page))
    await expect(row(page, 'a lake at dusk')).toBeVisible()
    await expect(page.getByText('Image to video (automatic)').first()).toBeVisible()
    const [input] = await make(page, host, 'image-to-video')
    expect(input?.option).toBe('image_input[]')
  })

  test('video-to-video, from a chosen film', async ({ page, studio }) => {
    const host = await studio.startHost()
    await keepDraft(host, { media: 'video', model: 'restyled-film', prompt: 'as a pencil drawing' })
    await studio.open(page, host)
    const film = await makeFilm(page, host)
    const chooser = page.waitForEvent('filechooser')
    await zone(page)
      .getByRole('button', { name: /choose an image or a film/ })
      .click()
    await (await chooser).setFiles({ name: 'walk.mp4', mimeType: 'video/mp4', buffer: film })
    await expect(row(page, 'walk.mp4')).toBeVisible()
    const [input] = await make(page, host, 'video-to-video')
    expect(input?.option).toMatch(/^video_input/)
  })

  test('character-creation, from a pasted picture', async ({ page, studio, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const host = await studio.startHost()
    await keepDraft(host, {
      media: 'character',
      model: 'pixel-cast',
      prompt: 'a lighthouse keeper',
      options: { resolution: '512', views: ['portrait'] },
    })
    await studio.open(page, host)
    await expect(zone(page)).toBeVisible()
    const base64 = (await picture('#8040a0')).toString('base64')
    await page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      await navigator.clipboard.write([
        new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) }),
      ])
    }, base64)
    await zone(page).getByRole('button').first().focus()
    await page.keyboard.press('Control+v')
    await expect(zone(page).getByRole('row')).toHaveCount(1)
    const [input] = await make(page, host, 'character-creation')
    expect(input?.option).toMatch(/^image_input/)
  })
})

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })
    test('inputs of every state have no violations', async ({ page, studio }) => {
      const host = await studio.startHost()
      await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
      await studio.open(page, host)
      const text = Buffer.from('no picture').toString('base64')
      await drop(page, [
        png('one.png', await picture('#c05030')),
        png('two.png', await picture('#3050c0')),
        { name: 'letter.png', type: 'image/png', base64: text },
      ])
      await expect(page.getByText('The request will weigh')).toBeVisible()
      await expect(row(page, 'letter.png')).toContainText('is not an image')
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    })
  })
}

test('takes a picture of a web page by its address, and sends the address', async ({ page, studio }) => {
  const bytes = await picture('#208040', 100, 50)
  const server = createServer((_, response) => response.setHeader('content-type', 'image/png').end(bytes))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/garden.png`
  try {
    await studio.open(page, await studio.startHost())
    await drop(page, [], {
      'text/uri-list': 'http://127.0.0.1:1/article',
      'text/html': `<a href="http://127.0.0.1:1/article"><img src="${address}"></a>`,
    })
    await expect(row(page, 'garden.png')).toContainText('100 × 50')
    await expect(row(page, 'garden.png')).toContainText('Address as')
  } finally {
    server.close()
  }
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
  await drop(page, [png('one.png', await picture('#c05030')), png('two.png', large)])
  await expect(row(page, 'two.png')).toContainText('900 × 600')

  await row(page, 'two.png').getByText('two.png').click()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Move two.png', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const before = page.getByRole('button', { name: 'Insert before one.png' })
  await expect(async () => {
    await expect(before).toBeAttached({ timeout: 1_000 })
    if (!(await before.evaluate((place) => place === document.activeElement)))
      await page.keyboard.press('ArrowUp')
    await expect(before).toBeFocused({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await page.keyboard.press('Enter')
  await expect(zone(page).getByRole('row')).toContainText(['two.png', 'one.png'])

  await row(page, 'two.png')
    .getByRole('button', { name: /is sent/ })
    .click()
  const settings = page.getByRole('dialog', { name: 'How two.png is sent' })
  await settings.getByRole('textbox', { name: 'Longer side' }).fill('300')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(row(page, 'two.png')).toContainText('→ 300 × 200')
  const key = row(page, 'two.png').getByRole('combobox', { name: 'Sent as' })
  await key.fill('style_reference')

  await expect
    .poll(async () => JSON.stringify((await host.call('kept.list', { prefix: 'draft/image' })).data))
    .toContain('style_reference')
  await page.reload()
  await expect(zone(page).getByRole('row')).toContainText(['two.png', 'one.png'])
  await expect(row(page, 'two.png')).toContainText('→ 300 × 200')
  await expect(key).toHaveValue('style_reference')
  await row(page, 'one.png').getByRole('button', { name: 'Remove one.png' }).click()
  await expect(zone(page).getByRole('row')).toHaveCount(1)
})

test.describe('says at the inputs', () => {
  test('why a file is no input, and the button says what to do', async ({ page, studio }) => {
    await studio.open(page, await studio.startHost())
    const whole = await picture('#c05030')
    const text = Buffer.from('Dear all, no picture.').toString('base64')
    await drop(page, [
      { name: 'letter.png', type: 'image/png', base64: text },
      png('half.png', whole.subarray(0, Math.floor(whole.length / 2))),
      { name: 'nothing.png', type: 'image/png', base64: '' },
    ])
    await expect(row(page, 'letter.png')).toContainText('is not an image, a video or a sound')
    await expect(row(page, 'half.png')).toContainText(/damaged|cannot be read/)
    await expect(row(page, 'nothing.png')).toContainText('is empty')
    await expect(generate(page)).toBeDisabled()
    await expect(generate(page)).toHaveAccessibleDescription(/could not be read/)
    for (const name of ['letter.png', 'half.png', 'nothing.png'])
      await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(generate(page)).toBeEnabled()
  })

  test('that one is too large, without waiting for all of it', async ({ page, studio }) => {
    await studio.open(page, await studio.startHost())
    await zone(page).evaluate((target) => {
      const dataTransfer = new DataTransfer()
      const piece = new Uint8Array(30 * 1024 * 1024)
      dataTransfer.items.add(
        new File(
          Array.from({ length: 7 }, () => piece),
          'huge.mp4',
        ),
      )
      for (const event of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }))
    })
    await expect(row(page, 'huge.mp4')).toContainText('larger than 200 MB', { timeout: 30_000 })
  })

  test('that there are too many, for the model and for a request', async ({ page, studio }) => {
    const host = await studio.startHost()
    await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
    await studio.open(page, host)
    const small = png('tile.png', await picture('#c05030', 16, 16))
    await drop(
      page,
      Array.from({ length: 5 }, () => small),
    )
    const words = '“image_input” takes at most 4; 5 are given. Remove some.'
    await expect(zone(page).getByText(words)).toBeVisible()
    await expect(generate(page)).toHaveAccessibleDescription(words)
    await drop(
      page,
      Array.from({ length: 47 }, () => small),
    )
    await expect(zone(page).getByText('A request takes at most 50 inputs: 2 were left out.')).toBeVisible()
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
    await expect(zone(page).getByText('The list “image_input” in the options is empty.')).toBeVisible()
    await expect(generate(page)).toBeDisabled()
    await page.getByRole('button', { name: /Scene/ }).click()
    await page.getByRole('option', { name: 'Image to image' }).click()
    await expect(
      zone(page).getByText('“Image to image” starts from an image, and none is there.'),
    ).toBeVisible()
    await drop(page, [], { 'text/uri-list': new URL('/queue', page.url()).href })
    await expect(zone(page).getByText('There was nothing in that to start from')).toBeVisible()
  })
})

test('keeps the bucket of a profile and its keys without showing them, and says whether it works', async ({
  page,
  studio,
}) => {
  const objects = new Map<string, Buffer>()
  const bucket = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (request.method === 'PUT') objects.set(path, Buffer.concat(pieces))
      const found = objects.get(path)
      if (request.method === 'DELETE') objects.delete(path)
      response.writeHead(request.method === 'DELETE' ? 204 : found === undefined ? 404 : 200)
      response.end(request.method === 'GET' ? found : undefined)
    })
  })
  bucket.listen(0, '127.0.0.1')
  await once(bucket, 'listening')
  try {
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

    const { port } = bucket.address() as AddressInfo
    await field('Address of the storage').fill(`http://127.0.0.1:${port}`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Inputs go to the bucket “inputs”')).toContainText('Its keys are')
    await page.getByRole('button', { name: 'Test input storage' }).click()
    await expect(page.getByText('The storage takes files, and its links work.')).toBeVisible()

    await page.getByRole('button', { name: 'Edit input storage' }).click()
    await expect(form.getByLabel('Secret access key')).toHaveValue('')
    await expect(field('Access key ID')).toHaveAccessibleDescription(/saved and never shown/)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Forget input storage' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Forget input storage' }).click()
    await expect(page.getByRole('button', { name: 'Add input storage' })).toBeVisible()
  } finally {
    bucket.close()
  }
})

/** Takes hold of `from` with the mouse and brings it over `over`, without letting go. */
async function carry(page: Page, from: Locator, over: Locator): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await carryTo(page, over)
}

async function carryOn(page: Page, to: Locator): Promise<void> {
  await carryTo(page, to)
  await page.mouse.up()
}

/** A browser tells of a drag only where the pointer moves. */
async function carryTo(page: Page, to: Locator): Promise<void> {
  const box = await to.boundingBox()
  if (box === null) throw new Error('What is dragged to has a place.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 4, y, { steps: 4 })
  await page.mouse.move(x, y, { steps: 2 })
}
