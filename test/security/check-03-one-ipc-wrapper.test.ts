/** Check 3: `ipcMain` is touched in one file, `ipcRenderer` in the preload alone, and Electron is never taken as a whole. */
import { expect, test } from 'vitest'
import { importsOf, parseSource, readSources, type Source } from './sources.ts'

const PLACES: Readonly<Record<string, string>> = {
  ipcMain: 'electron/hosts/desktop/window/ipc.ts',
  ipcRenderer: 'electron/hosts/desktop/preload.ts',
  contextBridge: 'electron/hosts/desktop/preload.ts',
}
/** Other roads between the processes; none of them checks who speaks. */
const BANNED = ['MessageChannelMain', 'webFrameMain']

function problems(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const names = ['electron', 'electron/main', 'electron/renderer', 'electron/common'].flatMap((module) =>
      importsOf(source, module),
    )
    return names
      .filter(
        (name) => name === '*' || BANNED.includes(name) || (PLACES[name] ?? source.path) !== source.path,
      )
      .map((name) => `${source.path} takes ${name}`)
  })
}

test('the wrapper and the preload are the only ends of the line', () => {
  const sources = readSources()
  expect(problems(sources)).toEqual([])
  for (const [name, path] of Object.entries(PLACES)) {
    const place = sources.find((source) => source.path === path)
    expect(place && importsOf(place, 'electron')).toContain(name)
  }
})

test.each([
  "import { ipcMain } from 'electron'",
  "import { ipcMain as line } from 'electron/main'",
  "import { ipcRenderer } from 'electron'",
  "import * as electron from 'electron'",
  "import electron from 'electron'",
  "export { ipcMain } from 'electron'",
  "const { ipcMain } = require('electron')",
  "const { ipcMain } = await import('electron')",
  "import { MessageChannelMain } from 'electron'",
])('refuses %s anywhere else', (text) => {
  expect(problems([parseSource('electron/hosts/desktop/shell/menu.ts', text)])).toHaveLength(1)
})

test('lets types pass', () => {
  const text = "import { type IpcMain, dialog } from 'electron'; import type { IpcRenderer } from 'electron'"
  expect(problems([parseSource('electron/hosts/desktop/shell/menu.ts', text)])).toEqual([])
})
