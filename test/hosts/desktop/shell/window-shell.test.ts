/** The shell around the window as a whole: links, files, settings and presses find their way to the page. */
import { message, written } from '#contract/messages/message.ts'
import { createSay, renderResult, type Say } from '#core/messages/render.ts'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import type { Command, UpdateState } from '#contract/app.ts'
import { fail } from '#contract/errors.ts'
import type { Language } from '#contract/rules/languages.ts'
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings.ts'
import { createCommands } from '#hosts/desktop/links/commands.ts'
import type { Opening } from '#hosts/desktop/links/openings.ts'
import { createNotificationHealth, mayNotify } from '#hosts/desktop/shell/notifications.ts'
import { rememberDocument, setJumpList } from '#hosts/desktop/shell/jump-list.ts'
import { openWindowShell } from '#hosts/desktop/shell/window-shell.ts'
import { Notification, powerMonitor, told, Tray } from '#test/stand-ins/electron-shell.ts'
import { app as electronApp, BrowserWindow, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { openVoices, voiceOf, type Voices } from '#hosts/voices.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { createFakeApp } from '../../fake-app.ts'
import { queueChanged, taskChanged } from './queue-states.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

async function setUp(spoken: { readonly voices?: Voices; readonly say?: Say } = {}) {
  const app = createFakeApp()
  app.response = renderResult(fail('not_found', written('There is nothing in it.')), say)
  const stand = new BrowserWindow({})
  const commands = createCommands()
  const logged: string[] = []
  const update: { state: UpdateState; isPostponed: boolean } = {
    state: { state: 'off', reason: 'development' },
    isPostponed: false,
  }
  const clock = createManualClock(1_000)
  let open: (opening: Opening) => void = () => undefined
  let ask = (): void => undefined
  const close = await openWindowShell({
    say,
    ...spoken,
    app,
    window: stand as unknown as ElectronWindow,
    commands,
    notifications: createNotificationHealth(mayNotify(true)),
    openings: {
      follow: (take, onAsked) => {
        open = take
        ask = onAsked
      },
    },
    clock,
    updates: {
      current: () => update.state,
      prepare: async () => true,
      postpone: () => (update.isPostponed = true),
    },
    devTools: false,
    log: (line) => logged.push(line),
  })
  onTestFinished(close)
  const change = (desktop: Partial<Settings['desktop']>, network: Partial<Settings['network']> = {}) =>
    app.emit({
      name: 'settings.changed',
      data: {
        settings: {
          ...DEFAULT_SETTINGS,
          desktop: { ...DEFAULT_SETTINGS.desktop, ...desktop },
          network: { ...DEFAULT_SETTINGS.network, ...network },
        },
      },
    })
  return {
    app,
    clock,
    stand,
    commands,
    update,
    logged,
    close,
    change,
    open: (it: Opening) => open(it),
    ask: () => ask(),
  }
}

test('shows what a link asks for, in front, and calls nothing by itself', async () => {
  const { app, stand, commands, open } = await setUp()
  const before = app.calls.length
  open({ kind: 'link', link: 'atelier://create?prompt=a%20fox' })
  open({ kind: 'link', link: 'atelier://task/t1' })
  await until(() => stand.calls.length > 2)
  expect(commands.take()).toEqual([
    { kind: 'fillForm', fields: { prompt: 'a fox' } },
    { kind: 'openTask', id: 't1' },
  ])
  expect([app.calls.length - before, stand.calls]).toEqual([0, ['show', 'focus', 'show', 'focus']])
})

test('opens nothing for a link that cannot be read, and keeps its words out of the log', async () => {
  const { stand, commands, logged, open } = await setUp()
  open({ kind: 'link', link: 'atelier://create?send=1&prompt=private' })
  await until(() => logged.length > 0)
  expect([commands.take(), stand.calls, logged.join().includes('private')]).toEqual([[], [], false])
})

test('reads the recipe of a file, and says where there is none', async () => {
  const { app, commands, open } = await setUp()
  const heard: unknown[] = []
  commands.take()
  commands.subscribe((event) => heard.push(event))
  const folder = await makeTempDir()
  const path = join(folder, 'a.png')
  await writeFile(path, 'abc')
  open({ kind: 'file', path })
  await until(() => heard.length > 0)
  expect(heard).toMatchObject([
    { data: { command: { kind: 'restoreRecipe', recipe: { source: 'atelier', options: {} } } } },
  ])
  app.readRecipe = async () => renderResult(fail('not_found', written('The file carries no recipe.')), say)
  open({ kind: 'file', path })
  await until(() => standIn.dialogs.length > 0)
  open({ kind: 'file', path: join(folder, 'gone.png') })
  await until(() => standIn.dialogs.length > 1)
  expect(standIn.dialogs).toMatchObject([
    { message: 'a.png has no recipe.', detail: 'The file carries no recipe.' },
    {
      message: 'gone.png has no recipe.',
      detail: "Atelier can't read the file, or it's too large.",
    },
  ])
})

test('opens the recipe that the user chooses from the menu', async () => {
  const { app, commands } = await setUp()
  const heard: unknown[] = []
  commands.take()
  commands.subscribe((event) => heard.push(event))
  const choose = (): void => {
    const menus = standIn.menus.at(-1) as readonly {
      readonly submenu?: readonly { readonly id?: string; click?(): void }[]
    }[]
    menus
      .flatMap(({ submenu = [] }) => submenu)
      .find(({ id }) => id === 'open-recipe')
      ?.click?.()
  }
  choose()
  await until(() => standIn.dialogs.length === 1)
  const path = join(await makeTempDir(), 'a fox.atelier')
  await writeFile(path, 'abc')
  standIn.chosen.push(path)
  choose()
  await until(() => heard.length > 0)
  expect(heard).toMatchObject([{ data: { command: { kind: 'restoreRecipe' } } }])
  expect(app.recipes).toEqual([new Uint8Array(Buffer.from('abc'))])
  choose()
  expect(standIn.dialogs).toMatchObject([
    {
      properties: ['openFile'],
      filters: [{ extensions: expect.arrayContaining(['atelier', 'png']) as unknown }],
    },
    { properties: ['openFile'] },
    { defaultPath: dirname(path) },
  ])
})

test('asks once about an update while tasks are running, and postpones it where the user stays', async () => {
  const { app, update } = await setUp()
  update.state = { state: 'installing', version: '1.1.0' }
  app.emit(queueChanged({ running: 1 }))
  const quit = (): void => void electronApp.emit('before-quit', { preventDefault: () => undefined })
  quit()
  quit()
  await until(() => update.isPostponed)
  expect(standIn.dialogs).toMatchObject([
    { message: 'Install the update while tasks are running?', buttons: ['Quit and Install', 'Stay'] },
  ])
})

test('comes forward when it is started again', async () => {
  const { stand, ask } = await setUp()
  stand.minimized = true
  ask()
  expect(stand.calls).toEqual(['restore', 'show', 'focus'])
})

test('tells the system what the user changes, and at the start only what it forgets', async () => {
  const { change } = await setUp()
  const about = () =>
    told
      .filter(([what]) => /setProxy|SpellCheckerEnabled|SpellCheckerLanguages|LoginItem/.test(String(what)))
      .splice(0)
  expect(about()).toEqual([
    ['session.setSpellCheckerEnabled', false],
    ['session.setProxy', { mode: 'system' }],
  ])
  told.length = 0
  change({ startAtLogin: true, spellLanguages: ['de'] }, { proxy: { mode: 'none' } })
  change({ startAtLogin: true, spellLanguages: ['de'] }, { proxy: { mode: 'none' } })
  expect(about()).toEqual([
    ['session.setSpellCheckerEnabled', true],
    ['session.setSpellCheckerLanguages', ['de']],
    ['session.setProxy', { mode: 'direct' }],
    ['app.setLoginItemSettings', { openAtLogin: true }],
  ])
})

test('what is portable is registered where its user keeps it', async () => {
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', 'D:\\Atelier.exe')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { change } = await setUp()
  change({ startAtLogin: true }, {})
  expect(told).toContainEqual(['app.setLoginItemSettings', { openAtLogin: true, path: 'D:\\Atelier.exe' }])
})

test.each([
  ['D:\\Atelier.exe', 0],
  ['', 1],
])('what is portable shows no notifications (%s)', async (file, count) => {
  vi.stubEnv('PORTABLE_EXECUTABLE_FILE', file)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { app, change, clock } = await setUp()
  change({ notifications: true })
  app.emit(taskChanged('t1', 'saved'))
  clock.advance(2_000)
  await nextTurn()
  expect(Notification.shown.size).toBe(count)
})

test('looks at once for what is due when the computer has slept', async () => {
  const { app, close } = await setUp()
  powerMonitor.emit('resume')
  expect(app.wakes).toBe(1)
  close()
  powerMonitor.emit('resume')
  expect(app.wakes).toBe(1)
})

test('the jump list of Windows starts an installed program again with a link, and macOS has the dock', () => {
  const run = vi.fn<(command: Command) => void>()
  setJumpList({ say, run, isInstalled: false, platform: 'win32' })
  setJumpList({ say, run, isInstalled: true, platform: 'linux' })
  expect(told).toEqual([])
  setJumpList({ say, run, isInstalled: true, platform: 'win32' })
  setJumpList({ say, run, isInstalled: true, platform: 'darwin' })
  const menu = told[1]?.[1] as readonly { readonly label: string; click(): void }[]
  expect(told).toMatchObject([
    [
      'app.setUserTasks',
      [
        { arguments: 'atelier://create', title: 'New Prompt' },
        { arguments: 'atelier://gallery', title: 'Open Gallery' },
      ],
    ],
    ['dock.setMenu', expect.anything()],
  ])
  expect(menu.map(({ label }) => label)).toEqual(['New Prompt', 'Open Gallery'])
  menu.forEach((item) => item.click())
  expect(run.mock.calls).toEqual([
    [{ kind: 'run', command: 'prompt' }],
    [{ kind: 'run', command: 'place:gallery' }],
  ])
})

test.each([
  ['win32', [['app.addRecentDocument', '/a.png']]],
  ['darwin', [['app.addRecentDocument', '/a.png']]],
  ['linux', []],
] as const)('the files opened last are known to the system of %s', (platform, calls) => {
  rememberDocument('/a.png', platform)
  expect(told).toEqual(calls)
})

test('a press on the icon in the dock brings the window back, minimised or hidden', async () => {
  const { stand, close } = await setUp()
  stand.minimized = true
  electronApp.emit('activate')
  expect(stand.calls.slice(-3)).toEqual(['restore', 'show', 'focus'])
  close()
  expect(electronApp.listenerCount('activate')).toBe(0)
})

test('pauses the queue from the tray, and goes with the shell', async () => {
  const { app, close } = await setUp()
  const [tray] = Tray.shown
  tray?.menu.find(({ label }) => label === 'Pause the Queue')?.click?.()
  expect(app.calls.at(-1)).toEqual(['queue.pause', {}])
  close()
  expect([Tray.shown.size, app.listeners.size]).toEqual([0, 0])
})

test('menus and tray speak another language as soon as it is chosen', async () => {
  const voices = await openVoices()
  const said = voiceOf(voices, ['en'])
  const { app } = await setUp({ voices, say: said })
  voices.follow(app, { get: () => undefined })
  const shown = () => {
    const [file] = standIn.menus.at(-1) as readonly { readonly label: string }[]
    return [file?.label, [...Tray.shown][0]?.toolTip]
  }
  const wanted = async (language: Language) => {
    const own = await createSay(language)
    const summary = own(message('desktop.tray.idle'))
    return [own(message('desktop.menu.file')), own(message('desktop.tray.tooltip', { summary }))]
  }
  expect(shown()).toEqual(await wanted('en'))
  const appearance = { ...DEFAULT_SETTINGS.appearance, language: 'de' } as const
  app.emit({ name: 'settings.changed', data: { settings: { ...DEFAULT_SETTINGS, appearance } } })
  await until(() => standIn.menus.length > 1)
  expect(shown()).toEqual(await wanted('de'))
})
