import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { explainQuit } from '#hosts/desktop/shell/quit.ts'
import { createKeepOn, type KeepOn } from '#hosts/desktop/shell/keep-on.ts'
import { watchQueue } from '#hosts/desktop/shell/queue-watch.ts'
import { powerMonitor } from '#test/stand-ins/electron-shell.ts'
import { app as electronApp, BrowserWindow, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { createFakeApp } from '../../fake-app.ts'
import { createManualClock, type ManualClock } from '#test/stand-ins/manual-clock.ts'
import { until } from '#test/stand-ins/until.ts'
import { queueChanged, queueState } from './queue-states.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

const QUIT = 0

/** With `preparation` an update is asked for, which is prepared when that resolves. */
function setUp(isExplained = true, preparation?: Promise<boolean>, keepOn: KeepOn = () => false) {
  const app = createFakeApp()
  app.response = { ok: true, data: queueState() }
  const stand = new BrowserWindow({})
  const clock = createManualClock()
  let understood = 0
  let stayed = 0
  const stop = explainQuit({
    window: stand as unknown as ElectronWindow,
    queue: watchQueue(app),
    say,
    now: () => clock.monotonicMs(),
    keepOn,
    isExplained: () => isExplained,
    isUpdating: () => preparation !== undefined,
    prepareUpdate: async () => preparation ?? true,
    onStay: () => (stayed += 1),
    onUnderstood: () => (understood += 1),
  })
  onTestFinished(stop)
  app.emit(queueChanged({ running: 2, saving: 1, queued: 1 }))
  /** Whether the way out was held. */
  const leave = async (by: 'menu' | 'window' = 'menu') => {
    let isHeld = false
    const event = { preventDefault: () => (isHeld = true) }
    if (by === 'menu') electronApp.emit('before-quit', event)
    else stand.emit('close', event)
    await new Promise(setImmediate)
    return isHeld
  }
  return { app, stand, clock, leave, stop, understood: () => understood, stayed: () => stayed }
}

test.each(['menu', 'window'] as const)(
  'says that tasks go on, and stays when the user does (%s)',
  async (by) => {
    const { leave, understood } = setUp()
    expect(await leave(by)).toBe(true)
    expect(standIn.dialogs).toMatchObject([
      {
        detail:
          '3 tasks go on at the service. Atelier picks them up when you open it again. 1 unsent task waits until you open Atelier again.',
      },
    ])
    expect([electronApp.calls, understood(), await leave(by), standIn.dialogs.length]).toEqual([
      [],
      0,
      true,
      2,
    ])
  },
)

test('quits once the user says so, and remembers that it was understood', async () => {
  const { leave, understood } = setUp()
  standIn.presses = [QUIT]
  standIn.isChecked = true
  expect(await leave('window')).toBe(true)
  expect([electronApp.calls, understood()]).toEqual([['quit'], 1])
  expect([await leave('menu'), await leave('window'), standIn.dialogs.length]).toEqual([false, false, 1])
})

test('remembers nothing where the user stays', async () => {
  const { leave, understood } = setUp()
  standIn.isChecked = true
  await leave()
  expect(understood()).toBe(0)
})

test('asks once at a time', async () => {
  const { leave } = setUp()
  await Promise.all([leave('menu'), leave('window')])
  expect(standIn.dialogs).toHaveLength(1)
})

test('holds nobody up where nothing is running, or it was understood', async () => {
  const { app, leave } = setUp()
  app.emit(queueChanged({ saved: 5, unknown: 1 }))
  expect(await leave()).toBe(false)
  expect([await setUp(false).leave(), standIn.dialogs]).toEqual([false, []])
})

test.each(['shutdown', 'query-session-end', 'session-end'])(
  'does not hold up a system that ends (%s)',
  async (event) => {
    const { leave, stand } = setUp()
    if (event === 'shutdown') powerMonitor.emit(event)
    else stand.emit(event, {})
    expect([await leave('menu'), await leave('window'), standIn.dialogs]).toEqual([false, false, []])
  },
)

test.each([
  ['the user is back', (stand: BrowserWindow) => void stand.emit('focus')],
  ['time has passed', (_: BrowserWindow, clock: ManualClock) => clock.advance(60_000)],
])('asks again after a shutdown of Windows that was cancelled, once %s', async (_, comeBack) => {
  const { leave, stand, clock } = setUp()
  stand.emit('query-session-end', {})
  expect([await leave(), standIn.dialogs]).toEqual([false, []])
  comeBack(stand, clock)
  expect([await leave(), standIn.dialogs.length]).toEqual([true, 1])
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves at once on %s, asked or not', async (signal) => {
  const before = process.listeners(signal)
  const { leave, stop, stayed } = setUp()
  const [own] = process.listeners(signal).filter((listener) => !before.includes(listener))
  await leave()
  own?.(signal)
  expect(electronApp.calls).toEqual(['quit'])
  expect([await leave('menu'), await leave('window'), standIn.dialogs.length]).toEqual([false, false, 1])
  stop()
  expect([process.listeners(signal), stayed()]).toEqual([before, 1])
})

test('an update whose question is still open is not installed when the session ends', async () => {
  const { leave, stayed } = setUp()
  const held = leave('menu')
  powerMonitor.emit('shutdown')
  expect([await held, stayed(), await leave('menu')]).toEqual([true, 1, false])
})

test.each(['menu', 'window'] as const)(
  'the window stays until the update is prepared, and who does not wait may go (%s)',
  async (by) => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { app, leave } = setUp(true, promise)
    app.emit(queueChanged({ saved: 1 }))
    expect([await leave(by), electronApp.calls]).toEqual([true, []])
    resolve(true)
    await until(() => electronApp.calls.length > 0)
    expect([electronApp.calls, await leave('menu'), await leave('window')]).toEqual([['quit'], false, false])
    const impatient = setUp(false, new Promise(() => undefined))
    expect([await impatient.leave(by), await impatient.leave(by)]).toEqual([true, false])
  },
)

test('a window whose update could not be prepared stays, and is closed as ever after that', async () => {
  const { leave } = setUp(false, Promise.resolve(false))
  expect([await leave(), electronApp.calls]).toEqual([true, []])
})

test('a session that ends while an update is being prepared is not held up, and nothing is installed', async () => {
  const { leave, stayed } = setUp(false, new Promise(() => undefined))
  await leave()
  powerMonitor.emit('shutdown')
  expect([stayed(), await leave('menu'), await leave('window')]).toEqual([1, false, false])
})

test('lets go', async () => {
  const { leave, stop } = setUp()
  stop()
  expect([await leave('menu'), await leave('window'), powerMonitor.eventNames()]).toEqual([false, false, []])
})

interface Keeping {
  readonly isNew?: boolean
  readonly isWanted?: boolean
  readonly platform?: NodeJS.Platform
}

function setUpKeeping({ isNew = false, isWanted = true, platform = 'linux' }: Keeping = {}) {
  const app = createFakeApp()
  app.response = { ok: true, data: queueState() }
  const stand = new BrowserWindow({})
  const queue = watchQueue(app)
  let told = 0
  const keepOn = createKeepOn({
    window: stand as unknown as ElectronWindow,
    queue,
    say,
    isWanted: () => isWanted,
    isNew: () => isNew && told === 0,
    onTold: () => (told += 1),
    platform,
  })
  app.emit(queueChanged({ running: 2, queued: 1 }))
  return { app, stand, keepOn, told: () => told, quit: vi.fn<() => void>() }
}

test('closing the window while tasks are open hides it, and says so the first time', async () => {
  const { app, stand, keepOn, told, quit } = setUpKeeping({ isNew: true })
  expect([keepOn(quit), keepOn(quit)]).toEqual([true, true])
  await until(() => stand.calls.length > 0)
  expect(standIn.dialogs).toMatchObject([
    {
      message: 'Atelier keeps running in the tray',
      detail:
        "3 tasks aren't finished. To see them, click Atelier in the tray, or open it again. You can change this in Settings > Desktop.",
    },
  ])
  expect([keepOn(quit), stand.calls, told()]).toEqual([true, ['hide', 'hide'], 1])
  app.emit(queueChanged({ queued: 3 }, true))
  expect(keepOn(quit)).toBe(false)
  app.emit(queueChanged({ saved: 3 }))
  expect([keepOn(quit), setUpKeeping({ isWanted: false }).keepOn(quit), quit.mock.calls]).toEqual([
    false,
    false,
    [],
  ])
})

test('whoever wants to quit instead does, and is told again another time', async () => {
  const { stand, keepOn, told, quit } = setUpKeeping({ isNew: true, platform: 'darwin' })
  standIn.presses = [1]
  keepOn(quit)
  await until(() => quit.mock.calls.length === 1)
  expect(standIn.dialogs).toMatchObject([{ message: 'Atelier keeps running in the Dock' }])
  expect([stand.calls, told()]).toEqual([[], 0])
})

test('a window that fills the screen is made smaller before it is hidden', () => {
  const { stand, keepOn, quit } = setUpKeeping()
  stand.fullScreen = true
  keepOn(quit)
  stand.emit('leave-full-screen')
  expect(stand.calls).toEqual(['setFullScreen false', 'hide'])
})

test('the window is hidden by its own button alone, not where the program quits or is updated', async () => {
  const keepOn = vi.fn<KeepOn>(() => true)
  const closing = setUp(false, undefined, keepOn)
  expect([await closing.leave('window'), keepOn.mock.calls.length]).toEqual([true, 1])
  expect([await closing.leave('menu'), await closing.leave('window'), keepOn.mock.calls.length]).toEqual([
    false,
    false,
    1,
  ])
  const updating = setUp(false, new Promise(() => undefined), keepOn)
  await updating.leave('window')
  const ending = setUp(true, undefined, keepOn)
  ending.stand.emit('query-session-end', {})
  expect([await ending.leave('window'), keepOn.mock.calls.length]).toEqual([false, 1])
  const quitting = setUp(true, undefined, (quit) => (quit(), true))
  await quitting.leave('window')
  expect([electronApp.calls, await quitting.leave('menu'), standIn.dialogs]).toEqual([['quit'], false, []])
})

test('asks in a window that can be seen', async () => {
  const { leave, stand } = setUp()
  stand.visible = false
  await leave('menu')
  expect(stand.calls).toEqual(['show'])
})
