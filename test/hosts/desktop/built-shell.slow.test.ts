/**
 * The built shell on the stand-in for Electron: links, presses in the menu and the tray reach the built page.
 *
 * @slow The built desktop: links, menu, tray, dialogs and signals.
 */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
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
  return { desktop, folder, start, inPage, hash: () => inPage('location.hash') }
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
    { what: 'tray.setToolTip', details: 'Atelier – Nothing running' },
  ])
  expect(await desktop.journal('session.setProxy')).toEqual([
    { what: 'session.setProxy', details: { mode: 'system' } },
  ])
})

const REQUEST = `{ provider: 'local', model: 'sample', mediaType: 'image', scene: 'text-to-image', prompt: 'a fox in a file' }`
/** A task that waits: the queue is paused. Resolves to its id. */
const WAITING_TASK = `(async () => {
  await atelier.call('queue.pause', {})
  const { data } = await atelier.call('tasks.submit', { requests: [${REQUEST}] })
  return data.tasks[0].id
})()`

test.skipIf(missing)(
  `saves a recipe where the user says, and opens it again by its file${suffix}`,
  async () => {
    const { desktop, start, folder, inPage } = await startWith()
    const id = await inPage(WAITING_TASK)
    const path = join(folder, 'my fox.atelier')
    await desktop.evaluate(
      (_electron, filePath, { answers }) => void answers.push({ canceled: false, filePath }),
      path,
    )
    const saved = await inPage(`atelier.call('recipes.make', { taskId: '${String(id)}' }).then(({ data }) =>
    fetch('/saves', { method: 'POST', headers: { 'x-file-name': data.name }, body: data.text })
  ).then((answer) => answer.json())`)
    expect(saved).toEqual({ ok: true, data: { saved: true } })
    expect(await desktop.journal('dialog.showSaveDialog')).toMatchObject([
      { details: { defaultPath: expect.stringContaining('a fox in a file.atelier') as unknown } },
    ])
    expect(await start([path]).exited).toBe(0)
    await until(async () => (await inPage(`document.querySelector('textarea')?.value`)) === 'a fox in a file')
    expect(await inPage(`atelier.call('tasks.list', {}).then(({ data }) => data.items.length)`)).toBe(1)
  },
)

test.skipIf(missing)(`saves nothing where the user closes the dialog${suffix}`, async () => {
  const { folder, inPage } = await startWith()
  const saving = `fetch('/saves', { method: 'POST', headers: { 'x-file-name': 'a.json' }, body: '{}' })`
  expect(await inPage(`${saving}.then((answer) => answer.json())`)).toEqual({
    ok: true,
    data: { saved: false },
  })
  expect((await readdir(folder)).filter((name) => name.startsWith('a.'))).toEqual([])
})

test.skipIf(missing).each(['SIGTERM', 'SIGINT'] as const)(
  `a session that ends is not held up by running tasks (%s)${suffix}`,
  async (signal) => {
    const { desktop, inPage } = await startWith()
    await inPage(WAITING_TASK)
    // The shell hears of it a moment later.
    await until(async () =>
      (await desktop.journal('tray.setToolTip')).some(({ details }) => String(details).includes('1 waiting')),
    )
    await desktop.evaluate(({ app }) => app.quit())
    await until(async () => (await desktop.journal('dialog.showMessageBox')).length === 1)
    process.kill(desktop.pid, signal)
    expect(await desktop.exited).toBe(0)
  },
)

test.skipIf(missing)(`copies through the system, since the page may not${suffix}`, async () => {
  const { desktop, inPage } = await startWith()
  const press = (role: string, label: string): Promise<unknown> =>
    until(() =>
      inPage(`(() => {
        const found = [...document.querySelectorAll('${role}')].find((it) => it.textContent.trim() === '${label}')
        found?.click()
        return found !== undefined
      })()`),
    )
  await desktop.evaluate(
    ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('place:settings')?.click(),
  )
  await press('[role=tab]', 'About')
  await press('button', 'Show support report')
  await press('button', 'Copy report')
  const [copied] = await until(async () => {
    const entries = await desktop.journal('clipboard.writeText')
    return entries.length > 0 && entries
  })
  expect(copied?.details).toMatch(/^Atelier .+ \(desktop\)\nSystem: /)
})
