import { beforeEach, expect, test } from 'vitest'
import { showWhenReady } from '#hosts/desktop/window/first-show.ts'
import { createWindow, focusWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, nativeTheme, resetElectron, standIn, app } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { logProcessEnds, watchPage } from '#hosts/desktop/window/page-failures.ts'
import { until } from '#test/stand-ins/until.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

function open(state?: object, background = false) {
  const settings = createMemorySettings(state ? { window: [{ displays: ONE_DISPLAY, ...state }] } : {})
  const { window } = createWindow({
    settings,
    preload: '/preload.cjs',
    devTools: false,
    clock: createManualClock(),
    background,
  })
  const stand = BrowserWindow.last
  if (!stand) throw new Error('no window')
  return { settings, stand, window }
}

const ONE_DISPLAY = '1920x1080@0,0'
const size = { width: 1_280, height: 820 }

test('opens hidden, with its size and background', () => {
  const { icon, ...options } = Object(open().stand.options)
  expect(icon !== undefined).toBe(process.platform === 'linux')
  expect(options).toEqual({
    ...size,
    minWidth: 720,
    minHeight: 480,
    title: 'Atelier',
    show: false,
    backgroundColor: '#110f0d',
    webPreferences: expect.any(Object),
  })
})

test('has the background of the light theme', () => {
  nativeTheme.shouldUseDarkColors = false
  expect(open().stand.options).toMatchObject({ backgroundColor: '#fcfaf8' })
})

const kept = { x: 100, y: 50, width: 1_000, height: 700, maximized: false }
const { maximized: _, ...keptBounds } = kept

test.each([
  ['where it was', kept, keptBounds],
  ['partly outside, still to be grabbed', { ...kept, x: 1_800 }, { ...keptBounds, x: 1_800 }],
  ['off every display', { ...kept, x: 5_000 }, size],
  ['above the display', { ...kept, y: -40 }, size],
  ['a sliver on the display', { ...kept, x: 1_900 }, size],
  ['too small', { ...kept, width: 10 }, size],
  ['not numbers', { ...kept, x: 'a' }, size],
  ['missing parts', { x: 1 }, size],
])('restores a window that was %s', (_, state, bounds) => {
  const { x, y, width, height } = Object(open(state).stand.options)
  expect({ x, y, width, height }).toEqual({ x: undefined, y: undefined, ...bounds })
})

test('fits a window of another, larger display into this one', () => {
  const large = { displays: '3840x2160@0,0', x: 200, y: 100, width: 3_000, height: 2_000, maximized: false }
  expect(open(large).stand.options).toMatchObject({ x: 0, y: 0, width: 1_920, height: 1_080 })
  expect(open({ ...large, width: 1_900, height: 900 }).stand.options).toMatchObject({ x: 20, y: 100 })
})

test('is no larger at first than the display', () => {
  standIn.displays = [{ workArea: { x: 0, y: 0, width: 1_366, height: 728 } }]
  expect(open().stand.options).toMatchObject({ width: 1_280, height: 728 })
})

test('restores a window on a second display while that is there', () => {
  standIn.displays.push({ workArea: { x: 1_920, y: 0, width: 1_000, height: 800 } })
  expect(open({ ...kept, x: 2_000, width: 900 }).stand.options).toMatchObject({ x: 2_000 })
})

test('appears when its page is ready, maximised if it was', () => {
  const { stand } = open({ ...kept, maximized: true })
  expect(stand.calls).toEqual([])
  stand.emit('ready-to-show')
  expect(stand.calls).toEqual(['maximize', 'show'])
})

function openOn(platform: NodeJS.Platform) {
  const stand = new BrowserWindow({})
  const clock = createManualClock()
  let isShown = false
  const shown = showWhenReady({ window: stand as never, maximized: false, after: clock.after, platform })
  void shown.then(() => (isShown = true))
  return { stand, clock, shown, isShown: () => isShown }
}

test('appears on Linux when its page is loaded, where a hidden window is not painted', async () => {
  standIn.paintsHidden = false
  const { stand, shown, clock, isShown } = openOn('linux')
  expect(isShown()).toBe(false)
  await stand.loadURL('atelier://app/')
  await shown
  stand.emit('ready-to-show')
  clock.advance(10_000)
  expect(stand.calls).toEqual(['loadURL atelier://app/', 'show'])
})

test.each(['linux', 'win32', 'darwin'] as const)(
  'appears on %s before a page that does not come',
  (platform) => {
    standIn.paintsHidden = false
    const { stand, clock } = openOn(platform)
    clock.advance(1_999)
    expect(stand.calls).toEqual([])
    clock.advance(1)
    expect(stand.calls).toEqual(['show'])
  },
)

test('waits for the first paint elsewhere, and not for the page to be loaded', async () => {
  const { stand, shown } = openOn('win32')
  stand.webContents.emit('did-finish-load')
  expect(stand.calls).toEqual([])
  stand.emit('ready-to-show')
  await shown
  expect(stand.calls).toEqual(['show'])
})

test('is not shown once it is gone, and nobody waits for it', async () => {
  const { stand, clock, shown } = openOn('linux')
  stand.destroy()
  await shown
  clock.advance(10_000)
  expect([stand.calls, clock.waits]).toEqual([[], 0])
})

test('started for an agent it stays hidden until the user opens it, and is maximised then if it was', () => {
  const { stand, settings, window } = open({ ...kept, maximized: true }, true)
  stand.emit('ready-to-show')
  expect(stand.calls).toEqual([])
  stand.emit('close')
  expect(settings.get('window')).toMatchObject([{ maximized: true }])
  focusWindow(window)
  stand.emit('show')
  expect(stand.calls).toEqual(['show', 'focus', 'maximize'])
})

test('remembers its place when it closes', () => {
  const { stand, settings } = open()
  stand.maximized = true
  stand.emit('close')
  expect(settings.get('window')).toEqual([
    { displays: ONE_DISPLAY, x: 10, y: 20, width: 900, height: 700, maximized: true },
  ])
})

test('remembers a place for each arrangement of displays', () => {
  const { stand, settings } = open(kept)
  standIn.displays = [...standIn.displays, { workArea: { x: 1_920, y: 0, width: 1_000, height: 800 } }]
  stand.bounds = { x: 2_000, y: 40, width: 800, height: 600 }
  stand.emit('close')
  createWindow({ settings, preload: '/preload.cjs', devTools: false, clock: createManualClock() })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 2_000, width: 800 })
  // The system may list them in another order.
  standIn.displays.reverse()
  createWindow({ settings, preload: '/preload.cjs', devTools: false, clock: createManualClock() })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 2_000, width: 800 })
  standIn.displays = standIn.displays.filter(({ workArea }) => workArea.x === 0)
  createWindow({ settings, preload: '/preload.cjs', devTools: false, clock: createManualClock() })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 100, width: 1_000 })
})

test('comes to the front when a second start asks', () => {
  const { stand, window } = open()
  stand.minimized = true
  focusWindow(window)
  expect(stand.calls).toEqual(['restore', 'show', 'focus'])
})

function setUp() {
  const window = new BrowserWindow({})
  const notes: string[] = []
  const sentences: string[] = []
  const time = { now: 0 }
  watchPage({
    window: window as never,
    now: () => time.now,
    keep: (what) => void notes.push(what),
    say,
    giveUp: (why) => void sentences.push(say(why)),
  })
  const gone = (reason: string) => window.webContents.emit('render-process-gone', {}, { reason, exitCode: 5 })
  return { window, notes, sentences, time, gone }
}

test('gives up with a sentence when the preload does not load', () => {
  const { window, notes, sentences } = setUp()
  window.webContents.emit('preload-error', {}, '/app/preload.cjs', new Error('Unexpected token'))
  expect([notes.length, sentences.length]).toEqual([1, 1])
  expect(sentences[0]).not.toContain('preload')
})

test('gives up when the page does not come, not when a frame or a replaced load does not', () => {
  const { window, sentences } = setUp()
  const fail = (code: number, isMainFrame: boolean) =>
    window.webContents.emit('did-fail-load', {}, code, 'ERR_FAILED', 'atelier://app/', isMainFrame)
  fail(-2, false)
  fail(-3, true)
  expect(sentences).toEqual([])
  fail(-2, true)
  expect(sentences).toHaveLength(1)
})

test.each(['crashed', 'oom', 'killed', 'launch-failed'])('loads a page that ended (%s) again', (reason) => {
  const { window, notes, gone } = setUp()
  gone(reason)
  expect([window.webContents.reloads, notes.length]).toEqual([1, 1])
})

test('leaves a page alone that ended as it should', () => {
  const { window, notes, gone } = setUp()
  gone('clean-exit')
  expect([window.webContents.reloads, notes]).toEqual([0, []])
})

test('asks, once a page ends again at once, and not after a while', async () => {
  const { window, time, gone } = setUp()
  gone('crashed')
  time.now += 60_000
  gone('crashed')
  expect([window.webContents.reloads, standIn.dialogs]).toEqual([2, []])
  time.now += 1_000
  standIn.presses = [0]
  gone('crashed')
  await until(() => window.webContents.reloads === 3)
  gone('crashed')
  await until(() => window.calls.includes('close'))
  expect([window.webContents.reloads, standIn.dialogs.length]).toEqual([3, 2])
})

test('names the processes that ended in the log, until it is told to stop', () => {
  const lines: string[] = []
  const stop = logProcessEnds((line) => void lines.push(line))
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit', exitCode: 0 })
  stop()
  app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed', exitCode: 5 })
  expect(lines).toEqual(['A process ended: GPU , crashed (5).'])
})
