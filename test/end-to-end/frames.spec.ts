/** Frames of a video: kept as images that say where they are from, and the beginning of a video that goes on. */
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { keptDraft, makeVideo, namesOf, promptBox, row } from './input-form.ts'
import { type Host, test } from './studio.ts'

interface Kept {
  readonly id: string
  readonly kind: string
  readonly width?: number
  readonly height?: number
  readonly options: { readonly frame_at_seconds?: number }
}

async function assets(host: Host): Promise<readonly Kept[]> {
  const { data } = await host.call('library.query', {})
  return (data as unknown as { items: readonly Kept[] }).items
}

async function choose(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Use a frame' }).click()
  await page.getByRole('menuitem', { name: words }).click()
}

async function openVideo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').last().click()
  await page.keyboard.press('Enter')
  const video = page.getByRole('dialog').locator('video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThanOrEqual(2)
}

/** In seconds. */
async function pauseAt(page: Page, position: string): Promise<void> {
  const video = page.getByRole('dialog').locator('video')
  await video.evaluate((one: HTMLVideoElement) => one.pause())
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.getByRole('slider', { name: 'Position' }).fill(position)
}

/** The mean difference between two images, of 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((image) => sharp(image).removeAlpha().raw().toBuffer()))
  return (a ?? one).reduce((sum, value, at) => sum + Math.abs(value - (b?.[at] ?? 0)), 0) / (a?.length ?? 1)
}

test('a frame of a video is kept as an image, and a video goes on from the last one', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  await makeVideo(page, host)
  const [video] = await assets(host)
  await openVideo(page)
  // Silent at first, then as it was chosen last.
  const shown = page.getByRole('dialog').locator('video')
  await expect(shown).toHaveJSProperty('muted', true)
  await page.keyboard.press('m')
  await expect(shown).toHaveJSProperty('muted', false)
  await page.reload()
  await expect(shown).toHaveJSProperty('muted', false)
  await page.keyboard.press('m')
  await expect(shown).toHaveJSProperty('muted', true)
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByRole('heading', { level: 3 }).first()).toHaveText('Viewer')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  // A page that was reloaded may not play with sound by itself.
  await pauseAt(page, '0.5')
  await page.getByRole('button', { name: 'Use a frame' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save this frame' })).toBeVisible()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await page.getByRole('menuitem', { name: 'Save this frame' }).click()
  await expect.poll(async () => (await assets(host)).length).toBe(2)
  const frame = (await assets(host)).find(({ kind }) => kind === 'image')
  const said = page.getByRole('status').filter({ hasText: 'Saved to the gallery.' })
  await expect(said).toBeVisible()
  await expectNoViolationsInBothThemes(page, { without: ['region'] })
  await said.getByRole('button', { name: 'Show it' }).click()
  await expect.poll(() => new URL(page.url()).href).toContain(frame?.id ?? 'a frame')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remix' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await openVideo(page)
  expect(frame).toMatchObject({ width: video?.width, height: video?.height })
  expect(frame?.options.frame_at_seconds).toBeCloseTo(0.5, 1)
  const { data } = await host.call('library.lineage', { id: frame?.id ?? '' })
  expect((data as unknown as { madeFrom: readonly Kept[] }).madeFrom.map(({ id }) => id)).toEqual([video?.id])

  await choose(page, 'Continue from the last frame')
  await expect.poll(() => namesOf(page)).toEqual(['last-frame.png'])
  await expect(row(page, 'last-frame.png')).toContainText('First frame')
  await expect(promptBox(page)).toHaveValue('a lake')
  await expect.poll(async () => (await keptDraft(host, 'video'))?.fromAssetId).toBe(video?.id)
  // The draft is kept before its input is read, and once more after that.
  const kept = async () => (await keptDraft(host, 'video'))?.inputs?.[0]?.media?.id
  await expect.poll(kept).toBeTruthy()
  const last = await kept()
  const read = async (address: string) => (await page.request.get(new URL(address, page.url()).href)).body()
  const images = [await read(`/inputs/${last}`), await read(`/media/${frame?.id}`)] as const
  expect(await difference(...images)).toBeGreaterThan(0.5)

  await openVideo(page)
  // On a slow machine it plays to its end first: that frame is the last one, which is one input by whichever name it came last.
  await pauseAt(page, '0.5')
  await choose(page, 'Continue from this frame')
  await expect.poll(() => namesOf(page)).toEqual(['frame.png'])

  await page.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('gridcell').last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Continue from the last frame' }).click()
  await expect(row(page, 'last-frame.png')).toContainText('First frame')
  // It is made once: a shot that goes on from the video begins with the same input.
  const shared = await host.call('rendering.lastFrame', { assetId: video?.id })
  expect(shared.data).toMatchObject({ id: last })

  await openVideo(page)
  await choose(page, 'Add both to a sequence')
  await expect(page.getByRole('listbox', { name: 'Shots' }).getByRole('option')).toHaveCount(2)
})
