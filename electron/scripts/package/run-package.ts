/**
 * `npm run package`: builds the installers that this machine can build, and says which ones it cannot and why.
 *
 * Where Electron's runtime is not there and cannot be fetched, the program is packed around a stand-in, so that its contents
 * are checked all the same; installers are never made of that.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build, Platform } from 'electron-builder'
import { getConfig } from 'app-builder-lib/out/util/config/config.js'
import { createPackage } from '@electron/asar'
import { dropKeptParts, ensureBuilt } from '../build/build.ts'
import { fetchRuntime, runtimePath } from '../desktop-runtime.ts'
import { ROOT } from '../paths.ts'
import { makeProgram } from './make-program.ts'
import { programIn } from './check-program.ts'
import { signingFrom } from './signing.ts'
import {
  PROGRAM_BUDGET_BYTES,
  readContents,
  SIZE_BUDGET_BYTES,
  strangersIn,
  type PackageContents,
} from './contents.ts'

const SYSTEMS = { linux: 'Linux', win32: 'Windows', darwin: 'macOS' } as const
type System = keyof typeof SYSTEMS
/** The keys of electron-builder.yml. */
const SECTIONS = { linux: 'linux', win32: 'win', darwin: 'mac' } as const
/** In the packed folder. */
const PROGRAMS = {
  linux: 'atelier',
  win32: 'Atelier.exe',
  darwin: 'Atelier.app/Contents/MacOS/Atelier',
} as const
const PLATFORMS = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC } as const

/**
 * `--dir` makes only the folder that installers are made of, `--start` also starts the program in it; `--all` fails unless every
 * installer of this system is made. `--open PROGRAM` makes nothing: it starts a program that was installed.
 */
export async function runPackage(args: readonly string[]): Promise<number> {
  const [mode = 'possible', ...rest] = args
  const [installed, ...more] = rest
  if (mode === '--open' && installed !== undefined && more.length === 0) {
    await startPacked(installed)
    say('The installed program opens its window.')
    return 0
  }
  if (!['possible', '--dir', '--start', '--all'].includes(mode) || rest.length > 0) {
    process.stderr.write(
      'package takes --dir (the folder alone), --start (and starts the program), --all (every installer, or it fails) or --open PROGRAM (starts one that was installed).\n',
    )
    return 2
  }
  const system = process.platform
  if (!isSystem(system)) throw new Error(`There is no Electron for ${system}.`)
  await ensureBuilt()
  await makeProgram()
  const electronDir = join(ROOT, 'node_modules', 'electron')
  const hasRuntime = runtimePath(electronDir, process.env) !== null || (await fetchRuntime())
  if (!hasRuntime && system !== 'linux') throw new Error("Electron's runtime could not be fetched.")
  const wanted = await targetsOf(system)
  const notBuilt: string[] = []
  let contents: PackageContents
  if (hasRuntime) {
    const folder = await packFolder(ROOT)
    contents = readPacked(folder)
    if (mode === '--start') {
      await startPacked(join(folder, PROGRAMS[system]))
      say('The packed program opens its window.')
    }
    // Together, so that they stand in one update manifest.
    if (mode === '--all') await packTargets(system, wanted)
    if (mode === 'possible') notBuilt.push(...(await packEach(system, wanted)))
  } else if (mode === '--all' || mode === '--start') {
    throw new Error("Electron's runtime could not be fetched, so that nothing can be started or installed.")
  } else {
    say(
      "Electron's runtime is not here and cannot be fetched: packed around a stand-in that cannot be started.",
    )
    contents = readPacked(await packAroundStandIn(ROOT))
    notBuilt.push(`${wanted.join(', ')}: they need Electron's runtime`)
  }
  for (const other of Object.keys(SYSTEMS).filter(isSystem)) {
    if (other !== system) notBuilt.push(`${(await targetsOf(other)).join(', ')}: on ${SYSTEMS[other]}`)
  }
  sayContents(contents)
  for (const line of notBuilt) say(`Not built: ${line}.`)
  return judge(contents)
}

/** The folder with the packed program in it, below `outputDir` or where electron-builder.yml says. */
export async function packAroundStandIn(projectDir: string, outputDir?: string): Promise<string> {
  const distribution = await mkdtemp(join(tmpdir(), 'atelier-electron-'))
  await makeProgram()
  try {
    await layStandInDistribution(distribution)
    return await packFolder(projectDir, { electronDist: distribution, outputDir })
  } finally {
    await rm(distribution, { recursive: true, force: true })
  }
}

interface PackOptions {
  readonly electronDist?: string
  readonly outputDir?: string | undefined
}

async function packFolder(
  projectDir: string,
  { electronDist, outputDir }: PackOptions = {},
): Promise<string> {
  const output = outputDir ?? join(projectDir, '.build', 'release')
  await dropKeptParts(join(projectDir, '.build', 'desktop'))
  let folder: string | undefined
  await build({
    projectDir,
    targets: Platform.current().createTarget('dir'),
    publish: 'never',
    config: {
      directories: { output },
      ...signingFrom(process.env),
      ...(electronDist !== undefined && { electronDist }),
      afterPack: ({ appOutDir }) => {
        folder = appOutDir
      },
    },
  })
  if (folder === undefined) throw new Error('electron-builder packed nothing.')
  return folder
}

/**
 * Starts a packed program on an empty library and ends it when its window is open.
 *
 * @throws where it ends before that, or nothing is seen of it for too long.
 */
export async function startPacked(program: string, patienceMs = 3 * 60_000): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-started-'))
  // As root Chromium refuses to start with its sandbox.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(program, [...args, '--data-dir', dataDir], { stdio: 'inherit' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const log = () => readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8').catch(() => '')
  const tooLateAt = performance.now() + patienceMs
  try {
    await once(child, 'spawn')
    while (!(await log()).includes('The desktop is ready.')) {
      const how = child.exitCode ?? child.signalCode
      const isTooLate = performance.now() > tooLateAt
      if (how !== null || isTooLate) {
        const what = isTooLate ? 'does not open its window' : `ended (${how}) before its window was open`
        throw new Error(`The packed program ${what}.\n${await log()}`)
      }
      await pause(100)
    }
  } finally {
    if (child.kill('SIGKILL')) await ended
    // What Chromium has started ends a moment later, and Windows keeps its files until then.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }).catch(
      () => undefined,
    )
  }
}

/** What could not be made, each with its reason. */
async function packEach(system: System, targets: readonly string[]): Promise<readonly string[]> {
  const notBuilt = []
  for (const target of targets) {
    try {
      await packTargets(system, [target])
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      notBuilt.push(`${target}: ${reason}`)
    }
  }
  return notBuilt
}

async function packTargets(system: System, targets: readonly string[]): Promise<void> {
  const files = await build({
    projectDir: ROOT,
    targets: PLATFORMS[system].createTarget([...targets]),
    publish: 'never',
    config: signingFrom(process.env),
  })
  for (const file of files) say(`Built: ${file.slice(ROOT.length + 1)}`)
}

async function targetsOf(system: System): Promise<readonly string[]> {
  const config = await getConfig(ROOT, null, null)
  const target: unknown = config[SECTIONS[system]]?.target
  return Array.isArray(target) ? target.map(String) : []
}

/** On macOS the program is a bundle. */
function resourcesIn(folder: string): string {
  return process.platform === 'darwin'
    ? join(folder, 'Atelier.app', 'Contents', 'Resources')
    : join(folder, 'resources')
}

function readPacked(folder: string): PackageContents {
  return readContents(resourcesIn(folder), programIn(folder, process.platform))
}

function sayContents({ files, archiveBytes, unpackedBytes, programBytes }: PackageContents): void {
  const total = archiveBytes + unpackedBytes
  say(
    `Packed: ${files.length} files, app.asar ${inMegabytes(archiveBytes)}, beside it ${inMegabytes(unpackedBytes)}.`,
  )
  say(`Size without Electron: ${inMegabytes(total)} of at most ${inMegabytes(SIZE_BUDGET_BYTES)}.`)
  say(`The program for agents: ${inMegabytes(programBytes)} of at most ${inMegabytes(PROGRAM_BUDGET_BYTES)}.`)
}

function judge({ files, archiveBytes, unpackedBytes, programBytes }: PackageContents): number {
  const strangers = strangersIn(files)
  for (const file of strangers) say(`Must not be packed: ${file}`)
  const isTooLarge = archiveBytes + unpackedBytes > SIZE_BUDGET_BYTES || programBytes > PROGRAM_BUDGET_BYTES
  const isMissing = programBytes === 0
  if (isMissing) say('The program for agents is not packed.')
  if (isTooLarge) say('The package is larger than its budget.')
  return strangers.length > 0 || isTooLarge || isMissing ? 1 : 0
}

function isSystem(name: string): name is System {
  return Object.hasOwn(SYSTEMS, name)
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Precedes the fuses in Electron's program: `SENTINEL` of @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES_VERSION = 1
/** As many as Electron 45 has; `0` is off, `1` on, as @electron/fuses reads them. */
const FUSES = '00000000'
export const STAND_IN_FUSES = Buffer.from(
  `${SENTINEL}${String.fromCharCode(FUSES_VERSION, FUSES.length)}${FUSES}`,
)

/**
 * A folder that electron-builder takes for Electron's own distribution, for machines where that cannot be fetched.
 *
 * It shows what is packed and that the fuses are set. Nothing in it can be started.
 *
 * Lays the distribution of Linux into `folder`, which is made.
 */
async function layStandInDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), STAND_IN_FUSES])
  await writeFile(join(folder, 'electron'), program, { mode: 0o755 })
  await writeFile(join(folder, 'LICENSE'), 'Stands in for the license of Electron.\n')
  await mkdir(join(folder, 'locales'))
  for (const language of ['it', 'en-US']) await writeFile(join(folder, 'locales', `${language}.pak`), '')
  const application = await mkdtemp(join(tmpdir(), 'atelier-default-app-'))
  try {
    await writeFile(join(application, 'package.json'), '{"name":"default-app","main":"main.js"}')
    await writeFile(join(application, 'main.js'), '')
    await createPackage(application, join(folder, 'resources', 'default_app.asar'))
  } finally {
    await rm(application, { recursive: true, force: true })
  }
}
