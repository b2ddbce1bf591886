import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import type { Command } from '#contract/app.ts'
import {
  createNotificationHealth,
  mayNotify,
  notifyOfOutcomes,
  notifyOfQuotes,
} from '#hosts/desktop/shell/notifications.ts'
import { Notification, told } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { createFakeApp } from '#test/hosts/fake-app.ts'
import type { WaitingQuote } from '#contract/agents.ts'
import { quoteOf, quotesChanged, taskChanged } from './queue-states.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

function setUp({ isWanted = true } = {}) {
  const app = createFakeApp()
  const stand = new BrowserWindow({})
  const clock = createManualClock(1_000)
  const health = createNotificationHealth(true)
  const pressed: Command[] = []
  const stop = notifyOfOutcomes({
    say,
    app,
    window: stand as unknown as ElectronWindow,
    clock,
    isWanted: () => isWanted,
    health,
    onPress: (command) => pressed.push(command),
  })
  onTestFinished(stop)
  const shown = async () => {
    await until(() => Notification.shown.size > 0)
    return [...Notification.shown]
  }
  return { app, stand, clock, pressed, shown, stop, health }
}

test('tells of one task in its own words, with its image, and leads to what it made', async () => {
  const { app, clock, pressed, shown, stop } = setUp()
  const path = join(await makeTempDir(), 'thumb.webp')
  await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .webp()
    .toFile(path)
  app.files.set('thumb a1', { path, mimeType: 'image/webp', sizeBytes: 1 })
  app.emit(taskChanged('t1', 'running'))
  app.emit(taskChanged('t1', 'saved', { assetIds: ['a1'] }))
  clock.advance(2_000)
  const [one] = await shown()
  expect(one?.options).toMatchObject({ title: '1 task finished', body: 'prompt of t1' })
  const icon = one?.options.icon as { toPNG(): Buffer }
  expect(await sharp(icon.toPNG()).metadata()).toMatchObject({ format: 'png', width: 256 })
  one?.emit('click')
  expect(pressed).toEqual([{ kind: 'openAsset', id: 'a1' }])
  stop()
  expect(Notification.shown.size).toBe(0)
})

test('gathers what ends within a moment, and says first what needs the user', async () => {
  const { app, clock, pressed, shown } = setUp()
  for (const id of ['a', 'b', 'c']) app.emit(taskChanged(id, 'saved'))
  app.emit(taskChanged('c', 'saved'))
  app.emit(taskChanged('d', 'unknown'))
  app.emit(taskChanged('e', 'failed'))
  app.emit(taskChanged('f', 'running'))
  clock.advance(2_000)
  const all = await shown()
  expect(all.map(({ options }) => [options.title, options.body])).toEqual([
    ['1 task needs your decision, 3 tasks finished, and 1 task failed', ''],
  ])
  all[0]?.emit('click')
  expect(pressed).toEqual([{ kind: 'run', command: 'place:queue' }])
})

test('leads to the one that needs the user', async () => {
  const { app, clock, pressed, shown } = setUp()
  app.emit(taskChanged('t1', 'unsaved', { assetIds: ['a1'] }))
  clock.advance(2_000)
  const [one] = await shown()
  one?.emit('click')
  expect(pressed).toEqual([{ kind: 'openTask', id: 't1' }])
})

interface Silence {
  readonly isFocused?: boolean
  readonly isWanted?: boolean
  readonly isDestroyed?: boolean
  readonly updatedAt?: number
}

test.each<readonly [string, Silence]>([
  ['the window is in front', { isFocused: true }],
  ['the user wants none', { isWanted: false }],
  ['the window is gone', { isDestroyed: true }],
  ['it ended before this start', { updatedAt: 500 }],
])(
  'is silent where %s',
  async (_, { isFocused = false, isWanted = true, isDestroyed = false, updatedAt = 2_000 }) => {
    const { app, clock, stand } = setUp({ isWanted })
    stand.focused = isFocused
    stand.destroyed = isDestroyed
    app.emit(taskChanged('t1', 'saved', { updatedAt }))
    clock.advance(2_000)
    await new Promise(setImmediate)
    expect(Notification.shown.size).toBe(0)
    // Whoever asks Windows gets a shortcut for it.
    expect(told).toEqual([])
  },
)

function setUpQuotes({ isWanted = true } = {}) {
  const app = createFakeApp()
  const stand = new BrowserWindow({})
  const health = createNotificationHealth(true)
  const pressed: Command[] = []
  const stop = notifyOfQuotes({
    say,
    app,
    window: stand as unknown as ElectronWindow,
    isWanted: () => isWanted,
    health,
    onPress: (command) => pressed.push(command),
  })
  onTestFinished(stop)
  const waits = (...items: readonly WaitingQuote[]) => app.emit(quotesChanged(...items))
  const titles = () => [...Notification.shown].map(({ options }) => options.title)
  return { stand, pressed, stop, waits, titles, health }
}

test('tells that an agent waits, without a word of its own, and leads to it', () => {
  const { pressed, stop, waits, titles } = setUpQuotes()
  waits(quoteOf('a', false))
  expect(titles()).toEqual([])
  waits(quoteOf('a'))
  const [one] = Notification.shown
  expect(titles()).toEqual(['Claude waits for your approval'])
  expect(JSON.stringify(one?.options)).not.toContain('Approve this')
  one?.emit('click')
  expect(pressed).toEqual([{ kind: 'openQuotes' }])
  stop()
  expect(titles()).toEqual([])
})

test('shows one for all that wait, not again for the same, and none when nothing does', () => {
  const { waits, titles } = setUpQuotes()
  waits(quoteOf('a'))
  waits(quoteOf('a'), quoteOf('b'))
  expect(titles()).toEqual(['2 quotes from agents wait for your approval'])
  waits(quoteOf('b'))
  expect(titles()).toEqual(['2 quotes from agents wait for your approval'])
  waits()
  expect(titles()).toEqual([])
})

test('says nothing to whoever is here, or wants no notifications', () => {
  const { stand, waits, titles } = setUpQuotes()
  stand.focused = true
  waits(quoteOf('a'))
  expect(titles()).toEqual([])
  const other = setUpQuotes({ isWanted: false })
  other.waits(quoteOf('a'))
  // Whoever asks Windows gets a shortcut for it.
  expect([titles(), told]).toEqual([[], []])
})

test('knows why the last notification was not shown, until one is', async () => {
  const { app, clock, shown, health } = setUp()
  expect(health.current()).toEqual({ state: 'fine' })
  app.emit(taskChanged('t1', 'saved'))
  clock.advance(2_000)
  const [one] = await shown()
  one?.emit('failed', {}, 'Notifications are not allowed for this application')
  expect(health.current()).toEqual({
    state: 'failed',
    reason: 'Notifications are not allowed for this application',
  })
  one?.emit('show', {})
  expect(health.current()).toEqual({ state: 'fine' })
  expect(createNotificationHealth(false).current()).toEqual({ state: 'off' })
})

test('a quote that the system does not show is known of as well', () => {
  const { waits, health } = setUpQuotes()
  waits(quoteOf('a'))
  for (const one of Notification.shown) one.emit('failed', {}, '')
  expect(health.current()).toEqual({ state: 'failed', reason: '' })
})

test.each([
  ['an installed program', true, {}, 'win32', true],
  ['a checkout on Windows', false, {}, 'win32', false],
  ['a checkout elsewhere', false, {}, 'linux', true],
  ['a portable program', true, { PORTABLE_EXECUTABLE_DIR: 'D:\\' }, 'win32', false],
  ['a portable file', true, { PORTABLE_EXECUTABLE_FILE: 'D:\\a.exe' }, 'win32', false],
] as const)('%s may show notifications: %s, %s, %s: %s', (_, isPackaged, environment, platform, may) => {
  expect(mayNotify(isPackaged, environment, platform)).toBe(may)
})
