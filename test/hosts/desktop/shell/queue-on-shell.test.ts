/** What follows the queue: the icon, the tray, and sleep. */
import { beforeEach, expect, test } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { drawAttention } from '#hosts/desktop/shell/attention.ts'
import { showQueueOnIcon, holdOffSleep } from '#hosts/desktop/shell/dock.ts'
import { watchQueue, type QueueSummary } from '#hosts/desktop/shell/queue-watch.ts'
import { showTray } from '#hosts/desktop/shell/tray.ts'
import { told, Tray } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createFakeApp } from '#test/hosts/fake-app.ts'
import { queueChanged, queueState, quoteOf, quotesChanged } from './queue-states.ts'
import { until } from '#test/stand-ins/until.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

function setUp() {
  const app = createFakeApp()
  app.response = { ok: true, data: queueState() }
  const queue = watchQueue(app)
  const stand = new BrowserWindow({})
  return { app, queue, window: stand as unknown as ElectronWindow, stand }
}

test('shows progress on the icon, and a badge for what waits for the user', () => {
  const { app, queue, window } = setUp()
  const stop = showQueueOnIcon(window, queue, say, 'linux')
  app.emit(queueChanged({ running: 3 }))
  app.emit(queueChanged({ running: 3 }))
  app.emit(queueChanged({ running: 1, saved: 1, unknown: 1 }, true))
  stop()
  expect(told).toEqual([
    ['window.setProgressBar', -1, undefined],
    ['app.setBadgeCount', 0],
    ['window.setProgressBar', 0, { mode: 'normal' }],
    ['app.setBadgeCount', 0],
    ['window.setProgressBar', 2 / 3, { mode: 'paused' }],
    ['app.setBadgeCount', 1],
    ['window.setProgressBar', -1, undefined],
    ['app.setBadgeCount', 0],
  ])
})

test('puts a sign over the icon on Windows', () => {
  const { app, queue, window } = setUp()
  showQueueOnIcon(window, queue, say, 'win32')
  app.emit(queueChanged({ unsaved: 2 }))
  expect(told.filter(([what]) => what !== 'window.setProgressBar')).toEqual([
    ['window.setOverlayIcon', false, ''],
    ['window.setOverlayIcon', true, '2 tasks need you'],
  ])
})

test('leaves a window alone that is gone', () => {
  const { app, queue, window, stand } = setUp()
  const stop = showQueueOnIcon(window, queue, say, 'linux')
  told.length = 0
  stand.destroyed = true
  app.emit(queueChanged({ running: 1 }))
  stop()
  expect(told).toEqual([])
})

test('tells the queue in the tray, pauses it, and leads back', () => {
  const { app, queue } = setUp()
  const pressed: unknown[] = []
  const stop = showTray(
    queue,
    {
      say,
      onOpen: () => pressed.push('open'),
      onApprovals: () => pressed.push('approvals'),
      onPause: (isPaused) => pressed.push(isPaused),
      onQuit: () => pressed.push('quit'),
    },
    'linux',
  )
  const [tray] = Tray.shown
  expect(tray?.toolTip).toBe('Atelier – Nothing running')
  app.emit(queueChanged({ running: 2, saving: 1, queued: 4, unknown: 1 }))
  expect(tray?.toolTip).toBe('Atelier – 1 task needs you, 2 running, 1 downloading, and 4 waiting')
  tray?.menu.forEach((item) => item.click?.())
  app.emit(queueChanged({}, true))
  expect(tray?.menu.map(({ label }) => label)).toContain('Resume the Queue')
  tray?.menu.find(({ label }) => label === 'Resume the Queue')?.click?.()
  tray?.emit('click')
  expect(pressed).toEqual(['open', true, 'quit', false, 'open'])
  stop()
  expect(Tray.shown.size).toBe(0)
})

test('counts the quotes that wait for approval on the icon and in the tray, which leads to them', () => {
  const { app, queue, window } = setUp()
  const pressed: unknown[] = []
  const press = (what: string) => () => void pressed.push(what)
  showQueueOnIcon(window, queue, say, 'linux')
  showTray(
    queue,
    {
      say,
      onOpen: press('open'),
      onApprovals: press('approvals'),
      onPause: press('pause'),
      onQuit: press('quit'),
    },
    'linux',
  )
  const [tray] = Tray.shown
  const idle = tray?.image
  app.emit(queueChanged({ unknown: 1 }))
  app.emit(quotesChanged(quoteOf('a'), quoteOf('b'), quoteOf('c', false)))
  expect(told.filter(([what]) => what === 'app.setBadgeCount').map(([, count]) => count)).toEqual([0, 1, 3])
  expect(tray?.toolTip).toBe('Atelier – 2 quotes from agents wait for your approval and 1 task needs you')
  expect(tray?.image).not.toBe(idle)
  tray?.menu.find(({ label }) => label === 'Review Quotes…')?.click?.()
  app.emit(quotesChanged())
  expect([pressed, tray?.menu.map(({ label }) => label).includes('Review Quotes…')]).toEqual([
    ['approvals'],
    false,
  ])
})

test('knows of the quotes that waited before the start', async () => {
  const app = createFakeApp()
  app.response = { ok: true, data: { ...queueState(), items: [quoteOf('a')] } }
  const queue = watchQueue(app)
  await until(() => queue.current().approvals > 0)
  expect(queue.current().approvals).toBe(1)
})

test.each(['linux', 'win32'] as const)(
  'marks the program on the taskbar of %s until it is looked at',
  (platform) => {
    const { app, window, stand } = setUp()
    const stop = drawAttention(app, window, platform)
    app.emit(quotesChanged(quoteOf('a', false)))
    expect(told).toEqual([])
    app.emit(quotesChanged(quoteOf('a')))
    app.emit(quotesChanged(quoteOf('a')))
    stand.emit('focus')
    app.emit(quotesChanged(quoteOf('b')))
    app.emit(quotesChanged())
    stand.focused = true
    app.emit(quotesChanged(quoteOf('c')))
    stop()
    const [on, off] = [
      ['window.flashFrame', true],
      ['window.flashFrame', false],
    ]
    expect([told, stand.listenerCount('focus')]).toEqual([[on, off, on, off], 0])
  },
)

test('bounces once in the dock of macOS, and no more once it is decided', () => {
  const { app, window } = setUp()
  const stop = drawAttention(app, window, 'darwin')
  app.emit(quotesChanged(quoteOf('a')))
  app.emit(quotesChanged())
  stop()
  expect(told).toEqual([
    ['dock.bounce', 'informational'],
    ['dock.cancelBounce', 3],
  ])
})

test('changes its image with the state of the queue, and only then', () => {
  const { app, queue } = setUp()
  const none = (): void => undefined
  showTray(queue, { say, onOpen: none, onApprovals: none, onPause: none, onQuit: none }, 'linux')
  const [tray] = Tray.shown
  const images: unknown[] = [tray?.image]
  for (const [counts, paused] of [
    [{ queued: 1 }, false],
    [{ running: 2 }, false],
    [{ running: 2 }, true],
    [{ running: 2, unknown: 1 }, true],
    [{ saved: 3 }, false],
  ] as const) {
    app.emit(queueChanged(counts, paused))
    if (images.at(-1) !== tray?.image) images.push(tray?.image)
  }
  const bytes = images.map((image) => (image as { toPNG(): Buffer }).toPNG().toString('base64'))
  expect(bytes).toHaveLength(5)
  expect([bytes[4] === bytes[0], new Set(bytes).size]).toEqual([true, 4])
})

test('holds off sleep while files are fetched, and only then', () => {
  const { app, queue } = setUp()
  const stop = holdOffSleep(queue)
  app.emit(queueChanged({ running: 5, queued: 5 }))
  expect(told).toEqual([])
  app.emit(queueChanged({ saving: 1 }))
  app.emit(queueChanged({ saving: 2 }))
  app.emit(queueChanged({ running: 1 }))
  app.emit(queueChanged({ saving: 1 }))
  stop()
  const block = ['powerSaveBlocker.start', 'prevent-app-suspension']
  const release = ['powerSaveBlocker.stop', 7]
  expect(told).toEqual([block, release, block, release])
})

async function watch(first = queueState()) {
  const app = createFakeApp()
  app.response = { ok: true, data: first }
  const queue = watchQueue(app)
  await Promise.resolve()
  const summaries: QueueSummary[] = []
  queue.subscribe((summary) => summaries.push(summary))
  return { app, queue, summaries, progress: () => queue.current().progress }
}

test('tells what the shell shows, at once and after each change', async () => {
  const { app, queue, summaries } = await watch(queueState({ queued: 2, saved: 5 }))
  app.emit(
    queueChanged({ queued: 1, sending: 1, running: 2, saving: 1, unknown: 1, unsaved: 2, saved: 5 }, true),
  )
  expect(summaries).toEqual([
    { paused: false, running: 0, downloading: 0, waiting: 2, needsYou: 0, approvals: 0, progress: 0 },
    { paused: true, running: 3, downloading: 1, waiting: 1, needsYou: 3, approvals: 0, progress: 3 / 8 },
  ])
  queue.close()
  app.emit(queueChanged({}))
  expect([summaries.length, app.listeners.size]).toEqual([2, 0])
})

test('measures progress from when the queue was last empty', async () => {
  const { app, progress } = await watch(queueState({ saved: 100 }))
  const seen = [progress()]
  for (const counts of [
    { queued: 4, saved: 100 },
    { running: 3, saved: 101 },
    { running: 1, failed: 1, saved: 102 },
    { saved: 103, failed: 1 },
    { running: 1, saved: 103, failed: 1 },
  ]) {
    app.emit(queueChanged(counts))
    seen.push(progress())
  }
  expect(seen).toEqual([null, 0, 1 / 4, 3 / 4, null, 0])
})

test('does not go below nothing when ended tasks are taken off the list', async () => {
  const { app, progress } = await watch(queueState({ saved: 100 }))
  app.emit(queueChanged({ running: 2, saved: 100 }))
  app.emit(queueChanged({ running: 2 }))
  expect(progress()).toBe(0)
})

test('keeps what it heard over an older response', async () => {
  const app = createFakeApp()
  const response = Promise.withResolvers<object>()
  app.call = async () => ({ ok: true, data: await response.promise })
  const queue = watchQueue(app)
  app.emit(queueChanged({ running: 1 }))
  response.resolve(queueState({ running: 9 }))
  await response.promise
  await Promise.resolve()
  expect(queue.current().running).toBe(1)
})
