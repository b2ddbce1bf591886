import { beforeEach, expect, test } from 'vitest'
import { createWindow, focusWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, nativeTheme, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'

beforeEach(resetElectron)

function open(state?: object) {
  const settings = createMemorySettings(state ? { window: [{ displays: ONE_DISPLAY, ...state }] } : {})
  const window = createWindow({ settings, preload: '/preload.cjs', devTools: false })
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

test('restores a window on a second display while that is there', () => {
  standIn.displays.push({ workArea: { x: 1_920, y: 0, width: 1_000, height: 800 } })
  expect(open({ ...kept, x: 2_000 }).stand.options).toMatchObject({ x: 2_000 })
})

test('appears when its page is ready, maximised if it was', () => {
  const { stand } = open({ ...kept, maximized: true })
  expect(stand.calls).toEqual([])
  stand.emit('ready-to-show')
  expect(stand.calls).toEqual(['maximize', 'show'])
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
  createWindow({ settings, preload: '/preload.cjs', devTools: false })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 2_000, width: 800 })
  // The system may list them in another order.
  standIn.displays.reverse()
  createWindow({ settings, preload: '/preload.cjs', devTools: false })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 2_000, width: 800 })
  standIn.displays = standIn.displays.filter(({ workArea }) => workArea.x === 0)
  createWindow({ settings, preload: '/preload.cjs', devTools: false })
  expect(BrowserWindow.last?.options).toMatchObject({ x: 100, width: 1_000 })
})

test('comes to the front when a second start asks', () => {
  const { stand, window } = open()
  stand.minimized = true
  focusWindow(window)
  expect(stand.calls).toEqual(['restore', 'show', 'focus'])
})
