import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { DESKTOP_READY_LINE } from '#hosts/desktop/arguments.ts'
import { findChromium } from '../../electron/scripts/testing/chromium.ts'
import { runtimePath, sandboxProblem } from '../../electron/scripts/desktop-runtime.ts'
import { hashSources } from '../../electron/scripts/build/build.ts'
import { openDesktop, readOptions, readyUrl } from '../../electron/scripts/start.ts'

/** A folder with these files, each of them a program. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-finding-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    chmodSync(join(root, path), 0o755)
  }
  return root
}

test("finds Electron's runtime beside its package or where the environment says", () => {
  const complete = folderWith({ 'path.txt': 'electron', 'dist/electron': '' })
  const unfetched = folderWith({ 'package.json': '{}' })
  const elsewhere = folderWith({ electron: '', 'electron.exe': '' })
  expect(runtimePath(complete, {})).toBe(join(complete, 'dist', 'electron'))
  expect(runtimePath(unfetched, {})).toBeNull()
  expect(runtimePath(folderWith({ 'path.txt': 'electron' }), {})).toBeNull()
  expect(runtimePath(complete, { ELECTRON_OVERRIDE_DIST_PATH: elsewhere })).toBe(join(elsewhere, 'electron'))
  expect(runtimePath(complete, { ELECTRON_OVERRIDE_DIST_PATH: unfetched })).toBeNull()
})

test('a Linux that allows programs no sandbox is told before Electron is started', () => {
  const program = join(folderWith({ electron: '' }), 'electron')
  const settings = (values: Readonly<Record<string, string>>) => folderWith(values)
  const limits = {
    'kernel/apparmor_restrict_unprivileged_userns': '1\n',
    'kernel/unprivileged_userns_clone': '0\n',
    'user/max_user_namespaces': '0\n',
  }
  for (const [name, value] of Object.entries(limits)) {
    expect(sandboxProblem(program, settings({ [name]: value }))).toContain(name.replace('/', '.'))
  }
  const open = {
    'kernel/apparmor_restrict_unprivileged_userns': '0\n',
    'user/max_user_namespaces': '31000\n',
  }
  expect([sandboxProblem(program, settings(open)), sandboxProblem(program, '/nowhere')]).toEqual([null, null])
})

test.skipIf(process.getuid?.() !== 0)('the helper of Chromium stands in where root has installed it', () => {
  const folder = folderWith({ electron: '', 'chrome-sandbox': '' })
  const settings = folderWith({ 'user/max_user_namespaces': '0' })
  expect(sandboxProblem(join(folder, 'electron'), settings)).not.toBeNull()
  chmodSync(join(folder, 'chrome-sandbox'), 0o4755)
  expect(sandboxProblem(join(folder, 'electron'), settings)).toBeNull()
})

test.skipIf(process.platform === 'win32')(
  'a desktop that dies before its window is open gives way to the browser',
  async () => {
    const desktop = (script: string) => join(folderWith({ electron: `#!/bin/sh\n${script}\n` }), 'electron')
    const say = `echo '${DESKTOP_READY_LINE}'`
    const ends = await Promise.all(
      ['exit 127', 'exit 133', 'kill -TRAP $$', 'exit 1', `${say}; exit 133`, say].map((script) =>
        openDesktop(desktop(script), []),
      ),
    )
    expect(ends).toEqual([
      { ok: false, reason: 'its window cannot open on this system (a library is missing)' },
      { ok: false, reason: 'its window cannot open on this system (it ended with 133)' },
      { ok: false, reason: 'its window cannot open on this system (it ended with 133)' },
      { ok: true, code: 1 },
      { ok: true, code: 133 },
      { ok: true, code: 0 },
    ])
  },
)

test.skipIf(process.platform === 'win32')('nothing of the caller turns Electron into Node', async () => {
  const folder = folderWith({ electron: '#!/bin/sh\nenv > "$1"\n' })
  const names = ['ELECTRON_RUN_AS_NODE', 'ELECTRON_NO_ASAR', 'NODE_OPTIONS']
  for (const name of names) vi.stubEnv(name, '--title=a')
  await openDesktop(join(folder, 'electron'), [join(folder, 'seen')])
  vi.unstubAllEnvs()
  const seen = readFileSync(join(folder, 'seen'), 'utf8')
  expect([seen.includes('PATH='), ...names.map((name) => seen.includes(`${name}=`))]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('finds Chromium where each system keeps its programs', () => {
  const linux = folderWith({ 'a/google-chrome': '', 'b/chromium': '' })
  const path = `${join(linux, 'a')}:${join(linux, 'b')}`
  expect(findChromium('linux', { PATH: path })).toBe(join(linux, 'b', 'chromium'))
  expect(findChromium('linux', { PATH: join(linux, 'c') })).toBeNull()
  const windows = folderWith({ 'Google/Chrome/Application/chrome.exe': '' })
  expect(findChromium('win32', { PROGRAMFILES: windows })).toBe(
    join(windows, 'Google/Chrome/Application/chrome.exe'),
  )
})

test('sources differ by content and name, not by anything else', () => {
  const hash = (files: Readonly<Record<string, string>>) =>
    hashSources(folderWith(files), ['source', 'one.json'])
  const first = hash({ 'source/a.ts': 'a', 'source/deep/b.ts': 'b', 'one.json': '{}' })
  expect(hash({ 'one.json': '{}', 'source/deep/b.ts': 'b', 'source/a.ts': 'a', 'other.ts': 'c' })).toBe(first)
  expect(hash({ 'source/a.ts': 'ab', 'source/deep/b.ts': '', 'one.json': '{}' })).not.toBe(first)
  expect(hash({ 'source/a.ts': 'a', 'source/deep/c.ts': 'b', 'one.json': '{}' })).not.toBe(first)
})

test("reads the address from the host's ready line and from nothing else", () => {
  const url = 'http://127.0.0.1:4000/?token=a'
  expect(readyUrl(JSON.stringify({ ready: true, url, pid: 1 }))).toBe(url)
  expect(['', 'ready', 'null', '{"ready":false,"url":"a"}', '{"ready":true}'].map(readyUrl)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('an empty folder, as of a variable that nobody set, is no other library', () => {
  expect(readOptions(['--data-dir', ''])).toBe('--data-dir takes the path of a folder.')
})
