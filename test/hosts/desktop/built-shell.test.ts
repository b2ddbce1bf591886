/** The built shell on the stand-in for Electron: links, presses in the menu and the tray reach the built page. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDesktop, type Desktop } from '#test/stand-ins/electron-runtime/desktop.ts'
import { chromiumProgram } from '#test/stand-ins/electron-runtime/small-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')
const chromium = chromiumProgram()
const missing = chromium === null ? 'no Chromium' : existsSync(MAIN) ? null : 'the desktop is not built'
const suffix = missing === null ? '' : ` (skipped: ${missing})`

async function startWith(...words: readonly string[]) {
  const folder = await makeTempDir()
  const start = (more: readonly string[]): Desktop =>
    startDesktop({
      main: MAIN,
      args: ['--data-dir', join(folder, 'data'), '--no-samples', ...more],
      config: { chromium: chromium ?? '' },
      tempDir: folder,
    })
  const desktop = start(words)
  onTestFinished(() => desktop.stop())
  await desktop.loaded()
  const inPage = (expression: string): Promise<unknown> =>
    desktop.evaluate(
      ({ BrowserWindow }, text) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>,
      expression,
    )
  return { desktop, start, inPage, hash: () => inPage('location.hash') }
}

test.skipIf(missing)(`fills the form from the link that started it, and sends nothing${suffix}`, async () => {
  const { inPage } = await startWith('atelier://create?prompt=a%20fox%20from%20a%20link')
  await until(async () => (await inPage(`document.querySelector('textarea')?.value`)) === 'a fox from a link')
  expect(await inPage(`atelier.call('tasks.list', {}).then(({ data }) => data.items)`)).toEqual([])
})

test.skipIf(missing)(`opens what a second start names, in the window that is there${suffix}`, async () => {
  const { desktop, start, hash } = await startWith()
  const second = start(['atelier://task/tsk_1'])
  expect(await second.exited).toBe(0)
  await until(async () => (await hash()) === '#/queue/tsk_1')
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test.skipIf(missing)(`goes where the menu says${suffix}`, async () => {
  const { desktop, hash } = await startWith()
  await desktop.evaluate(
    ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('place:settings')?.click(),
  )
  await until(async () => (await hash()) !== '')
  expect(await hash()).toBe('#/settings')
})

test.skipIf(missing)(`shows the queue in the tray and on the icon${suffix}`, async () => {
  const { desktop } = await startWith()
  await until(async () => (await desktop.journal('tray.setToolTip')).length > 0)
  expect(await desktop.journal('tray.setToolTip')).toEqual([
    { what: 'tray.setToolTip', details: 'Atelier – Nothing at work' },
  ])
  expect(await desktop.journal('session.setProxy')).toEqual([
    { what: 'session.setProxy', details: { mode: 'system' } },
  ])
})
