/** Check 13: no page from `file://`, no debugging port, and no developer tools in what users install. */
import { beforeEach, expect, test } from 'vitest'
import { installMenu } from '#hosts/desktop/shell/menu.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { findNodes, parseSource, readSources, wordOf, type Node, type Source } from './sources.ts'

beforeEach(resetElectron)

const BACK_DOORS =
  /file:\/\/|^(?:loadFile|openDevTools|toggleDevTools|remote-debugging-(?:port|pipe)|inspect(?:-brk|-port)?|js-flags)$|--(?:inspect|remote-debugging)/u
/** Places that name one and say why it opens nothing. */
const KNOWN: readonly RegExp[] = [
  // The menu of a development run; `installMenu` leaves it out of what users install (below).
  /^electron\/hosts\/desktop\/shell\/menu\.ts: .*toggleDevTools/u,
]

function backDoors(sources: readonly Source[]): string[] {
  const isDoor = (node: Node): boolean => BACK_DOORS.test(wordOf(node))
  return findNodes(sources, isDoor).filter((line) => !KNOWN.some((known) => known.test(line)))
}

test('the source names no back door', () => {
  expect(backDoors(readSources().filter(({ path }) => path.startsWith('electron/hosts/')))).toEqual([])
})

test.each([
  "window.loadURL('file:///index.html')",
  "window.loadFile('index.html')",
  'window.webContents.openDevTools()',
  "app.commandLine.appendSwitch('remote-debugging-port', '9222')",
  "utilityProcess.fork(entry, [], { execArgv: ['--inspect=9229'] })",
])('sees %s', (text) => {
  expect(backDoors([parseSource('a.ts', text)])).toHaveLength(1)
})

test('developer tools hang on the program not being packaged', () => {
  const main = readSources().find(({ path }) => path === 'electron/hosts/desktop/main.ts')
  expect(main?.text).toMatch(/devTools: !app\.isPackaged,/u)
  const run = (): void => undefined
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    installMenu({ devTools: false, run, onOpenRecipe: run }, platform)
  expect(JSON.stringify(standIn.menus)).not.toMatch(/devtools/iu)
})
