/** The arena: votes on two results of one prompt by one key each, without their names, and the ranking that comes of them. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolationsInBothThemes } from './accessibility.ts'
import { cellsOf } from './gallery-setup.ts'
import { type Host, test } from './studio.ts'

const MODELS = ['painted-landscape', 'ink-wash']
const LABELS = ['Painted landscape', 'Ink wash']
const PROVIDER = 'sample'

/** A result of each model for each prompt. */
async function make(host: Host, mediaType: string, models: readonly string[], prompts: readonly string[]) {
  const scene = `text-to-${mediaType}`
  const options = mediaType === 'video' ? { duration: 2 } : {}
  const requests = prompts.flatMap((prompt) =>
    models.map((model) => ({ provider: PROVIDER, model, mediaType, scene, prompt, options })),
  )
  expect((await host.call('tasks.submit', { requests })).ok).toBe(true)
  const made = async () => (await host.call('library.query', {})).data as unknown as { total: number }
  await expect.poll(async () => (await made()).total, { timeout: 120_000 }).toBe(requests.length)
}

async function openArena(page: Page): Promise<void> {
  await openFromPalette(page)
  await expect(page.getByRole('img', { name: 'Left' })).toBeVisible()
}

async function openFromPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('arena')
  await page.getByRole('option', { name: 'Go to Arena' }).click()
}

/**
 * Everything that the page says while one votes: its document, the addresses that it asked for, and how the media are answered. Of the
 * frame around the view, which has the name of the service in it, without the provider's name.
 */
async function whatIsSaid(page: Page): Promise<{ readonly page: string; readonly view: string }> {
  return page.evaluate(async () => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    const responses = await Promise.all(
      [...document.querySelectorAll('main img')].map(async (image) => {
        const { headers } = await fetch((image as HTMLImageElement).src)
        return [...headers].join('\n')
      }),
    )
    const around = [document.title, location.href, ...asked, ...responses].join('\n')
    return {
      page: `${document.documentElement.outerHTML}\n${around}`,
      view: `${document.querySelector('main')?.outerHTML ?? ''}\n${responses.join('\n')}`,
    }
  })
}

async function expectNoNames(page: Page): Promise<void> {
  const said = await whatIsSaid(page)
  for (const model of MODELS) {
    expect(said.page).not.toContain(model)
    expect(said.page.toLowerCase()).not.toContain(model.replace('-', ' '))
  }
  expect(said.view.toLowerCase()).not.toContain(PROVIDER)
}

test('votes by key without names, tells them afterwards, takes a vote back and ranks', async ({
  page,
  studio,
}) => {
  const host = await studio.startHost()
  await make(host, 'image', MODELS, ['two boats at dawn', 'a quiet harbour'])
  await page.clock.install()
  await studio.open(page, host)
  await openArena(page)
  await expectNoViolationsInBothThemes(page)
  // Names stay in sight until a key goes on.
  await page.clock.pauseAt(Date.now() + 60_000)
  const count = (votes: string) => page.getByText(`${votes} · `)
  await expect(count('0 votes')).toBeVisible()
  await expectNoNames(page)
  expect(JSON.stringify(await host.call('arena.next', {}))).not.toMatch(/painted|ink|sample/)

  await page.keyboard.down('ArrowLeft')
  await expect(count('1 vote')).toBeVisible()
  // A held key does no more.
  await page.keyboard.down('ArrowLeft')
  await page.keyboard.up('ArrowLeft')
  for (const label of LABELS) expect((await whatIsSaid(page)).view).toContain(label)
  await page.keyboard.press('u')
  await expect(count('0 votes')).toBeVisible()
  await expectNoNames(page)
  await page.getByRole('button', { name: 'Left is better' }).click()
  await expect(count('1 vote')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('1 vote · 1 pair left')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Left' })).toBeVisible()
  await expectNoNames(page)
  await page.keyboard.press('ArrowUp')
  await expect(count('2 votes')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('heading', { name: 'No pairs left' })).toBeVisible()

  await page.clock.resume()
  await page.getByRole('button', { name: 'Ranking' }).first().click()
  const table = page.getByRole('table', { name: 'Image' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const rows = await table.getByRole('row').allInnerTexts()
  // One won once and shared a win, the other shared it.
  expect(rows.slice(1).map((row) => /(\d+)\s?%\s+2\b/.exec(row)?.[1])).toEqual(['75', '25'])
  // Two votes tell no strength, and the sample's credits are no cost.
  await expect(table.getByText('Too early to tell')).toHaveCount(2)
  await expect(table.getByText('Free', { exact: false })).toHaveCount(2)
  for (const label of LABELS) await expect(table.getByRole('rowheader', { name: label })).toBeVisible()
  await expectNoViolationsInBothThemes(page)
})

test('plays two videos alike and silently', async ({ page, studio }) => {
  const host = await studio.startHost()
  await make(host, 'video', ['drifting-landscape', 'city-night-video'], ['waves'])
  await studio.open(page, host)
  await page.getByRole('link', { name: 'Gallery' }).click()
  await expect(cellsOf(page)).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('v')
  await page.getByRole('button', { name: 'Vote in the arena' }).click()
  const videos = page.locator('main video')
  await expect(videos).toHaveCount(2)
  const states = () =>
    videos.evaluateAll((all) =>
      all.map((video) => [(video as HTMLVideoElement).paused, (video as HTMLVideoElement).muted]),
    )
  const both = (isPaused: boolean) => [
    [isPaused, true],
    [isPaused, true],
  ]
  await expect.poll(states).toEqual(both(false))
  await page.keyboard.press(' ')
  await expect.poll(states).toEqual(both(true))
  await page.keyboard.press('2')
  await expect.poll(async () => (await states()).map(([, isMuted]) => isMuted)).toEqual([true, false])

  // One vote says nothing of the strength.
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('radio', { name: 'Ranking' }).click()
  const table = page.getByRole('table', { name: 'Video' })
  await expect(table.getByRole('cell', { name: 'Too early to tell' })).toHaveCount(2)
})

test('leads from an empty arena to a matrix over models in the form, and sends nothing', async ({
  page,
  studio,
}) => {
  const host = await studio.openHost(page)
  const onRail = page.getByRole('navigation', { name: 'Places' }).getByRole('link')
  await expect(onRail).toHaveText(['Create', 'Queue', 'Gallery', 'Settings'])
  await openFromPalette(page)
  await expect(page.getByRole('heading', { name: 'Nothing to vote on yet' })).toBeVisible()
  await expect(onRail.last()).toHaveText('Arena')
  await expectNoViolationsInBothThemes(page)
  await page.getByRole('button', { name: 'Which model for this prompt?' }).click()
  await expect(page.getByRole('button', { name: /^Generate.* 2 / })).toBeVisible()
  expect((await host.call('tasks.list', {})).data).toMatchObject({ items: [] })

  // What was used once stays in sight.
  await page.reload()
  await expect(onRail).toHaveText(['Create', 'Queue', 'Gallery', 'Settings', 'Arena'])
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Spending' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spending' })).toBeVisible()
  await expect(onRail.last()).toHaveText('Spending')
  await expect(onRail.last()).toHaveAttribute('aria-current', 'page')
})
