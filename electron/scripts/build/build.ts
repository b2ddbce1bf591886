/**
 * Builds everything into `.build/` when the sources are not the ones of the last build.
 *
 * Owns when to build and that no half build is ever left: the parts are made aside and moved into place when all of them
 * are there. What the parts are is `targets.ts`'s business.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createHash } from 'node:crypto'
import type { InlineConfig } from 'vite'
import { languageProblems } from './check-languages.ts'
import { isPart, PAGE, pageConfig, programConfig, PROGRAMS } from './targets.ts'
import { withLock } from '../lock.mjs'
import { COMPILE_CACHE, BUILD_DIR, built, ROOT } from '../paths.ts'
import { collectLicenses, type LicenseCollector, type ShippedProgram } from './third-party-licenses.ts'

const SOURCES = ['electron', 'renderer', 'package.json', 'package-lock.json', 'tsconfig.json']
/** Names the sources that the build was made of; written last. */
const STAMP_FILE = built('sources.txt')

/**
 * Builds unless the build is that of the present sources. Says so on stderr.
 *
 * Rejects with Vite's error, and keeps the previous build, when a source is missing or wrong.
 */
export async function ensureBuilt(): Promise<void> {
  if (await isBuilt(sourcesNow())) return
  const onWait = (): void => say('Waiting for another start of Atelier that is building it.')
  await withLock(built('locks/build'), onWait, async () => {
    const sources = sourcesNow()
    if (await isBuilt(sources)) return
    say('Building Atelier.')
    await inProduction(() => buildAll(sources))
  })
}

/**
 * Vite takes `NODE_ENV` as it finds it: that of a test run, or of the user's shell, would build React's development version into the
 * page. It is as before afterwards, for what this process starts.
 */
export async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await work()
  } finally {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  }
}

function sourcesNow(): string {
  return hashSources(ROOT, SOURCES)
}

async function isBuilt(sources: string): Promise<boolean> {
  if (![PAGE, ...PROGRAMS].every(({ output }) => existsSync(built(output)))) return false
  return (await readFile(STAMP_FILE, 'utf8').catch(() => '')) === sources
}

async function buildAll(sources: string): Promise<void> {
  const missing = [PAGE, ...PROGRAMS].find(({ source }) => !existsSync(join(ROOT, source)))
  if (missing) throw new Error(`${missing.source} is missing.`)
  const untranslated = languageProblems()
  if (untranslated.length > 0) throw new Error(`A language is not whole:\n${untranslated.join('\n')}`)
  const { build } = await import('vite')
  const fresh = built('building')
  await rm(fresh, { recursive: true, force: true })
  const licenses = collectLicenses(loadedPackages(), packagesBeside(), [shippedNode()])
  const collecting = (config: InlineConfig): InlineConfig => ({
    ...config,
    plugins: [...(config.plugins ?? []), licenses.plugin],
  })
  for (const program of PROGRAMS) await build(collecting(programConfig(program, fresh)))
  await build(collecting(pageConfig(fresh)))
  await writeLicenses(licenses, join(fresh, 'licenses'))
  await rm(STAMP_FILE, { force: true })
  await rm(COMPILE_CACHE, { recursive: true, force: true })
  for (const folder of await readdir(fresh)) {
    await keepParts(built(folder), join(fresh, folder))
    await replace(join(fresh, folder), built(folder))
  }
  await rm(fresh, { recursive: true, force: true })
  await writeFile(STAMP_FILE, sources)
}

/** A program that was started from the build before may ask for a part of it yet. What that build kept of another one goes. */
export async function keepParts(from: string, to: string): Promise<void> {
  for (const name of await partsIn(from, 'made'))
    if (!existsSync(join(to, name))) await cp(join(from, name), join(to, name), { preserveTimestamps: true })
}

/** Removes what is kept of the build before: it is not for a package. */
export async function dropKeptParts(folder: string): Promise<void> {
  for (const name of await partsIn(folder, 'kept')) await rm(join(folder, name))
}

/** All files of a program are written within this time. */
const WRITTEN_MS = 60_000

/** The parts in a folder of the build: those that were made with its programs, or those that were there before or whose program is gone. */
async function partsIn(folder: string, which: 'made' | 'kept'): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isPart)
  const program = (name: string): string => `${name.split('.')[0]}.js`
  const madeAt = async (name: string): Promise<number> =>
    (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Infinity
  const isMade = async (name: string): Promise<boolean> =>
    (await madeAt(name)) > (await madeAt(program(name))) - WRITTEN_MS
  const areMade = await Promise.all(names.map(isMade))
  return names.filter((_, at) => areMade[at] === (which === 'made'))
}

async function writeLicenses(licenses: LicenseCollector, folder: string): Promise<void> {
  const { text, refused } = licenses.write()
  if (refused.length > 0)
    throw new Error(`allowed-licenses.json has no license under which these may ship: ${refused.join(', ')}.`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), text)
}

/** sharp with all it loads; a platform's part of it is there only on that platform. */
function loadedPackages(): readonly string[] {
  const modules = join(ROOT, 'node_modules')
  const parts = readdirSync(join(modules, '@img')).map((name) => join('@img', name))
  return ['sharp', 'detect-libc', 'semver', ...parts].map((name) => join(modules, name))
}

/** Electron, whose license lies beside the program, and the keychain of the web host, which is not packed. */
function packagesBeside(): readonly string[] {
  const modules = join(ROOT, 'node_modules')
  const parts = readdirSync(join(modules, '@napi-rs')).map((name) => join('@napi-rs', name))
  return ['electron', ...parts].map((name) => join(modules, name))
}

/** The Node that the program for terminals and agents is made of. Its license lies in its package, or in what nodejs.org gives. */
function shippedNode(): ShippedProgram {
  const folder = dirname(process.execPath)
  const file = [join(folder, '../LICENSE'), join(folder, 'LICENSE')].find((path) => existsSync(path))
  const text =
    file === undefined ? 'https://github.com/nodejs/node/blob/main/LICENSE' : readFileSync(file, 'utf8')
  return { name: 'Node.js', version: process.versions.node, license: 'MIT', text }
}

/** Moves a folder to `target`; what was there before is gone a moment later. */
async function replace(folder: string, target: string): Promise<void> {
  const previous = `${target}.previous`
  await rm(previous, { recursive: true, force: true })
  await mkdir(BUILD_DIR, { recursive: true })
  if (existsSync(target)) await rename(target, previous)
  await rename(folder, target)
  await rm(previous, { recursive: true, force: true })
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** A hash over the path and content of every file in `paths`, which are files and folders relative to `root`. */
export function hashSources(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesIn(root, path))) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.byteLength}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesIn(root: string, path: string): string[] {
  let entries
  try {
    entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted()
}
