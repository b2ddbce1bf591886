/** Checks 11, 12 and 13: what is installed. */
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FuseConfig, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { installMenu } from '#hosts/desktop/shell/menu.ts'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { findNodes, type Node, parseSource, readSources, type Source, wordOf } from './sources.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

/** What is installed cannot be turned into plain Node, be inspected or be given other code: fuses set, and read back. */
describe('11 fuses', () => {
  const ROOT = join(import.meta.dirname, '../..')

  /** As they must be, by electron-builder's names. */
  const FUSES = {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  } as const

  const WIRE: readonly (readonly [option: FuseV1Options, name: keyof typeof FUSES])[] = [
    [FuseV1Options.RunAsNode, 'runAsNode'],
    [FuseV1Options.EnableCookieEncryption, 'enableCookieEncryption'],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, 'enableNodeOptionsEnvironmentVariable'],
    [FuseV1Options.EnableNodeCliInspectArguments, 'enableNodeCliInspectArguments'],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, 'enableEmbeddedAsarIntegrityValidation'],
    [FuseV1Options.OnlyLoadAppFromAsar, 'onlyLoadAppFromAsar'],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, 'grantFileProtocolExtraPrivileges'],
  ]

  /** By this a program of Electron is known (`@electron/fuses`, constants). */
  const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
  const [ENABLED, DISABLED] = ['1'.charCodeAt(0), '0'.charCodeAt(0)]

  /** Whether the program at `path` is one of Electron and has fuses at all. */
  async function hasFuses(path: string): Promise<boolean> {
    return (await readFile(path)).includes(SENTINEL)
  }

  async function wrongFuses(path: string): Promise<string[]> {
    const wire: FuseConfig<number> & Readonly<Record<number, number>> = await getCurrentFuseWire(path)
    if (wire.version !== FuseVersion.V1) return ['version']
    return WIRE.filter(([option, name]) => wire[option] !== (FUSES[name] ? ENABLED : DISABLED)).map(
      ([, name]) => name,
    )
  }

  test('the configuration of the installer sets every fuse', async () => {
    const { electronFuses } = await getConfig(ROOT, null, null)
    // Not a fuse: how the program is signed again after its fuses were set.
    const { resetAdHocDarwinSignature: _, ...fuses } = electronFuses ?? {}
    expect(fuses).toEqual(FUSES)
  })

  /** A file with a wire of fuses in the order of `FuseV1Options`: the mark, the version, the number of fuses, and each. */
  async function programWith(fuses: string): Promise<string> {
    const path = join(await makeTempDir(), 'program')
    const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, fuses.length]), Buffer.from(fuses)])
    await writeFile(path, Buffer.concat([Buffer.alloc(64), wire, Buffer.alloc(64)]))
    return path
  }

  test.each([
    ['as they must be', '010011100', []],
    ['as they come', '101100111', Object.keys(FUSES)],
    ['without one', '110011100', ['runAsNode']],
  ] as const)('reads fuses back from a program, %s', async (_, fuses, wrong) => {
    const found = await wrongFuses(await programWith(fuses))
    expect(found.toSorted()).toEqual([...wrong].toSorted())
  })

  /** Programs that `npm run package` left, by their path. */
  function packagedPrograms(): string[] {
    const release = join(ROOT, '.build/release')
    try {
      return readdirSync(release, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /(?:-unpacked|\.app\/Contents\/MacOS)$/u.test(entry.parentPath))
        .filter(({ name }) => /^(?:atelier|Atelier(?:\.exe)?)$/u.test(name))
        .map((entry) => join(entry.parentPath, entry.name))
    } catch {
      return []
    }
  }

  test('the packaged program has the fuses that were set', async ({ skip }) => {
    const programs = packagedPrograms()
    if (programs.length === 0) skip('nothing is packaged here')
    for (const program of programs) {
      if (!(await hasFuses(program))) skip('what is packaged here has a stand-in for the runtime')
      expect(await wrongFuses(program)).toEqual([])
    }
  })
})

/** Electron is pinned to one version of a supported major that has its security patches. */
describe('12 Electron supported and patched', () => {
  /**
   * The newest release of each supported major on 2026-11-21, as the npm registry gave them (`npm view electron time`). The
   * Electron project supports the latest three stable majors (electronjs.org, "Electron Releases", "Version support policy").
   * Whoever raises the version looks both up again.
   */
  const PATCHED: Readonly<Record<number, string>> = { 43: '43.8.12', 44: '44.11.5', 45: '45.4.1' }

  const ROOT = join(import.meta.dirname, '../..')
  const manifest = z.object({ version: z.string() })
  const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

  /** What is wrong with a pinned version, or null. */
  function problemWith(pinned: string): string | null {
    const version = /^(\d+)\.(\d+)\.(\d+)$/u.exec(pinned)?.slice(1).map(Number)
    if (!version) return 'is no exact version'
    const patched = PATCHED[version[0] ?? 0]?.split('.').map(Number)
    if (!patched) return 'is of a major that is not supported'
    const differing = version.findIndex((part, index) => part !== patched[index])
    return differing !== -1 && (version[differing] ?? 0) < (patched[differing] ?? 0) ? 'lacks patches' : null
  }

  test('is pinned, supported, patched, and the one that is installed', () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(readJson('package.json'))
    const { packages } = z
      .object({ packages: z.record(z.string(), z.looseObject({})) })
      .parse(readJson('package-lock.json'))
    const pinned = devDependencies['electron'] ?? ''
    expect(problemWith(pinned)).toBeNull()
    expect(manifest.parse(packages['node_modules/electron']).version).toBe(pinned)
    expect(manifest.parse(readJson('node_modules/electron/package.json')).version).toBe(pinned)
  })

  test.each([
    ['^45.4.1', 'is no exact version'],
    ['latest', 'is no exact version'],
    ['45.5.0-beta.1', 'is no exact version'],
    ['42.9.9', 'is of a major that is not supported'],
    ['45.3.9', 'lacks patches'],
    ['45.4.0', 'lacks patches'],
    ['44.11.5', null],
    ['45.10.0', null],
  ])('of %s says that it %s', (pinned, problem) => {
    expect(problemWith(pinned)).toBe(problem)
  })
})

/** No page from `file://`, no debugging port, and no developer tools in what users install. */
describe('13 no file pages, debug ports or developer tools', () => {
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
      installMenu({ say, devTools: false, run, onOpenRecipe: run }, platform)
    expect(JSON.stringify(standIn.menus)).not.toMatch(/devtools/iu)
  })
})
