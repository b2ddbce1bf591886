/** Sequences: from lines of a text to shots that play, with what they cost said before, and everything undone by a key. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { shots } from './sequence-setup.ts'
import { type Host, test } from './studio.ts'

const LINES = 'A lighthouse at dawn, waves below\nThe keeper climbs the stairs'

async function openSequences(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('sequences')
  await page.getByRole('option', { name: 'Go to Sequences' }).click()
}

/** A new sequence with a shot for each line. */
async function paste(page: Page, lines: string): Promise<void> {
  await openSequences(page)
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('button', { name: 'Paste shots' }).click()
  await page.getByRole('textbox', { name: 'Shots' }).fill(lines)
  const count = lines.split('\n').length
  await page.getByRole('button', { name: `Add ${count} shot` }).click()
  await expect(shots(page)).toHaveCount(count)
}

/** Short and small, so that they are made soon. */
async function shorten(host: Host): Promise<void> {
  const { items } = (await host.call('sequences.list', {})).data as unknown as { items: { id: string }[] }
  const sequence = (await host.call('sequences.get', { id: items[0]?.id })).data as unknown as {
    id: string
    name: string
    shots: { takes?: unknown; shown?: unknown }[]
  }
  const short = sequence.shots.map(({ takes: _takes, shown: _shown, ...shot }) => ({
    ...shot,
    options: { duration: 1, resolution: '240p', fps: 8, audio: false },
  }))
  const { id, name } = sequence
  expect((await host.call('sequences.save', { id, name, shots: short })).ok).toBe(true)
}

/** Presses the button that says what it will do, and agrees to what it shows. */
async function generate(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Generate ${count} shots · free` }).click()
  const plan = page.getByRole('dialog', { name: 'What will be sent' })
  await expect(plan.getByRole('row').filter({ hasText: 'New' })).toHaveCount(count)
  await plan.getByRole('button', { name: `Generate ${count} shots` }).click()
  await expect(plan).toBeHidden()
}

/** The shot whose video is in sight, and where in it that is. */
async function inSight(page: Page): Promise<{ readonly src: string; readonly time: number } | null> {
  return page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('video[data-shown]')
    return video && { src: video.src, time: video.currentTime }
  })
}

test(
  'makes shots of pasted lines, says the plan, generates them, plays through the join and undoes a cut',
  { tag: '@main' },
  async ({ page, studio }) => {
    const host = await studio.openHost(page)
    await paste(page, LINES)
    await expect(page.getByRole('button', { name: 'Generate 2 shots · free' })).toBeVisible()
    await shorten(host)
    await generate(page, 2)
    await expect(shots(page).getByText('Made', { exact: true })).toHaveCount(2, { timeout: 120_000 })

    await shots(page).first().click()
    await expect.poll(async () => inSight(page)).not.toBeNull()
    const first = await inSight(page)
    await page.keyboard.press('l')
    await expect.poll(async () => (await inSight(page))?.src, { intervals: [50] }).not.toBe(first?.src)
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()

    await page.getByRole('slider', { name: 'Position' }).focus()
    await page.keyboard.press('Home')
    for (let at = 0; at < 6; at++) await page.getByRole('button', { name: 'Next frame' }).click()
    await page.keyboard.press('b')
    await expect(shots(page)).toHaveCount(3)
    await expect(shots(page).getByText('Made', { exact: true })).toHaveCount(3)
    await page.keyboard.press('Control+z')
    await expect(shots(page)).toHaveCount(2)
    await page.keyboard.press('Control+Shift+z')
    await expect(shots(page)).toHaveCount(3)

    const { total } = (await host.call('library.query', {})).data as unknown as { total: number }
    expect(total).toBe(2)
  },
)

test('begins one sequence, however often it is pressed before it is there', async ({ page, studio }) => {
  const host = await studio.startHost()
  await studio.open(page, host)
  await openSequences(page)
  const held: (() => Promise<void>)[] = []
  await page.route('**/rpc/sequences.save', (route) => void held.push(() => route.continue()))
  const start = page.getByRole('button', { name: 'New sequence' })
  await start.click()
  await start.click({ force: true })
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const go of held) await go()
  await expect(page.getByRole('button', { name: 'Paste shots' })).toBeVisible()
  expect((await host.call('sequences.list', {})).data).toMatchObject({
    items: [{ name: 'Untitled sequence' }],
  })
})

test('shows an empty list, an empty sequence and its shots to everyone', async ({ page, studio }) => {
  await studio.openHost(page)
  await openSequences(page)
  await expect(page.getByRole('heading', { name: 'No sequences yet' })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'New sequence' }).click()
  await expect(page.getByRole('heading', { name: 'No shots yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Paste shots' })).toBeFocused()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'All sequences' }).click()
  await paste(page, LINES)
  await expect(page.getByRole('button', { name: /^Generate 2 shots/ })).toBeVisible()
  await expect(shots(page).first()).toBeFocused()
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: /^Generate 2 shots/ }).click()
  await expect(page.getByRole('dialog').getByRole('row')).not.toHaveCount(0)
  await expectNoViolationsInBothThemes(page)
})

test('moves, duplicates and deletes shots by keys, and brings them back', async ({ page, studio }) => {
  await studio.openHost(page)
  await paste(page, `${LINES}\nThe lamp turns`)
  const order = async () =>
    (await shots(page).allTextContents()).map((words) => /lighthouse|keeper|lamp/.exec(words)?.[0])
  await shots(page).nth(2).click()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(order).toEqual(['lighthouse', 'lamp', 'keeper'])
  await page.keyboard.press('Delete')
  await expect.poll(order).toEqual(['lighthouse', 'keeper'])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(order).toEqual(['lighthouse', 'keeper', 'lamp'])
  await page.reload()
  await expect.poll(order).toEqual(['lighthouse', 'keeper', 'lamp'])
})

test('opens a project that was exported, from a file that is chosen', async ({ page, studio }) => {
  const host = await studio.openHost(page)
  await paste(page, LINES)
  type Listed = { readonly items: readonly { readonly id: string; readonly shots: number }[] }
  const listed = async () => ((await host.call('sequences.list', {})).data as unknown as Listed).items
  await expect.poll(async () => (await listed())[0]?.shots).toBe(2)
  await host.call('sequences.export', { id: (await listed())[0]?.id, format: 'atelier' })
  const info = (await host.call('app.info', {})).data as unknown as { dataDir: string }
  const folder = join(info.dataDir, 'exports')
  const files = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.atelier'))
  await expect.poll(files).toHaveLength(1)
  const [file = ''] = await files()
  await page.getByRole('button', { name: 'All sequences' }).click()
  await page.getByRole('button', { name: 'Open project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open project' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles(join(folder, file))
  await expect(dialog).toBeHidden()
  await expect(shots(page)).toHaveCount(2)
  expect(await listed()).toHaveLength(2)
})
