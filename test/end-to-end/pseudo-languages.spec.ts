/**
 * Every view in a language that is 40 % longer than English and in one from right to left, at three widths: nothing is cut off, lies over
 * another or stays untranslated.
 */
import { expect, type Page } from '@playwright/test'
import { layoutFaults, plainTexts } from './layout-faults.ts'
import { type Pseudo, speakPseudo } from './pseudo-language.ts'
import { submit, test, taskReply, type Scripted } from './scripted-service.ts'
import type { Host } from './studio.ts'

const WIDTHS = [1280, 800, 480]
const SECTIONS = [
  'profiles',
  'library',
  'queue',
  'agents',
  'network',
  'appearance',
  'shortcuts',
  'contact',
  'about',
]
const PLACES = [
  'create',
  'queue',
  'gallery',
  'sequences',
  'arena',
  'spending',
  ...SECTIONS.map((name) => `settings/${name}`),
]

/** What opens over the gallery, by keys that every language has. */
const OVER_THE_GALLERY: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  viewer: (page) => page.getByRole('gridcell').first().dblclick(),
  palette: (page) => page.keyboard.press('Control+k'),
  shortcuts: (page) => page.keyboard.press('?'),
}

/** What is nobody's to translate: names, what a service tells, what the user wrote, files, and what `Intl` writes in English. */
const NAMES =
  /Atelier|Sample studio|Test service|PNG|JPEG|WebP|MCP|http|Ctrl|Shift|Alt|Enter|Esc|Space|Delete|boat|tower|task-|Replicate|OpenAI|Gemini|ComfyUI|Stable|fal|sk-|MIT|English|Deutsch|npm|atelier|\.txt$|^\d+ sec$|^\d+ bytes$|^\w{3},? .*\d{1,2}/

for (const kind of ['longer', 'right-to-left'] as const)
  test(`fits and is translated everywhere, ${kind}`, async ({ page, studio, scripted }) => {
    const host = await filledHost(scripted)
    await speakPseudo(page, kind)
    await studio.open(page, host)
    const faults: string[] = []
    for (const place of PLACES) {
      await openPlace(page, place, kind)
      for (const width of WIDTHS) faults.push(...(await look(page, place, width)))
    }
    await openPlace(page, 'gallery', kind)
    for (const [name, open] of Object.entries(OVER_THE_GALLERY)) {
      await open(page)
      for (const width of WIDTHS) faults.push(...(await look(page, name, width)))
      await page.setViewportSize({ width: 1280, height: 800 })
      // Pressed while what was open before takes the focus back, it reaches no dialog.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
      }).toPass()
    }
    expect(faults).toEqual([])
  })

async function openPlace(page: Page, place: string, kind: Pseudo): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate((to) => (location.hash = `#/${to}`), place)
  if (kind === 'right-to-left') await page.evaluate(() => void (document.documentElement.dir = 'rtl'))
  await expect(page.locator('main')).toContainText(/\p{L}{3}/u)
}

async function look(page: Page, place: string, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const plain = (await plainTexts(page))
    .filter((text) => !NAMES.test(text))
    .map((text) => `not translated: ${text}`)
  return [...(await layoutFaults(page)), ...plain].map((fault) => `${place} at ${width}: ${fault}`)
}

/** With tasks of several states and a gallery. */
async function filledHost(scripted: Scripted): Promise<Host> {
  const service = await scripted.start({
    generate: (_count, { prompt }) => (prompt === 'lost boat' ? 'drop' : undefined),
    task: (id) => (id === 'task-2' ? taskReply(id, 'PROCESSING') : undefined),
  })
  const { host } = await scripted.open()
  await scripted.connect(host, service)
  for (const prompt of ['red boat', 'old tower', 'lost boat']) await submit(host, prompt)
  await expect
    .poll(async () => ((await host.call('library.query', {})).data as unknown as { total: number }).total)
    .toBe(1)
  return host
}
