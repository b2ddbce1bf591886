/** Check 1: the window has exactly these web preferences, and the whole program runs sandboxed. */
import { beforeEach, expect, test } from 'vitest'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, resetElectron } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { findNodes, readSources, wordOf } from './sources.ts'

beforeEach(resetElectron)

test.each([false, true])('opens with exactly these preferences (developer tools: %s)', (devTools) => {
  createWindow({ settings: createMemorySettings(), preload: '/preload.cjs', devTools })
  const { webPreferences } = Object(BrowserWindow.last?.options)
  expect(webPreferences).toEqual({
    preload: '/preload.cjs',
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    devTools,
  })
})

test('makes windows in one place, and turns the sandbox on for all', () => {
  const sources = readSources()
  const windows = findNodes(
    sources,
    (node) =>
      node.type === 'NewExpression' &&
      /^(?:BrowserWindow|BaseWindow|WebContentsView|BrowserView)$/u.test(wordOf(node['callee'])),
  )
  expect(windows).toEqual(['electron/hosts/desktop/window/window.ts: const window = new BrowserWindow({'])
  const sandboxes = findNodes(sources, (node) => wordOf(node) === 'enableSandbox')
  expect(sandboxes).toEqual([
    "electron/hosts/desktop/main.ts: if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()",
  ])
})
