/**
 * Holds the structure of the repository: who may import whom, and what lies at the top.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  circles,
  readImports,
  type SourceFile,
  machineTraces,
  strangersAtTheTop,
} from './architecture/imports.ts'
import { violations } from './architecture/areas.ts'

const ROOT = join(import.meta.dirname, '..')
const isTracked = existsSync(join(ROOT, '.git'))

function gitFiles(...args: readonly string[]): string[] {
  const output = execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' })
  return output.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))
}

function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Parsed once for all tests. */
let parsed: readonly SourceFile[] | null = null
function readSources(): readonly SourceFile[] {
  parsed ??= gitFiles('--cached', '--others', '--exclude-standard')
    .filter(isSource)
    .map((path) => readImports(path, readText(path)))
  return parsed
}

const isSource = (path: string): boolean => /^(?:electron|renderer)\/.*\.(?:ts|tsx|mjs)$/u.test(path)

test.skipIf(!isTracked)('every import of electron/ and renderer/ is one that the table allows', () => {
  expect(readSources().length).toBeGreaterThan(0)
  expect(violations(readSources())).toEqual([])
})

test.skipIf(!isTracked)('no file imports itself by way of others', () => {
  const found = circles(readSources()).map((circle) => circle.join(' - '))
  expect(found).toEqual([])
})

/** The view of such a selector renders for ever (React's error 185). */
test.skipIf(!isTracked)('no selector of a store makes a new list or object', () => {
  const makes = /\buse[A-Z]\w*\((?:[\w.]+, )?\([^()]*\) => [^()\n]*\?\? (?:\[\]|\{\})\)/u
  expect(makes.test('useListing((state) => state.facets?.tags ?? [])')).toBe(true)
  expect(gitFiles('renderer').filter((path) => isSource(path) && makes.test(readText(path)))).toEqual([])
})

test('a circle of files is found, also through types and when it is entered from outside', () => {
  const files = Object.entries({
    'electron/core/main.ts': "import './a.ts'; import './d.ts'",
    'electron/core/a.ts': "import './b.ts'",
    'electron/core/b.ts': "import type { C } from '#core/c.ts'; import './d.ts'",
    'electron/core/c.ts': "import './a.ts'",
    'electron/core/d.ts': "import 'node:fs'",
  }).map(([path, source]) => readImports(path, source))
  expect(circles(files)).toEqual([['a.ts', 'b.ts', 'c.ts'].map((name) => `electron/core/${name}`)])
})

test.skipIf(!isTracked)('the top level holds what it should and nothing else', () => {
  expect(strangersAtTheTop(gitFiles())).toEqual([])
})

test.skipIf(!isTracked)('no file names a folder or a registry of the machine it was written on', () => {
  const files = gitFiles().map((path) => ({ path, text: readText(path) }))
  expect(machineTraces(files)).toEqual([])
})

function problems(path: string, source: string): string[] {
  return violations([readImports(path, source)])
}

const REFUSED: readonly (readonly [path: string, source: string])[] = [
  ['electron/contract/tasks.ts', "import { join } from 'node:path'"],
  ['electron/contract/tasks.ts', "import ky from 'ky'"],
  ['electron/contract/tasks.ts', "import type { App } from '#core/app.ts'"],
  ['electron/core/app.ts', "import { app } from 'electron'"],
  ['electron/core/app.ts', "import { Hono } from 'hono'"],
  ['electron/core/app.ts', "import { clock } from '#adapters/node/clock.ts'"],
  ['electron/core/app.ts', "import type { Task } from '../local-service/task.ts'"],
  ['electron/core/app.ts', "const { build } = await import('#hosts/build-paths.ts')"],
  ['electron/core/store/database.ts', "import { toTaskRecord } from '../tasks/task-row.ts'"],
  ['electron/core/library/library.ts', "import type { Exporter } from './exchange/export-library.ts'"],
  ['electron/core/service/client.ts', "import type { Catalog } from '#core/catalog/catalog.ts'"],
  ['electron/core/tasks/engine.ts', "import { openApp } from '../open-app.ts'"],
  ['electron/core/utilities/strings.ts', 'export const empty = true'],
  ['electron/adapters/node/secrets.ts', "import Store from 'electron-store'"],
  ['electron/adapters/node/secrets.ts', "import { openApp } from '#core/app.ts'"],
  ['electron/adapters/electron/secrets.ts', "import { VERSION } from '#hosts/build-paths.ts'"],
  ['electron/hosts/agents/agents-server.ts', "import { startWebHost } from '#hosts/web/start-web-host.ts'"],
  ['electron/hosts/web/main.ts', "export { app } from 'electron'"],
  ['electron/hosts/web/main.ts', "import { openWindow } from '#hosts/desktop/window.ts'"],
  ['electron/hosts/web/main.ts', "import { secrets } from '#adapters/electron/secrets.ts'"],
  ['electron/hosts/page/page-handler.ts', "import type { App } from 'electron'"],
  ['electron/hosts/local-service/supervisor.ts', "const electron = require('electron')"],
  ['electron/hosts/desktop/main.ts', "import { built } from '../../scripts/paths.ts'"],
  ['electron/hosts/desktop/preload.ts', "import { routes } from '#contract/routes.ts'"],
  ['electron/hosts/desktop/preload.ts', "import { join } from 'node:path'"],
  ['electron/hosts/desktop/preload.ts', "import { channel } from './channels.ts'"],
  ['electron/local-service/main.ts', "import type { Task } from '#contract/tasks.ts'"],
  ['electron/local-service/main.ts', "import manifest from '../../package.json' with { type: 'json' }"],
  ['electron/scripts/build.ts', "import { VERSION } from '#hosts/build-paths.ts'"],
  ['renderer/bridge/bridge.ts', "import { routes } from '#contract/routes.ts'"],
  ['renderer/bridge/bridge.ts', "import { type Route } from '#contract/routes.ts'"],
  ['renderer/bridge/bridge.ts', "import { Button } from '#renderer/ui/button.tsx'"],
  ['renderer/ui/button.tsx', "import { call } from '../bridge/bridge.ts'"],
  ['renderer/features/queue/queue-view.tsx', "import { Grid } from '../gallery/grid.tsx'"],
  ['renderer/features/queue/queue-view.tsx', "import type { Route } from '../../app/route.ts'"],
  ['renderer/features/queue/queue-view.tsx', "type App = import('#core/app.ts').App"],
  ['renderer/app/app.tsx', "export * from '#contract/tasks.ts'"],
  ['renderer/app/app.tsx', "import { ipcRenderer } from 'electron'"],
  ['renderer/app/app.tsx', "import 'node:fs'"],
  ['renderer/app/app.tsx', "import { built } from '../../electron/scripts/paths.ts'"],
  ['electron/utilities/strings.ts', 'export const empty = true'],
]

test.each(REFUSED)('%s is refused: %s', (path, source) => {
  expect(problems(path, source)).toHaveLength(1)
})

const ALLOWED: readonly (readonly [path: string, source: string])[] = [
  ['electron/contract/tasks.ts', "import { z } from 'zod'; import { json } from './json.ts'"],
  ['electron/core/app.ts', "import type { Clock } from './ports/clock.ts'; import 'node:fs'; import 'sharp'"],
  ['electron/core/catalog/catalog.ts', "import { readModels } from './listings/read-models.ts'"],
  ['electron/core/library/exchange/zip-file.ts', "import type { Library } from '../library.ts'"],
  ['electron/adapters/electron/secrets.ts', "import { safeStorage } from 'electron'"],
  ['electron/hosts/web/main.ts', "import { openApp } from '#core/app.ts'; import { Hono } from 'hono'"],
  ['electron/hosts/desktop/preload.ts', "import { ipcRenderer } from 'electron'"],
  ['electron/hosts/desktop/preload.ts', "import type { Route } from '#contract/routes.ts'"],
  [
    'renderer/features/queue/queue-view.tsx',
    "import { call } from '#renderer/bridge/bridge.ts'; import './a.css'",
  ],
  ['renderer/bridge/bridge.ts', "import { OPEN_STATES } from '#contract/rules/task-states.ts'"],
  ['renderer/app/app.tsx', "import { fail } from '#contract/errors.ts'"],
  ['renderer/app/app.tsx', "import { Queue } from '../features/queue/queue-view.tsx'"],
]

test.each(ALLOWED)('%s is allowed: %s', (path, source) => {
  expect(problems(path, source)).toEqual([])
})

test('a stranger at the top is named, a dotfile is not', () => {
  expect(strangersAtTheTop(['README.md', 'electron/a.ts', '.ci/run', 'docs/a.md', 'notes.txt'])).toEqual([
    'docs',
    'notes.txt',
  ])
})

test("a machine's folder and a package registry are named, an example is not", () => {
  const folder = ['', 'work', 'main'].join('/')
  const registry = ['https:/', 'registry.example', 'zod'].join('/')
  const files = [
    { path: 'a.ts', text: `open('${folder}/a')` },
    { path: 'b.json', text: `{ "resolved": "${registry}" }` },
    { path: 'c.ts', text: "open('/home/someone/Pictures')" },
  ]
  expect(machineTraces(files)).toEqual([`a.ts: ${folder}`, `b.json: ${registry}`])
})
