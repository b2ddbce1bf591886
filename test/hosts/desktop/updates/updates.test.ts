import { render } from '#core/messages/render.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { followedBy, message } from '#contract/messages/message.ts'
import type { UpdateState } from '#contract/app.ts'
import {
  noteAskedUpdate,
  unfinishedUpdate,
  whyUpdatesAreOff,
  type Installation,
} from '#hosts/desktop/updates/program-updates.ts'
import { createDesktopUpdates, type Updater } from '#hosts/desktop/updates/updates.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'
import { until } from '#test/stand-ins/until.ts'

const HOUR_MS = 60 * 60_000

/** What electron-updater does, played by the test. */
function createUpdater() {
  const calls: string[] = []
  const failures = new Map<string, Error>()
  const told: { progress: (fraction: number) => void; error: (error: Error) => void } = {
    progress: () => undefined,
    error: () => undefined,
  }
  const play = (name: string): void => {
    calls.push(name)
    const failure = failures.get(name)
    if (!failure) return
    told.error(failure)
    throw failure
  }
  const release = { version: '1.1.0', isOffered: true }
  const updater: Updater = {
    async checkForUpdates() {
      play('check')
      return { isUpdateAvailable: release.isOffered, updateInfo: { version: release.version } }
    },
    async downloadUpdate() {
      told.progress(0.5)
      play('download')
    },
    prepare: async () => play('prepare'),
    quitAndInstall: () => play('install'),
    onProgress: (listener) => void (told.progress = listener),
    onError: (listener) => {
      const before = told.error
      told.error = (error) => {
        before(error)
        listener(error)
      }
    },
  }
  return { updater, calls, failures, release, told }
}

function setUp({ off = null, isAutomatic = true }: { off?: 'safe_mode' | null; isAutomatic?: boolean } = {}) {
  const played = createUpdater()
  const clock = createManualClock()
  const log: string[] = []
  const states: UpdateState[] = []
  let loads = 0
  let quits = 0
  const updates = createDesktopUpdates({
    say,
    off,
    load: async () => {
      loads += 1
      return played.updater
    },
    isAutomatic: () => isAutomatic,
    quit: () => void (quits += 1),
    clock,
    log: (line) => void log.push(line),
  })
  updates.follow((state) => states.push(state))
  return { ...played, clock, log, states, updates, loads: () => loads, quits: () => quits }
}

test('an update is found, fetched and installed, each only when asked', async () => {
  const { updates, states, calls, quits } = setUp()
  await updates.check()
  expect([updates.current(), calls, quits()]).toEqual([
    { state: 'available', version: '1.1.0' },
    ['check'],
    0,
  ])
  await updates.download()
  expect([updates.current(), calls, quits()]).toEqual([
    { state: 'ready', version: '1.1.0' },
    ['check', 'download'],
    0,
  ])
  expect(updates.asked()).toBeNull()
  updates.install()
  expect([updates.asked(), calls, quits()]).toEqual(['1.1.0', ['check', 'download'], 1])
  updates.replace(() => undefined)
  expect(calls).toEqual(['check', 'download', 'install'])
  expect(states).toEqual([
    { state: 'checking' },
    { state: 'available', version: '1.1.0' },
    { state: 'downloading', version: '1.1.0', fraction: 0 },
    { state: 'downloading', version: '1.1.0', fraction: 0.5 },
    { state: 'ready', version: '1.1.0' },
    { state: 'installing', version: '1.1.0' },
  ])
})

test('a user who stays after all has the update wait, and is not surprised by it later', async () => {
  const { updates, calls, quits } = setUp()
  updates.postpone()
  await updates.check()
  await updates.download()
  updates.install()
  updates.postpone()
  expect([updates.current(), updates.asked()]).toEqual([{ state: 'ready', version: '1.1.0' }, null])
  updates.install()
  expect([updates.asked(), quits(), calls]).toEqual(['1.1.0', 2, ['check', 'download']])
})

test('nothing is fetched or installed out of turn', async () => {
  const { updates, calls, quits } = setUp()
  expect(await updates.download()).toEqual({ state: 'current', checkedAt: null })
  expect(updates.install()).toEqual({ state: 'current', checkedAt: null })
  expect([calls, quits()]).toEqual([[], 0])
})

test('it looks by itself after the start and once a day, and only looks', async () => {
  const { calls, clock, updates, release } = setUp()
  release.isOffered = false
  const idle = () => until(() => updates.current().state === 'current')
  clock.advance(60_000)
  await until(() => calls.length === 1)
  await idle()
  clock.advance(24 * HOUR_MS)
  await until(() => calls.length === 2)
  await idle()
  expect(calls).toEqual(['check', 'check'])
  updates.close()
  clock.advance(48 * HOUR_MS)
  expect(updates.current().state).toBe('current')
})

test('it does not look by itself where the user does not want it, nor where updates are off', async () => {
  const unwanted = setUp({ isAutomatic: false })
  unwanted.clock.advance(48 * HOUR_MS)
  const off = setUp({ off: 'safe_mode' })
  off.clock.advance(48 * HOUR_MS)
  expect(await off.updates.check()).toEqual({ state: 'off', reason: 'safe_mode' })
  expect([unwanted.loads(), off.loads()]).toEqual([0, 0])
})

test('a version that is not yet offered to this installation is none', async () => {
  const { updates, release, clock } = setUp()
  release.isOffered = false
  expect(await updates.check()).toEqual({ state: 'current', checkedAt: clock.now() })
})

test.each([
  ['ERR_CHECKSUM_MISMATCH', 'desktop.update.tampered'],
  ['ENOSPC', 'desktop.update.diskFull'],
  ['EACCES', 'desktop.update.folderReadOnly'],
  ['ECONNRESET', 'desktop.update.unreachable'],
] as const)('a fetch that fails with %s is said plainly, and can be begun again', async (code, id) => {
  const { updates, failures, calls, quits } = setUp()
  await updates.check()
  failures.set('download', Object.assign(new Error('net::secret detail'), { code }))
  expect(await updates.download()).toEqual({
    state: 'failed',
    message: render(followedBy(message(id), message('desktop.update.unchanged')), say),
  })
  expect([updates.install().state, updates.asked(), quits()]).toEqual(['failed', null, 0])
  failures.clear()
  await updates.check()
  expect((await updates.download()).state).toBe('ready')
  expect(calls).toEqual(['check', 'download', 'check', 'download'])
})

test.each(['at once', 'later'])(
  'where the installation fails %s the program ends all the same',
  async (when) => {
    const { updates, failures, told } = setUp()
    await updates.check()
    await updates.download()
    updates.install()
    const failure = new Error('no such file')
    if (when === 'at once') failures.set('install', failure)
    let ends = 0
    updates.replace(() => void (ends += 1))
    if (when === 'later') told.error(failure)
    expect(ends).toBeGreaterThan(0)
  },
)

test('an update that was asked for and did not happen is told once', async () => {
  const dataDir = await makeTempDir()
  expect(unfinishedUpdate(dataDir, '1.0.0')).toBeNull()
  noteAskedUpdate(dataDir, '1.1.0')
  expect(unfinishedUpdate(dataDir, '1.0.0')).toMatchObject({ code: 'update_not_installed' })
  expect(unfinishedUpdate(dataDir, '1.0.0')).toBeNull()
  noteAskedUpdate(dataDir, '1.1.0')
  expect(unfinishedUpdate(dataDir, '1.1.0')).toBeNull()
  noteAskedUpdate(join(dataDir, 'gone'), '1.1.0')
})

const resources = mkdtempSync(join(tmpdir(), 'atelier-resources-'))
writeFileSync(join(resources, 'app-update.yml'), 'provider: github\n')
afterAll(() => rmSync(resources, { recursive: true }))

const installed: Installation = {
  isPackaged: true,
  safeMode: false,
  platform: 'win32',
  environment: {},
  program: process.execPath,
  resources,
}
const mounted = { APPDIR: dirname(process.execPath) }

test.each<[string, Partial<Installation>, string | null]>([
  ['an installation on Windows', {}, null],
  ['a checkout', { isPackaged: false }, 'development'],
  ['safe mode', { safeMode: true }, 'safe_mode'],
  ['a portable program', { environment: { PORTABLE_EXECUTABLE_FILE: 'a.exe' } }, 'package_manager'],
  ['deb, rpm or tar.gz', { platform: 'linux' }, 'package_manager'],
  ['flatpak', { platform: 'linux', environment: { FLATPAK_ID: 'a' } }, 'package_manager'],
  ['snap', { platform: 'linux', environment: { SNAP: '/snap/a', APPIMAGE: '/a' } }, 'package_manager'],
  [
    'an AppImage that is gone',
    { platform: 'linux', environment: { ...mounted, APPIMAGE: '/nowhere/a' } },
    'read_only',
  ],
  [
    'a deb that an AppImage started',
    { platform: 'linux', environment: { APPDIR: '/tmp/.mount_other', APPIMAGE: process.execPath } },
    'package_manager',
  ],
  ['a build without a remote', { resources: '/nowhere' }, 'no_source'],
  ['a program on a read-only volume', { platform: 'darwin', program: '/nowhere/Atelier' }, 'read_only'],
])('updates of %s', (_what, part, reason) => {
  expect(whyUpdatesAreOff({ ...installed, ...part })).toBe(reason)
})

test.skipIf(process.platform === 'win32')(
  'an AppImage updates itself where its file can be replaced',
  async () => {
    const folder = join(await makeTempDir(), 'programs')
    await mkdir(folder)
    const file = join(folder, 'Atelier.AppImage')
    await writeFile(file, '')
    const appImage: Installation = {
      ...installed,
      platform: 'linux',
      environment: { ...mounted, APPIMAGE: file },
    }
    expect(whyUpdatesAreOff(appImage)).toBeNull()
    await chmod(folder, 0o500)
    const isRoot = process.getuid?.() === 0
    expect(whyUpdatesAreOff(appImage)).toBe(isRoot ? null : 'read_only')
    await chmod(folder, 0o700)
  },
)
