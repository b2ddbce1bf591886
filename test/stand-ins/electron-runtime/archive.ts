/**
 * Lets Node read from inside `app.asar`, as Electron does in each of its processes and workers: preloaded by `--import`.
 *
 * Assumed (Electron's source, `lib/node/asar-fs-wrapper.ts`): `stat`, `lstat`, `realpath`, `access`, `exists`, `readFile` and `readdir`
 * read the archive; `open`, `copyFile` and `process.dlopen` get a copy outside of it, or the unpacked file itself; whatever else `fs`
 * has meets the archive as the file that it is. Modules are found inside as well. Every file is compared with its hash.
 */
import { createHash } from 'node:crypto'
import fs, { type Dirent, type PathLike, type Stats } from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { extractFile, statFile } from '@electron/asar'

type Entry = ReturnType<typeof statFile>
interface Inside {
  readonly archive: string
  readonly path: string
  readonly whole: string
}

/** The parts of a path below an archive; null for any other. */
function inside(path: unknown): Inside | null {
  const text = path instanceof URL ? fileURLToPath(path) : typeof path === 'string' ? path : ''
  const [whole = '', archive = '', below = ''] = /^(.+?\.asar)[\\/](.+?)[\\/]?$/u.exec(join(text)) ?? []
  return whole === '' ? null : { archive, path: below, whole }
}

function entryOf({ archive, path }: Inside): Entry | null {
  try {
    return statFile(archive, path)
  } catch {
    return null
  }
}

function missing({ archive, path }: Inside): Error {
  return Object.assign(new Error(`ENOENT, ${path} not found in ${archive}`), { code: 'ENOENT', errno: -2 })
}

function entryIn(at: Inside): Entry {
  const entry = entryOf(at)
  if (entry === null) throw missing(at)
  return entry
}

function read(at: Inside): Buffer {
  const entry = entryIn(at)
  const bytes = extractFile(at.archive, at.path)
  if (!('integrity' in entry)) throw new Error(`${at.path} has no hash in ${at.archive}.`)
  const { algorithm, hash } = entry.integrity
  if (createHash(algorithm).update(bytes).digest('hex') !== hash) throw new Error(`${at.path} was changed.`)
  return bytes
}

/** Of the archive or of its folder, with the size of the entry. */
function statsOf(at: Inside): Stats {
  const entry = entryIn(at)
  const stats = fs.statSync('files' in entry ? dirname(at.archive) : at.archive)
  return Object.assign(stats, { size: 'size' in entry ? entry.size : 0 })
}

let copies: string | undefined

process.once('exit', () => {
  if (copies !== undefined) fs.rmSync(copies, { recursive: true, force: true })
})

/** Where a file lies that the system itself can open. */
function outside(at: Inside): string {
  const entry = entryIn(at)
  if ('unpacked' in entry && entry.unpacked) return join(`${at.archive}.unpacked`, at.path)
  copies ??= fs.mkdtempSync(join(tmpdir(), 'atelier-archive-'))
  const copy = join(copies, at.path.replaceAll(/[\\/]/gu, '-'))
  fs.writeFileSync(copy, read(at))
  return copy
}

interface ReaddirOptions {
  readonly withFileTypes?: boolean
  readonly recursive?: boolean
}

const direntOf = (folder: string, name: string, entry: Entry): Dirent => {
  const isFolder = 'files' in entry
  const kinds = { isFile: () => !isFolder, isDirectory: () => isFolder, isSymbolicLink: () => false }
  return { name, parentPath: folder, ...kinds } as Dirent
}

function list(at: Inside, options: ReaddirOptions | string | null | undefined): (string | Dirent)[] {
  const { withFileTypes = false, recursive = false } = typeof options === 'object' ? (options ?? {}) : {}
  const folder = entryIn(at)
  if (!('files' in folder)) throw Object.assign(new Error('ENOTDIR'), { code: 'ENOTDIR' })
  const walk = (entries: Readonly<Record<string, Entry>>, above: string): (string | Dirent)[] =>
    Object.entries(entries).flatMap(([name, entry]) => {
      const path = join(above, name)
      const own = withFileTypes ? direntOf(join(at.whole, above), name, entry) : path
      return recursive && 'files' in entry ? [own, ...walk(entry.files, path)] : [own]
    })
  return walk(folder.files, '')
}

type Method = (path: PathLike, ...rest: unknown[]) => unknown

/** Puts `act` in the place of all three forms of a function of `fs`, for paths inside an archive. */
function replace(name: string, act: (at: Inside, call: Method, ...rest: unknown[]) => unknown): void {
  const all = fs as unknown as Record<string, Method>
  const promises = fs.promises as unknown as Record<string, Method>
  const wrap =
    (call: Method, answer: (run: () => unknown, rest: unknown[]) => unknown): Method =>
    (path, ...rest) => {
      const at = inside(path)
      return at === null ? call(path, ...rest) : answer(() => act(at, call, ...rest), rest)
    }
  const sync = all[`${name}Sync`]
  if (sync)
    all[`${name}Sync`] = Object.assign(
      wrap(sync, (run) => run()),
      sync,
    )
  const promise = promises[name]
  if (promise) promises[name] = wrap(promise, async (run) => await run())
  const callback = all[name]
  if (!callback) return
  const passes = name === 'open' || name === 'copyFile'
  all[name] = Object.assign(
    wrap(callback, (run, rest) => {
      if (passes) return run()
      const done = rest.at(-1) as (error: Error | null, value?: unknown) => void
      const settle = async (): Promise<unknown> => await run()
      settle().then(
        (value) => process.nextTick(done, null, value),
        (error: Error) => process.nextTick(done, error),
      )
      return undefined
    }),
    callback,
  )
}

replace('stat', statsOf)
replace('lstat', statsOf)
replace('access', (at) => void entryIn(at))
replace('realpath', (at) => (entryIn(at), at.whole))
replace('readdir', (at, _call, options) => list(at, options as ReaddirOptions))
replace('readFile', (at, _call, options) => {
  const encoding = typeof options === 'string' ? options : (options as { encoding?: string } | null)?.encoding
  return encoding ? read(at).toString(encoding as BufferEncoding) : read(at)
})
for (const name of ['open', 'copyFile']) replace(name, (at, call, ...rest) => call(outside(at), ...rest))
const { existsSync } = fs
fs.existsSync = (path) => {
  const at = inside(path)
  return at === null ? existsSync(path) : entryOf(at) !== null
}
fs.exists = Object.assign(
  (path: PathLike, done: (exists: boolean) => void) => process.nextTick(done, fs.existsSync(path)),
  { [promisify.custom]: async (path: PathLike) => fs.existsSync(path) },
) as unknown as typeof fs.exists
syncBuiltinESMExports()

type Exported = string | { readonly [condition: string]: Exported } | undefined

/** The file of the first condition that holds. */
function fileOf(exported: Exported, conditions: readonly string[]): string | undefined {
  if (exported === undefined || typeof exported === 'string') return exported
  const name = Object.keys(exported).find((key) => key === 'default' || conditions.includes(key))
  return name === undefined ? undefined : fileOf(exported[name], conditions)
}

/** The module of a package in a folder `node_modules` above, by its `exports` or its `main`. */
function findPackage(specifier: string, from: string, conditions: readonly string[]): string | null {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/u.exec(specifier) ?? []
  for (
    let folder = dirname(from);
    inside(folder) !== null || folder.endsWith('.asar');
    folder = dirname(folder)
  ) {
    const home = join(folder, 'node_modules', name)
    if (!fs.existsSync(join(home, 'package.json'))) continue
    const manifest = JSON.parse(fs.readFileSync(join(home, 'package.json'), 'utf8')) as {
      readonly main?: string
      readonly exports?: Readonly<Record<string, Exported>>
    }
    const exported = fileOf(manifest.exports?.[`.${rest}`], conditions)
    return findFile(join(home, exported ?? (rest || manifest.main || 'index.js')))
  }
  return null
}

function findFile(path: string): string | null {
  return [path, `${path}.js`, `${path}.json`, join(path, 'index.js')].find((file) => isFile(file)) ?? null
}

function isFile(path: string): boolean {
  const at = inside(path)
  const entry = at && entryOf(at)
  return entry !== null && !('files' in entry)
}

function formatOf(path: string): string {
  const byName: Readonly<Record<string, string>> = { '.cjs': 'commonjs', '.mjs': 'module', '.json': 'json' }
  const known = byName[extname(path)]
  if (known !== undefined) return known
  for (let folder = dirname(path); folder.includes('.asar'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json')
    if (!isFile(manifest)) continue
    const { type } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { readonly type?: string }
    return type === 'module' ? 'module' : 'commonjs'
  }
  return 'commonjs'
}

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL?.startsWith('file:') ? fileURLToPath(context.parentURL) : ''
    const isPath = /^(?:file:|\.{1,2}\/|[/\\]|[a-z]:)/iu.test(specifier)
    const target = !isPath
      ? null
      : specifier.startsWith('file:')
        ? fileURLToPath(specifier)
        : join(specifier.startsWith('.') ? dirname(parent) : sep, specifier)
    const found =
      target !== null
        ? inside(target) && findFile(target)
        : inside(parent) && !specifier.startsWith('node:')
          ? findPackage(specifier, parent, context.conditions)
          : null
    if (found === null) return next(specifier, context)
    const at = inside(found)
    // Whatever the system's loader opens.
    if (at !== null && extname(found) === '.node')
      return { url: pathToFileURL(outside(at)).href, shortCircuit: true }
    return { url: pathToFileURL(found).href, format: formatOf(found), shortCircuit: true }
  },
  load(url, context, next) {
    const at = url.startsWith('file:') ? inside(fileURLToPath(url)) : null
    if (at === null) return next(url, context)
    return { format: context.format ?? formatOf(at.whole), source: read(at), shortCircuit: true }
  },
})
