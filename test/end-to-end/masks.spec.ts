/** Masks and crops: drawn by hand and from the keyboard, sent with the request, and results laid into the original. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import {
  dragByFinger,
  drop,
  generate,
  keepDraft,
  makePng,
  namesOf,
  openInput,
  png,
  row,
  zone,
} from './input-form.ts'
import { type Host, type Studio, test } from './studio.ts'

const SIZE = { width: 320, height: 240 }

const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^Edit / })
const canvas = (page: Page): Locator => editor(page).getByRole('application')

async function openEditor(page: Page, name: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Mask or crop ${name}` })
    .click()
  await expect(canvas(page)).toBeVisible()
}

async function openWithImage(page: Page, studio: Studio): Promise<Host> {
  const host = await studio.startHost()
  await keepDraft(host, {
    media: 'image',
    model: 'painted-landscape',
    prompt: 'a snowy mountain',
    options: { resolution: '320x240' },
  })
  await studio.open(page, host)
  await drop(page, [png('plain.png', await makePng('#2060b0', SIZE.width, SIZE.height))])
  await expect(
    row(page, 'plain.png').getByRole('img').or(row(page, 'plain.png').locator('img')),
  ).toBeVisible()
  return host
}

async function move(page: Page, name: string, where: string): Promise<void> {
  await row(page, name).click({ button: 'right' })
  await page.getByRole('menuitem', { name: where }).click()
}

interface Kept {
  readonly id: string
  readonly inputs: readonly { readonly inputId: string; readonly option: string; readonly mask?: object }[]
}

async function assets(host: Host): Promise<readonly Kept[]> {
  const { data } = await host.call('library.query', {})
  return (data as unknown as { items: readonly Kept[] }).items
}

async function pixels(page: Page, address: string) {
  const response = await page.request.get(new URL(address, page.url()).href)
  const { data, info } = await sharp(await response.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): readonly number[] => {
    const start = (y * info.width + x) * 3
    return [...data.subarray(start, start + 3)]
  }
  return { info, at }
}

test('a mask that is drawn is sent, results are laid into the image, and Remix brings it back', async ({
  page,
  studio,
}) => {
  const host = await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await editor(page).getByRole('radio', { name: 'Rectangle' }).click()
  const box = await canvas(page).boundingBox()
  if (box === null) throw new Error('The canvas is not shown.')
  await page.mouse.move(box.x - 5, box.y - 5)
  await page.mouse.move(box.x + 2, box.y + 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 2, { steps: 4 })
  await page.mouse.up()
  await expect(editor(page)).toContainText(/(49|50)(\.\d)?% will be repainted/)
  await expectNoViolationsInBothThemes(page)
  await editor(page).getByRole('button', { name: 'Use this' }).click()
  await expect(editor(page)).toBeHidden()
  await expect.poll(() => namesOf(page)).toEqual(['plain.png', 'plain mask.png'])
  await expect(row(page, 'plain mask.png')).toContainText('Mask')

  await expect(generate(page)).toBeEnabled()
  await generate(page).click()
  await expect.poll(async () => (await assets(host)).length, { timeout: 90_000 }).toBe(2)
  const [made] = await assets(host)
  expect(made?.inputs.map(({ option, mask }) => ({ option, mask }))).toEqual([
    { option: 'image_input[]', mask: undefined },
    { option: 'mask_url', mask: { paint: 'white', keepsOutside: true } },
  ])
  const kept = await pixels(page, `/media/${made?.id}`)
  expect(kept.info).toMatchObject(SIZE)
  for (const x of [170, 240, 319]) for (const y of [0, 120, 239]) expect(kept.at(x, y)).toEqual([32, 96, 176])
  for (const y of [10, 120, 230]) expect(kept.at(40, y)).not.toEqual([32, 96, 176])

  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remix' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['plain.png', 'plain mask.png'])
  await expect(row(page, 'plain mask.png')).toContainText('Mask')
  await openEditor(page, 'plain.png')
  await expect(editor(page)).toContainText(/(49|50)(\.\d)?% will be repainted/)
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
})

test('an image is masked, inverted, extended and saved from the keyboard alone', async ({ page, studio }) => {
  await openWithImage(page, studio)
  await row(page, 'plain.png').getByRole('button', { name: 'Mask or crop plain.png' }).focus()
  await page.keyboard.press('Enter')
  await canvas(page).focus()
  const share = editor(page).getByText(/% will be repainted/)
  await expect(share).toHaveText(/^0%/)
  await page.keyboard.press(']')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(share).not.toHaveText(/^0%/)
  await page.keyboard.press('Control+z')
  await expect(share).toHaveText(/^0%/)
  await page.keyboard.press('i')
  await expect(share).toHaveText(/^100%/)
  await page.keyboard.press('e')
  await page.keyboard.press('Space')
  await expect(share).toHaveText(/^9\d(\.\d)?%/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+Shift+z')
  await expect(share).toHaveText(/^100%/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('r')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(share).not.toHaveText(/^100%/)
  await page.keyboard.press('c')
  await editor(page).getByRole('button', { name: 'Extend to it' }).press('Enter')
  await expect(editor(page)).toContainText('Sends 320 × 320 px')
  await expect(share).toHaveText(/^2\d(\.\d)?%/)
  await editor(page).getByRole('textbox', { name: 'Bottom, px' }).fill('-40')
  await page.keyboard.press('Tab')
  await expect(editor(page)).toContainText('Sends 320 × 240 px')
  await expectNoViolationsInBothThemes(page)
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoViolationsInBothThemes(page)
  await editor(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(editor(page)).toContainText('Sends 320 × 320 px')
  await editor(page).getByRole('button', { name: 'Use this' }).press('Enter')
  await expect(editor(page)).toBeHidden()
  await expect.poll(() => namesOf(page)).toEqual(['plain.png', 'plain mask.png'])
  await expect(await openInput(page, 'plain.png')).toContainText('320 × 320')
})

test('a mask is not sent for another image than the one it was drawn on', async ({ page, studio }) => {
  await openWithImage(page, studio)
  await drop(page, [png('other.png', await makePng('#a02020', SIZE.width, SIZE.height))])
  await openEditor(page, 'plain.png')
  await canvas(page).press('i')
  await editor(page).getByRole('button', { name: 'Use this' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['plain.png', 'plain mask.png', 'other.png'])
  await expect(generate(page)).toBeEnabled()

  await move(page, 'plain.png', 'Send later')
  await move(page, 'plain.png', 'Send later')
  await expect.poll(() => namesOf(page)).toEqual(['plain mask.png', 'other.png', 'plain.png'])
  await expect(zone(page)).toContainText('“plain mask.png” belongs to “plain.png”')
  await expect(generate(page)).toBeDisabled()
  await openEditor(page, 'other.png')
  await expect(editor(page)).toContainText('0% will be repainted')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeHidden()
  await move(page, 'plain.png', 'Send earlier')
  await expect(generate(page)).toBeEnabled()
  await expect(zone(page)).not.toContainText('belongs to')
  await row(page, 'plain.png').getByRole('button', { name: 'Remove plain.png' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['other.png'])
})

test('what was drawn is not lost with Escape before one was asked', async ({ page, studio }) => {
  await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await canvas(page).press('i')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(editor(page)).toContainText('100% will be repainted')
  await editor(page).getByRole('button', { name: 'Close without changes' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(editor(page)).toHaveCount(0)
  expect(await namesOf(page)).toEqual(['plain.png'])
})

test('what was drawn is there again after the way back, and the keys of the places leave it alone', async ({
  page,
  studio,
}) => {
  await openWithImage(page, studio)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('link', { name: 'Create' }).click()
  await openEditor(page, 'plain.png')
  await canvas(page).press('i')
  await page.keyboard.press('Control+3')
  await expect(editor(page)).toContainText('100% will be repainted')
  expect(new URL(page.url()).hash).toBe('#/create')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible()
  await page.goForward()
  await expect(editor(page)).toContainText('100% will be repainted')
  await editor(page).getByRole('button', { name: 'Close without changes' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await openEditor(page, 'plain.png')
  await expect(editor(page)).toContainText('0% will be repainted')
})

test('a mask that came as a file says which image it belongs to, and stays with it', async ({
  page,
  studio,
}) => {
  await openWithImage(page, studio)
  for (const name of ['other.png', 'hole.png'])
    await drop(page, [png(name, await makePng('#ffffff', SIZE.width, SIZE.height))])
  const settings = await openInput(page, 'hole.png')
  await settings.getByRole('button', { name: 'Used as' }).click()
  await page.getByRole('option', { name: 'Mask' }).click()
  await expect(settings).toContainText('Belongs to “plain.png”.')
  // On the choice, or on all of the dialog where that was very quick: React Aria sets the focus anew half a second after a dialog opens.
  await expect.poll(() => settings.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await expect(generate(page)).toBeEnabled()
  await move(page, 'plain.png', 'Send later')
  await expect.poll(() => namesOf(page)).toEqual(['other.png', 'plain.png', 'hole.png'])
  await expect(zone(page)).toContainText('“hole.png” belongs to “plain.png”')
  await expect(generate(page)).toBeDisabled()
})

/** Between the lightest and the darkest place of the middle of what is drawn, of 255. */
function contrastOf(page: Page): Promise<number> {
  return canvas(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const context = (element as HTMLCanvasElement).getContext('2d')
    const { data } = context?.getImageData(width / 2 - 20, height / 2 - 20, 40, 40) ?? { data: [0] }
    const greens = Array.from(data).filter((_, at) => at % 4 === 1)
    return Math.max(...greens) - Math.min(...greens)
  })
}

test('what is drawn is striped, so that it is seen on any image, and stays while the page becomes narrow and wide', async ({
  page,
  studio,
}) => {
  await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await canvas(page).press('i')
  await expect(editor(page)).toContainText('100% will be repainted')
  await expect.poll(() => contrastOf(page)).toBeGreaterThan(60)
  for (const width of [600, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('tab', { name: 'Results', includeHidden: true })).toHaveCount(
      width < 700 ? 1 : 0,
    )
    await expect(editor(page)).toContainText('100% will be repainted')
  }
  await editor(page).getByRole('button', { name: 'Use this' }).click()
  await expect.poll(() => namesOf(page)).toEqual(['plain.png', 'plain mask.png'])
})

test('on a narrow page the editor has its tools under the image', async ({ page, studio }) => {
  await page.setViewportSize({ width: 480, height: 800 })
  await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await expectNoViolationsInBothThemes(page)
  const [image, tools] = [
    await canvas(page).boundingBox(),
    await editor(page).getByRole('region', { name: 'Mask' }).boundingBox(),
  ]
  expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(tools?.y ?? 0)
})

test('a mask is drawn with a finger and with a pen', async ({ page, studio }) => {
  await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await editor(page).getByRole('radio', { name: 'Rectangle' }).click()
  const box = await canvas(page).boundingBox()
  if (box === null) throw new Error('The canvas is not shown.')
  const at = (across: number, down: number) => ({
    x: box.x + box.width * across,
    y: box.y + box.height * down,
  })
  await dragByFinger(page, [at(0.01, 0.01), at(0.3, 0.5), at(0.5, 0.99)])
  const share = editor(page).getByText(/% will be repainted/)
  await expect(share).toHaveText(/^(?:4[6-9]|50)(?:\.\d)?%/)
  const before = await share.textContent()
  await editor(page).getByRole('radio', { name: 'Brush' }).click()
  const pen = await page.context().newCDPSession(page)
  const move = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', place: { x: number; y: number }) =>
    pen.send('Input.dispatchMouseEvent', {
      type,
      ...place,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: 1,
      pointerType: 'pen',
    })
  await move('mousePressed', at(0.7, 0.2))
  await move('mouseMoved', at(0.8, 0.8))
  await move('mouseReleased', at(0.8, 0.8))
  await expect(share).not.toHaveText(before ?? '')
})

test('a stroke is whole, however late the page is drawn', async ({ page, studio }) => {
  await openWithImage(page, studio)
  await openEditor(page, 'plain.png')
  await editor(page).getByRole('radio', { name: 'Rectangle' }).click()
  await canvas(page).hover()
  // All at once: nothing is drawn between them, as on a busy machine.
  await canvas(page).evaluate((target) => {
    const { left, top, width, height } = target.getBoundingClientRect()
    const send = (type: string, across: number, down: number) =>
      target.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          button: type === 'pointermove' ? -1 : 0,
          clientX: left + width * across,
          clientY: top + height * down,
        }),
      )
    send('pointerdown', 0.01, 0.01)
    send('pointermove', 0.3, 0.5)
    send('pointermove', 0.5, 0.99)
    send('pointerup', 0.5, 0.99)
  })
  await expect(editor(page).getByText(/% will be repainted/)).toHaveText(/^(?:4[6-9]|50)(?:\.\d)?%/)
})
