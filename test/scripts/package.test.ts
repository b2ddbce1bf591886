/** The packed program: what is in it, and that it starts. Electron itself is the stand-in's. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { extractFile, getRawHeader, statFile } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { computeData } from 'app-builder-lib/out/asar/integrity.js'
import * as electronWin from 'app-builder-lib/out/electron/electronWin.js'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromium, startBuilt } from '#test/hosts/desktop/built.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { askProgram, programIn } from '../../electron/scripts/package/check-program.ts'
import { packAroundStandIn, runPackage, startPacked } from '../../electron/scripts/package/run-package.ts'
import {
  readContents,
  PROGRAM_BUDGET_BYTES,
  SIZE_BUDGET_BYTES,
  strangersIn,
  type PackageContents,
} from '../../electron/scripts/package/contents.ts'
import { BUILD_DIR, ROOT } from '../../electron/scripts/paths.ts'
import manifest from '../../package.json' with { type: 'json' }

/** What is built for a program, as the archive names it. */
const builtIn = (part: string): readonly string[] =>
  readdirSync(join(BUILD_DIR, part))
    .filter((file) => /\.c?js$/u.test(file))
    .map((file) => `.build/${part}/${file}`)

/** Left out of the package's declarations. */
const { addWinAsarIntegrity } = electronWin as unknown as {
  readonly addWinAsarIntegrity: (program: string, integrity: object) => Promise<void>
}

const PARTS = ['desktop/main.js', 'page/index.html', 'licenses/THIRD-PARTY-LICENSES.txt']
const isBuilt = PARTS.every((part) => existsSync(join(BUILD_DIR, part)))
const missing =
  process.platform !== 'linux' ? 'the stand-in is one of Linux' : isBuilt ? null : 'Atelier is not built'
const suffix = missing === null ? '' : ` (skipped: ${missing})`
const noStart = missing ?? (chromium === null ? 'no Chromium' : null)

let folder = ''
let contents: PackageContents

beforeAll(async () => {
  if (missing !== null) return undefined
  const output = await mkdtemp(join(tmpdir(), 'atelier-package-'))
  folder = await packAroundStandIn(ROOT, output)
  contents = readContents(join(folder, 'resources'), programIn(folder, 'linux'))
  return () => rm(output, { recursive: true, force: true })
}, 120_000)

test.skipIf(missing)(`nothing is packed that has no business there${suffix}`, () => {
  expect(strangersIn(contents.files)).toEqual([])
  expect(contents.files).toEqual(
    expect.arrayContaining([
      'package.json',
      // Every worker among them.
      ...builtIn('desktop'),
      ...builtIn('local-service'),
      '.build/page/index.html',
      'node_modules/sharp/package.json',
    ]),
  )
})

test.skipIf(missing)(`the program stays within its size${suffix}`, () => {
  expect(contents.archiveBytes + contents.unpackedBytes).toBeLessThan(SIZE_BUDGET_BYTES)
  expect(contents.programBytes).toBeLessThan(PROGRAM_BUDGET_BYTES)
})

const program = (): string => join(folder, 'resources/bin/atelier')

test.skipIf(missing)(
  `the program for agents is there, and says its version whatever NODE_OPTIONS ask for${suffix}`,
  async () => {
    expect(programIn(folder, 'linux')).toBe(program())
    const env = { ...process.env, NODE_OPTIONS: '--require /nowhere.js' }
    const { stdout } = await promisify(execFile)(program(), ['--version'], { env })
    expect(stdout).toBe(`${manifest.version}\n`)
    expect(contents.files.filter((file) => file.startsWith('.build/mcp/'))).toEqual([])
  },
)

slow.skipIf(missing)(
  `the program for agents serves them with the few variables that clients hand over${suffix}`,
  async () => {
    expect(await askProgram(program())).toBe(11)
  },
)

test.skipIf(missing)(
  `the program for agents opens the one with the window, which lives on without it${suffix}`,
  async () => {
    const place = await makeTempDir()
    const opened = join(place, 'opened')
    const script = `#!/bin/sh\necho "$$ $*" > '${opened}.part'; mv '${opened}.part' '${opened}'; exec sleep 1000\n`
    await writeFile(join(place, 'Kept.AppImage'), script, { mode: 0o755 })
    const note = join(dirname(program()), 'program.json')
    await writeFile(note, JSON.stringify({ program: join(place, 'Kept.AppImage') }))
    onTestFinished(() => rm(note))
    // Ends by itself: it waits for nothing that it started.
    await promisify(execFile)(program(), ['a.png', '--safe'], { env: { ...process.env, DISPLAY: ':7' } })
    const [pid = '', ...words] = (await until(() => readFile(opened, 'utf8').catch(() => null)))
      .trim()
      .split(' ')
    expect(words).toEqual(['a.png', '--safe'])
    expect(process.kill(Number(pid), 'SIGKILL')).toBe(true)
  },
)

test.skipIf(missing)(
  `what the system loads lies beside the archive, and the licenses can be read${suffix}`,
  async () => {
    const native = contents.files.filter((file) => /\.node$|\.so[.\d]*$/u.test(file))
    expect(native.length).toBeGreaterThan(1)
    for (const file of native) {
      expect([file, existsSync(join(folder, 'resources/app.asar.unpacked', file))]).toEqual([file, true])
    }
    const licenses = await readFile(join(folder, 'resources/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['react', 'sharp', 'zod', 'electron-updater', 'Node\\.js']) {
      expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'mu'))
    }
  },
)

/** The fuse lets Electron read nothing else: what is changed on the disk ends the program. */
test.skipIf(missing)(`the archive states the hash of each of its files, and they are right${suffix}`, () => {
  const archive = join(folder, 'resources', 'app.asar')
  const wrong = contents.files.filter((file) => {
    const entry = statFile(archive, file)
    if (!('integrity' in entry)) return true
    const hash = createHash(entry.integrity.algorithm).update(extractFile(archive, file)).digest('hex')
    return hash !== entry.integrity.hash
  })
  expect(wrong).toEqual([])
})

/**
 * Windows and macOS compare the archive's header before anything runs, and find its hash by this name
 * (Electron's source, `shell/common/asar/archive_win.cc` and `archive_mac.mm`).
 */
test.skipIf(missing)(`Windows and macOS are told the hash of the archive's header${suffix}`, async () => {
  const resourcesPath = join(folder, 'resources')
  const { headerString } = getRawHeader(join(resourcesPath, 'app.asar'))
  const hash = createHash('sha256').update(headerString).digest('hex')
  const integrityFor = (resourcesRelativePath: string) =>
    computeData({
      resourcesPath,
      resourcesRelativePath,
      resourcesDestinationPath: resourcesPath,
      extraResourceMatchers: null,
    })
  expect(await integrityFor('Resources')).toMatchObject({
    'Resources/app.asar': { algorithm: 'SHA256', hash },
  })

  const program = join(await makeTempDir(), 'Atelier.exe')
  await writeFile(program, emptyProgram())
  await addWinAsarIntegrity(program, await integrityFor('resources'))
  const { entries } = NtExecutableResource.from(NtExecutable.from(await readFile(program)))
  const told = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  expect(JSON.parse(Buffer.from(told?.bin ?? new ArrayBuffer()).toString())).toContainEqual({
    file: 'resources\\app.asar',
    alg: 'SHA256',
    value: hash,
  })
})

/** A program of Windows that does nothing, and tells its version as Electron's does. */
function emptyProgram(): Buffer {
  const program = NtExecutable.createEmpty()
  const resource = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Atelier' })
  version.outputToResourceEntries(resource.entries)
  resource.outputResource(program)
  return Buffer.from(program.generate())
}

test.skipIf(missing)(`the packed program has its fuses set${suffix}`, async () => {
  const wire = await getCurrentFuseWire(join(folder, 'atelier'))
  expect([
    wire[FuseV1Options.RunAsNode],
    wire[FuseV1Options.EnableCookieEncryption],
    wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    wire[FuseV1Options.EnableNodeCliInspectArguments],
    wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    wire[FuseV1Options.OnlyLoadAppFromAsar],
    wire[FuseV1Options.GrantFileProtocolExtraPrivileges],
  ]).toEqual([
    FuseState.DISABLE,
    FuseState.ENABLE,
    FuseState.DISABLE,
    FuseState.DISABLE,
    FuseState.ENABLE,
    FuseState.ENABLE,
    FuseState.DISABLE,
  ])
})

const start = noStart === null ? '' : ` (skipped: ${noStart})`

slow.skipIf(noStart)(
  `starts from its archive, and says plainly that no update can be had${start}`,
  async () => {
    const resources = join(folder, 'resources')
    const built = await startBuilt(['--samples'], {
      main: join(resources, 'app.asar', '.build/desktop/main.js'),
    })
    onTestFinished(() => built.desktop.stop())
    const log = () => readFile(join(built.dataDir, 'logs', 'atelier.log'), 'utf8').catch(() => '')
    await until(async () => (await log()).includes('The desktop is ready.'))
    expect(await built.call('app.info', {})).toMatchObject({
      data: { licensesFile: join(resources, 'THIRD-PARTY-LICENSES.txt') },
    })
    expect(await built.call('app.checkForUpdates', {})).toMatchObject({ ok: true, data: { state: 'failed' } })
    expect(await log()).toContain('Looking for an update failed')
    // The samples, the reader with sharp, and the search come out of the archive as well.
    await until(async () => {
      const found = (await built.call('library.query', { text: 'fox' })) as { data?: { total: number } }
      return (found.data?.total ?? 0) > 0
    })
  },
)

async function fakeProgram(script: string): Promise<string> {
  const program = join(await makeTempDir(), 'atelier')
  await writeFile(program, `#!/bin/sh\nfor last; do :; done\n${script}\n`, { mode: 0o755 })
  return program
}

test.skipIf(process.platform === 'win32')(
  'a packed program counts as started when its window is open, and is ended then',
  async () => {
    const folder = await makeTempDir()
    const program = await fakeProgram(
      `echo $$ > ${folder}/pid; mkdir "$last/logs"; echo 'The desktop is ready.' > "$last/logs/atelier.log"; exec sleep 1000`,
    )
    expect(await runPackage(['--open', program])).toBe(0)
    const pid = Number(await readFile(join(folder, 'pid'), 'utf8'))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  },
)

test.skipIf(process.platform === 'win32').each([
  ['ends too early', 'exit 133', 'ended (133)', undefined],
  ['is killed for its signature', 'kill -9 $$', 'ended (SIGKILL)', undefined],
  ['shows nothing', 'exec sleep 1000', 'does not open its window', 300],
])('a packed program that %s fails the check', async (_how, script, sentence, patienceMs) => {
  await expect(startPacked(await fakeProgram(script), patienceMs)).rejects.toThrow(sentence)
})

test.each([
  'electron/core/app.ts',
  '.build/desktop/main.js.map',
  '.build/web/main.js',
  'node_modules/sharp/test/a.js',
  'node_modules/react/index.js',
  'node_modules/@napi-rs/keyring/index.js',
  '.env',
  '.npmrc',
  'assets/samples/key.pem',
  'test/scripts/package.test.ts',
])('%s must not be packed', (file) => {
  expect(strangersIn(['package.json', file])).toEqual([file])
})
