/**
 * The built shell: links, presses in the menu and the tray reach the built page.
 *
 * @slow The built desktop: links, menu, tray, dialogs and signals.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '#test/stand-ins/until.ts'
import { missing, startBuilt, suffix, type Built } from './built.ts'

async function startWith(...words: readonly string[]): Promise<Built & { hash(): Promise<unknown> }> {
  const built = await startBuilt(words)
  onTestFinished(() => built.desktop.stop())
  return { ...built, hash: () => built.inPage('location.hash') }
}

const REQUEST = {
  provider: 'local',
  model: 'sample',
  mediaType: 'image',
  scene: 'text-to-image',
  prompt: 'a fox in a file',
}

/** A task that waits: the queue is paused. Resolves to its id. */
async function submitWaiting({ call }: Built): Promise<string> {
  await call('queue.pause', {})
  const { data } = (await call('tasks.submit', { requests: [REQUEST] })) as {
    data: { tasks: { id: string }[] }
  }
  return data.tasks[0]?.id ?? ''
}

async function tasks({ call }: Built): Promise<unknown> {
  return ((await call('tasks.list', {})) as { data: { items: unknown } }).data.items
}

test.skipIf(missing)(`opens links and recipe files, and sends nothing by itself${suffix}`, async () => {
  const built = await startWith('atelier://create?prompt=a%20fox%20from%20a%20link')
  const { desktop, start, folder, inPage, hash } = built
  const prompt = (): Promise<unknown> => inPage(`document.querySelector('textarea')?.value`)
  await until(async () => (await prompt()) === 'a fox from a link')
  expect(await tasks(built)).toEqual([])
  expect(await start(['atelier://task/tsk_1']).exited).toBe(0)
  await until(async () => (await hash()) === '#/queue/tsk_1')
  expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  const save = (name: string, text: string): string =>
    `fetch('/saves', { method: 'POST', headers: { 'x-file-name': ${name} }, body: ${text} }).then((answer) => answer.json())`
  expect(await inPage(save(`'a.json'`, `'{}'`))).toEqual({ ok: true, data: { saved: false } })
  expect((await readdir(folder)).filter((name) => name.startsWith('a.'))).toEqual([])
  const id = await submitWaiting(built)
  const path = join(folder, 'my fox.atelier')
  await desktop.evaluate(
    (_electron, filePath, { responses }) => void responses.push({ canceled: false, filePath }),
    path,
  )
  expect(
    await inPage(
      `atelier.call('recipes.make', { taskId: '${id}' }).then(({ data }) => ${save('data.name', 'data.text')})`,
    ),
  ).toEqual({ ok: true, data: { saved: true } })
  expect((await desktop.journal('dialog.showSaveDialog')).at(-1)).toMatchObject({
    details: { defaultPath: expect.stringContaining('a fox in a file.atelier') as unknown },
  })
  expect(await start([path]).exited).toBe(0)
  await until(async () => (await prompt()) === 'a fox in a file')
  expect(await tasks(built)).toHaveLength(1)
})

test.skipIf(missing)(
  `shows the queue in the tray, goes where the menu says, and copies through the system${suffix}`,
  async () => {
    const { desktop, inPage, hash } = await startWith()
    await until(async () => (await desktop.journal('tray.setToolTip')).length > 0)
    expect(await desktop.journal('tray.setToolTip')).toEqual([
      { what: 'tray.setToolTip', details: 'Atelier – Nothing running' },
    ])
    expect(await desktop.journal('session.setProxy')).toEqual([
      { what: 'session.setProxy', details: { mode: 'system' } },
    ])
    await desktop.evaluate(
      ({ Menu }) => void Menu.getApplicationMenu()?.getMenuItemById('place:settings')?.click(),
    )
    await until(async () => (await hash()) === '#/settings')
    const press = (role: string, label: string): Promise<unknown> =>
      until(() =>
        inPage(`(() => {
        const found = [...document.querySelectorAll('${role}')].find((it) => it.textContent.trim() === '${label}')
        found?.click()
        return found !== undefined
      })()`),
      )
    await press('[role=tab]', 'About')
    await press('button', 'Show support report')
    await press('button', 'Copy report')
    const [copied] = await until(async () => {
      const entries = await desktop.journal('clipboard.writeText')
      return entries.length > 0 && entries
    })
    expect(copied?.details).toMatch(/^Atelier .+ \(desktop\)\nSystem: /)
  },
)

test.skipIf(missing).each(['SIGTERM', 'SIGINT'] as const)(
  `a session that ends is not held up by running tasks (%s)${suffix}`,
  async (signal) => {
    const built = await startWith()
    const { desktop } = built
    await submitWaiting(built)
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

test.skipIf(missing)(
  `comes forward where the system activates it in place of a second start${suffix}`,
  async () => {
    const { desktop, start } = await startBuilt([], undefined, { startsOnce: true })
    onTestFinished(() => desktop.stop())
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    expect(await start().exited).toBe(0)
    await until(() =>
      desktop.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return window?.isFocused() && !window.isMinimized()
      }),
    )
  },
)

test.skipIf(missing || process.platform !== 'linux')(
  `appears where a hidden window is not painted, and goes on in the tray when it is closed while a task waits${suffix}`,
  async () => {
    const built = await startBuilt([], undefined, { paintsHidden: false })
    onTestFinished(() => built.desktop.stop())
    const { desktop, call } = built
    await until(async () => (await desktop.journal('window.show')).length === 1)
    // Nothing listens there: the task waits for the service, and the queue is not paused.
    const profile = { name: 'Away', baseUrl: 'http://127.0.0.1:9', apiKey: 'canary-key-123' }
    const made = (await call('profiles.create', profile)) as { data: { id: string } }
    await call('profiles.activate', { id: made.data.id })
    await call('tasks.submit', { requests: [REQUEST] })
    await until(async () =>
      (await desktop.journal('tray.setToolTip')).some(({ details }) => String(details).includes('1 waiting')),
    )
    const close = () => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await close()
    await until(async () => (await desktop.journal('window.hide')).length === 1)
    const { data } = (await call('settings.get', {})) as { data: { desktop: object } }
    expect(data.desktop).toMatchObject({ keepOn: true, explainKeepOn: false })
    expect(await built.start().exited).toBe(0)
    await until(() => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    await close()
    await until(async () => (await desktop.journal('window.hide')).length === 2)
    expect(await desktop.journal('dialog.showMessageBox')).toMatchObject([
      { details: { message: 'Atelier keeps running in the tray' } },
    ])
    await desktop.stop()
    expect(await desktop.exited).toBe(0)
  },
)
