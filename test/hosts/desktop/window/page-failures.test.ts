import { beforeEach, expect, test } from 'vitest'
import { logProcessEnds, watchPage } from '#hosts/desktop/window/page-failures.ts'
import { app, BrowserWindow, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { until } from '#test/stand-ins/until.ts'

beforeEach(resetElectron)

function setUp() {
  const window = new BrowserWindow({})
  const notes: string[] = []
  const sentences: string[] = []
  const time = { now: 0 }
  watchPage({
    window: window as never,
    now: () => time.now,
    keep: (what) => void notes.push(what),
    giveUp: (sentence) => void sentences.push(sentence),
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
