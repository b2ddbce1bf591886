/** Images of kinds that the host cannot read, the order of inputs, and what else is dropped onto the form. */
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { closeChip, openMore } from './create-controls.ts'
import {
  carry,
  carryOn,
  drop,
  keepDraft,
  make,
  makePng,
  namesOf,
  openInput,
  png,
  promptBox,
  row,
  zone,
} from './input-form.ts'
import { test } from './studio.ts'

const dropped = (name: string, type: string, bytes: Buffer) => ({
  name,
  type,
  base64: bytes.toString('base64'),
})

test('makes bitmaps and icons into PNG, says so, takes a TIFF, and sends them', async ({ page, studio }) => {
  const host = await studio.startHost()
  await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
  await studio.open(page, host)
  await drop(page, [
    dropped('roof.bmp', 'image/bmp', bitmap(96, 64)),
    dropped('site.ico', 'image/x-icon', await icon(48)),
    dropped(
      'scan.tiff',
      'image/tiff',
      await sharp(await makePng('#208040', 120, 80))
        .tiff()
        .toBuffer(),
    ),
    dropped('wall.bmp', 'image/bmp', hugeBitmap()),
  ])
  for (const [name, from, size] of [
    ['roof.png', 'BMP', '96 × 64'],
    ['site.png', 'ICO', '48 × 48'],
    ['scan.tiff', null, '120 × 80'],
  ] as const) {
    const facts = await openInput(page, name)
    if (from !== null) await expect(facts).toContainText(`Converted from ${from} to PNG`)
    await expect(facts).toContainText(size)
    await closeChip(page)
  }

  const address = await row(page, 'roof.png').locator('img').getAttribute('src')
  const kept = await page.request.get(new URL(address ?? '', page.url()).href)
  const { data, info } = await sharp(await kept.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)]
  expect([pixel(0, 0), pixel(95, 63)]).toEqual([
    [200, 60, 30],
    [20, 40, 160],
  ])
  // The page itself cannot show a TIFF, and never decodes a bitmap of too many pixels.
  await expect(row(page, 'scan.tiff').locator('img')).toHaveCount(0)
  await expect(row(page, 'wall.bmp')).toContainText('Save it as JPEG or PNG and add that.')
  await page.getByRole('button', { name: 'Remove wall.bmp' }).click()
  expect(await make(page, host, 'image-to-image')).toHaveLength(3)
})

test('sorts the inputs by mouse', async ({ page, studio }) => {
  const host = await studio.startHost()
  await keepDraft(host, { media: 'image', model: 'painted-landscape', prompt: 'hills' })
  await studio.open(page, host)
  const colours = { one: '#c05030', two: '#3050c0', three: '#208040' }
  await drop(
    page,
    await Promise.all(
      Object.entries(colours).map(async ([name, colour]) => png(`${name}.png`, await makePng(colour))),
    ),
  )
  await expect.poll(() => namesOf(page)).toEqual(['one.png', 'two.png', 'three.png'])
  await expect(row(page, 'three.png').locator('img')).toBeVisible()
  const first = await row(page, 'one.png').boundingBox()
  if (first === null) throw new Error('What is dragged to has a place.')
  await row(page, 'three.png').locator('img').hover()
  await page.mouse.down()
  await page.mouse.move(first.x + 30, first.y + 36, { steps: 6 })
  await page.mouse.move(first.x + 4, first.y + 36, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => namesOf(page)).toEqual(['three.png', 'one.png', 'two.png'])
  // What is dragged inside of the form is no input from outside.
  await carry(page, row(page, 'two.png').locator('img'), page.getByRole('heading', { name: 'Create' }))
  await carryOn(page, page.getByRole('heading', { name: 'Create' }))
  await expect(zone(page).getByRole('row')).toHaveCount(3)
})

test('applies a preset that is dropped onto the form, keeps it if wanted, and takes it back', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  const prompt = promptBox(page)
  await page.getByText('Music', { exact: true }).click()
  await prompt.fill('my own drums')
  const preset = { name: 'Quartet', mediaType: 'music', prompt: 'strings', options: { duration: 20 } }
  await drop(page, [dropped('Quartet.preset.json', 'application/json', Buffer.from(JSON.stringify(preset)))])
  await expect(page.getByText('Filled in from the preset “Quartet”.')).toBeVisible()
  await expect(prompt).toHaveValue('strings')
  await expect(zone(page).getByRole('row')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save preset' }).click()
  await expect(page.getByText('Saved to your presets.')).toBeVisible()
  const { data } = await host.call('uiState.list', { prefix: 'preset/' })
  expect(data).toMatchObject({ items: [{ value: preset }] })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('my own drums')
})

test('what is typed and pasted into the options as JSON is text there, and nothing else', async ({
  page,
  studio,
}) => {
  await studio.openHost(page)
  await openMore(page)
  await page.getByRole('button', { name: /^Options as JSON/ }).click()
  const editor = page.getByRole('textbox', { name: 'All options that are sent' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('{"source": "')
  const address = 'https://127.0.0.1:9/boat.png'
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const how = { bubbles: true, composed: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...how }))
  }, address)
  await page.keyboard.type('?large')
  await expect(editor).toHaveText(`{"source": "${address}?large"}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(zone(page).getByRole('button', { name: 'Drop, paste or choose' })).toBeVisible()
})

/** 24 bits a pixel, rows from bottom to top: reddish above, bluish below. Source: Microsoft, "Bitmap Storage". */
function bitmap(width: number, height: number): Buffer {
  const rowBytes = Math.ceil((width * 3) / 4) * 4
  const bytes = Buffer.alloc(54 + rowBytes * height)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(width, 18)
  bytes.writeInt32LE(height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      bytes.set(y < height / 2 ? [160, 40, 20] : [30, 60, 200], 54 + y * rowBytes + x * 3)
  return bytes
}

/** Its head says so many pixels. */
function hugeBitmap(): Buffer {
  const bytes = bitmap(96, 64)
  bytes.writeInt32LE(20_000, 18)
  bytes.writeInt32LE(20_000, 22)
  return bytes
}

/** An icon with one image, as a PNG. Source: Microsoft, "ICONDIR". */
async function icon(side: number): Promise<Buffer> {
  const content = await makePng('#808000', side, side)
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.set([side, side], 6)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(content.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, content])
}
