/** Many at once: from the form to labelled results, with the facts said before anything is sent. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolations, expectNoViolationsInBothThemes } from './accessibility.ts'
import { openMatrix } from './create-controls.ts'
import { promptBox } from './input-form.ts'
import { test } from './studio.ts'

test('makes two models by two seeds as a grid, and saves it as one image', async ({ page, studio }) => {
  const host = await studio.startHost()
  await host.call('settings.set', { queue: { confirmAbove: 3 } })
  await studio.open(page, host)
  await promptBox(page).fill('two boats at dawn')
  await varyModels(page)
  await page.getByRole('button', { name: 'Add rows' }).click()
  await expect(page.getByText('Add at least one value.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
  // The reason leads to its field, wherever that is.
  await page.getByRole('button', { name: 'Rows: Add at least one value.' }).click()
  await expect(page.getByRole('dialog', { name: 'Compare options' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Values' })).toBeFocused()
  await page.keyboard.type('1, 2')
  await page.getByRole('textbox', { name: 'Batch name' }).fill('Boats compared')
  const preview = page.getByRole('table', { name: 'Results by Model and Seed' })
  await expect(preview.getByRole('rowheader')).toHaveText(['1', '2'])
  await expect(preview.getByRole('columnheader').nth(1)).toHaveText('Painted landscape')
  await expect(preview.getByRole('cell')).toHaveCount(4)
  await expect(page.getByRole('dialog').getByText('4 requests: 2 × Model, 2 × Seed')).toBeVisible()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Compare options Model 2 × Seed 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Generate 4 images' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 4 requests at once?' })
  await expect(question).toContainText('4 requests: 2 × Model, 2 × Seed')
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Send 4 requests' }).click()

  const grid = page.getByRole('table', { name: 'Grid of Model and Seed' })
  await expect(grid.getByRole('columnheader')).toHaveCount(3)
  await expect(grid.getByRole('rowheader')).toHaveText(['1', '2'])
  const before = await placesOf(page)
  await expect(grid.getByRole('img')).toHaveCount(4, { timeout: 90_000 })
  expect(await placesOf(page)).toEqual(before)
  await expect(grid.getByRole('columnheader').nth(1)).toHaveText('Painted landscape')
  await expectNoViolations(page)
  await page.setViewportSize({ width: 480, height: 800 })
  await expect.poll(() => gapsOf(grid)).toEqual([6, 6])
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => placesOf(page)).toEqual(before)

  await compareCells(page, grid)

  const saved = await host.saved(page, () => page.getByRole('button', { name: 'Save as one image' }).click())
  expect(saved.name).toBe('Boats-compared.png')
  const { width, height, format } = await sharp(saved.bytes).metadata()
  expect([format, width > 1_024, height > 1_024]).toEqual(['png', true, true])

  const fold = page.getByRole('button', { name: 'Boats compared', exact: true })
  await fold.click()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(grid).toHaveCount(0)
})

test('says at the field and at the button what stands in the way of a batch', async ({ page, studio }) => {
  await studio.openHost(page)
  const reason = page.locator('#generate-obstacle')
  await openMatrix(page)
  await page.getByRole('button', { name: 'Choose an option' }).click()
  await choose(page, 'Columns', 'Another option…')
  await expect(reason).toHaveText('Columns: Name the option.')
  await page.getByRole('textbox', { name: 'Option name' }).fill('mystery')
  await page.getByRole('textbox', { name: 'Values' }).fill('1, {"half"')
  await expect(reason).toHaveText('Columns: {"half" isn\'t valid JSON.')
  await page
    .getByRole('textbox', { name: 'Values' })
    .fill(Array.from({ length: 1_001 }, (_, at) => at).join(','))
  await expect(reason).toHaveText('That makes 1,001 requests. The limit is 1,000 at once.')
  await expect(page.locator('form button[data-disabled]', { hasText: 'Generate' })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Values' }).fill('0.5, "0.5"')
  await expect(page.getByRole('dialog').getByText('2 requests: 2 × mystery')).toBeVisible()

  // The error that the field shows when it is left comes after the press that left it.
  await page.getByRole('textbox', { name: 'Values' }).fill('{"half"')
  await page.getByRole('button', { name: 'Add rows' }).click()
  await expect(page.getByRole('group', { name: 'Rows' })).toBeVisible()
})

test('plays music in its place with its waveform, and makes a poster for a video', async ({
  page,
  studio,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const host = await studio.openHost(page)
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeVisible()
  const provider = 'sample'
  const video = {
    provider,
    mediaType: 'video',
    model: 'drifting-landscape',
    scene: 'text-to-video',
    prompt: 'a stormy sea',
    options: { resolution: '320x180', duration: 2, seed: 5 },
  }
  const music = {
    provider,
    mediaType: 'music',
    model: 'small-ensemble',
    scene: 'text-to-music',
    prompt: 'calm piano',
    options: { duration: 60, seed: 5 },
  }
  for (const request of [video, music]) await host.call('tasks.submit', { requests: [request] })
  const play = page.getByRole('button', { name: 'Play: calm piano' })
  await expect(play).toBeVisible({ timeout: 90_000 })
  await play.click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const position = page.getByRole('slider', { name: 'Position in: calm piano' })
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0)
  await position.focus()
  await page.keyboard.press('ArrowLeft')
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toHaveCount(0)
  await page.keyboard.press('Control+2')
  await expect(player.getByRole('button', { name: 'Pause: calm piano' })).toBeVisible()
  const heard = Number(await player.getByRole('slider').inputValue())
  await expect.poll(async () => Number(await player.getByRole('slider').inputValue())).toBeGreaterThan(heard)
  await expectNoViolations(page)
  await page.keyboard.press('Control+1')
  await expect(player).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause' }).click()

  const opener = page.getByRole('button', { name: 'Open: a stormy sea' })
  await expect(opener.locator('img')).toBeVisible({ timeout: 90_000 })
  await expect
    .poll(() => opener.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(320)
  await opener.hover()
  await expect
    .poll(() => opener.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(false)

  await page.getByRole('link', { name: 'Gallery' }).click()
  const song = page.getByRole('gridcell').filter({ has: page.getByRole('img', { name: 'calm piano' }) })
  await song.getByRole('button', { name: 'Play: calm piano' }).click()
  await expect(song.getByRole('button', { name: 'Pause: calm piano' })).toBeVisible()
  await expect(player).toHaveCount(0)
  await song.click()
  await page.keyboard.press('p')
  await expect(song.getByRole('button', { name: 'Play: calm piano' })).toBeVisible()
  await page
    .getByRole('gridcell')
    .filter({ has: page.getByRole('img', { name: 'a stormy sea' }) })
    .dblclick()
  await expect
    .poll(() =>
      page
        .getByRole('navigation', { name: 'Neighbours' })
        .locator('img')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
    )
    .toEqual([320])
  expect(complaints).toEqual([])
})

async function varyModels(page: Page): Promise<void> {
  // The axis begins with the form's model, once there is one.
  await expect(page.getByRole('button', { name: /^Generate 1 image/ })).toBeEnabled()
  await openMatrix(page)
  await page.getByRole('button', { name: 'Choose an option' }).click()
  await page.getByRole('button', { name: 'Add models' }).click()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await page.getByRole('option', { selected: false }).first().click()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(2)
  await page.keyboard.press('Escape')
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  const group = page.getByRole('group', { name: label })
  await group.getByRole('button', { name: label }).first().click()
  await page.getByRole('option', { name: option }).click()
}

/** The first with the last: the first by its key, the last from its menu. */
async function compareCells(page: Page, grid: Locator): Promise<void> {
  const cells = grid.getByRole('button', { name: /^Open: / })
  const hint = page.getByText(/^Press V on another result, or use its menu, to compare it with “.+, 1”$/)
  // Its bar is there once the host has told what it is.
  const focus = async (cell: Locator): Promise<void> => {
    await cell.focus()
    await expect(cell.locator('..').getByRole('toolbar')).toBeVisible()
  }
  await focus(cells.first())
  await page.keyboard.press('v')
  await expect(hint).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.keyboard.press('v')
  await expect(hint).toHaveCount(0)
  await page.keyboard.press('v')
  await focus(cells.last())
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Compare with the marked one' }).click()
  const view = page.getByRole('dialog', { name: 'Compare' })
  await expect(view.getByRole('row', { name: /^seed 1 2$/ })).toBeVisible()
  await view.getByRole('button', { name: 'One over the other' }).click()
  await expect(view.getByRole('slider', { name: 'Line between the two' })).toBeVisible()
  await expect(view.getByText('1 Painted landscape')).toBeVisible()
  await view.getByRole('button', { name: 'Loupe' }).click()
  await expect(view.locator('[style*="background-image"]')).toHaveCount(2)
  await expectNoViolationsInBothThemes(page)
  await view.getByRole('button', { name: 'Close' }).click()
  await expect(view).toHaveCount(0)
  await expect(hint).toHaveCount(0)
}

/** Between the first cell and the next, along and down, in pixels. */
async function gapsOf(grid: Locator): Promise<readonly number[]> {
  const boxes = await Promise.all((await grid.getByRole('cell').all()).map((cell) => cell.boundingBox()))
  const [first, next, below] = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 })
  if (first === undefined || next === undefined || below === undefined) return []
  return [next.x - first.x - first.width, below.y - first.y - first.height].map(Math.round)
}

async function placesOf(page: Page) {
  const cells = page.getByRole('cell')
  return Promise.all((await cells.all()).map((cell) => cell.boundingBox()))
}
