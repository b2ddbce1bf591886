/** What follows the queue: the icon, the tray, and sleep. */
import { beforeEach, expect, test } from 'vitest'
import type { BrowserWindow as ElectronWindow } from 'electron'
import { showQueueOnIcon, holdOffSleep } from '#hosts/desktop/shell/dock.ts'
import { watchQueue } from '#hosts/desktop/shell/queue-watch.ts'
import { showTray } from '#hosts/desktop/shell/tray.ts'
import { told, Tray } from '#test/stand-ins/electron-shell.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createFakeApp } from '../../fake-app.ts'
import { queueChanged, queueState } from './queue-states.ts'

beforeEach(resetElectron)

function setUp() {
  const app = createFakeApp()
  app.answer = { ok: true, data: queueState() }
  const queue = watchQueue(app)
  const stand = new BrowserWindow({})
  return { app, queue, window: stand as unknown as ElectronWindow, stand }
}

test('shows progress on the icon, and a badge for what waits for the user', () => {
  const { app, queue, window } = setUp()
  const stop = showQueueOnIcon(window, queue, 'linux')
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
  showQueueOnIcon(window, queue, 'win32')
  app.emit(queueChanged({ unsaved: 2 }))
  expect(told.filter(([what]) => what !== 'window.setProgressBar')).toEqual([
    ['window.setOverlayIcon', false, ''],
    ['window.setOverlayIcon', true, '2 tasks need you'],
  ])
})

test('leaves a window alone that is gone', () => {
  const { app, queue, window, stand } = setUp()
  const stop = showQueueOnIcon(window, queue, 'linux')
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
      onOpen: () => pressed.push('open'),
      onPause: (isPaused) => pressed.push(isPaused),
      onQuit: () => pressed.push('quit'),
    },
    'linux',
  )
  const [tray] = Tray.shown
  expect(tray?.toolTip).toBe('Atelier – Nothing running')
  app.emit(queueChanged({ running: 2, saving: 1, queued: 4, unknown: 1 }))
  expect(tray?.toolTip).toBe('Atelier – 1 task needs you, 2 running, 1 downloading, 4 waiting')
  tray?.menu.forEach((item) => item.click?.())
  app.emit(queueChanged({}, true))
  expect(tray?.menu.map(({ label }) => label)).toContain('Resume the Queue')
  tray?.menu.find(({ label }) => label === 'Resume the Queue')?.click?.()
  tray?.emit('click')
  expect(pressed).toEqual(['open', true, 'quit', false, 'open'])
  stop()
  expect(Tray.shown.size).toBe(0)
})

test('changes its image with the state of the queue, and only then', () => {
  const { app, queue } = setUp()
  const none = (): void => undefined
  showTray(queue, { onOpen: none, onPause: none, onQuit: none }, 'linux')
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
