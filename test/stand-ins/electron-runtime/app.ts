/**
 * `app`: the application's life and what the system knows of it.
 *
 * Assumed (electron.d.ts, `App`): `enableSandbox` and `disableHardwareAcceleration` only before `ready`; `isPackaged` false
 * for a program that a developer starts; `dock` on macOS alone. Quit asks `before-quit`, then closes every window, then asks
 * `will-quit`; each can be prevented, as can the close of a window. `window-all-closed` is not emitted while quitting, and quits where
 * nobody listens. Exit asks nobody.
 */
import { EventEmitter } from 'node:events'
import { readFileSync, mkdirSync, readdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { cancellable, needsStart, record, runtime, strict, windows } from './runtime.ts'

interface Manifest {
  readonly name: string
  readonly productName?: string
  readonly version: string
}

const manifest = findManifest(dirname(process.argv[1] ?? ''))
const ready = Promise.withResolvers<void>()
let isQuitting = false
let isEnding = false

const switches = new Map<string, string>()

/** The value of a switch, from the command line or the application; undefined where there is none. */
export function switchOf(name: string): string | undefined {
  const word = process.argv.findLast((it) => it === `--${name}` || it.startsWith(`--${name}=`))
  return switches.get(name) ?? word?.slice(name.length + 3)
}

class App extends EventEmitter {
  readonly name = manifest.productName ?? manifest.name
  readonly isPackaged = runtime.config.packaged
  readonly commandLine = strict('commandLine', {
    hasSwitch: (name: string): boolean => switchOf(name) !== undefined,
    getSwitchValue: (name: string): string => switchOf(name) ?? '',
    /** Chromium's part of the start is over when it is ready. */
    appendSwitch(name: string, value = ''): void {
      needsStart(`The stand-in takes no switch after ready: ${name}`)
      switches.set(name, value)
    },
  })
  readonly dock = undefined
  readonly paths = new Map<string, string>()

  whenReady(): Promise<void> {
    return ready.promise
  }
  /** As the user does from the menu. Before the application is ready it ends once it would be. */
  quit(): void {
    if (isEnding || isQuitting || !mayGoOn('before-quit')) return
    isQuitting = true
    for (const window of windows) window.close()
    if (windows.size === 0 && mayGoOn('will-quit')) this.exit(0)
    else isQuitting = false
  }
  exit(code = 0): void {
    if (isEnding) return
    isEnding = true
    for (const window of windows) window.destroy()
    void end(code)
  }

  enableSandbox(): void {
    needsStart('app.enableSandbox() can only be called before app is ready')
    record('app.enableSandbox')
  }
  disableHardwareAcceleration(): void {
    needsStart('app.disableHardwareAcceleration() can only be called before app is ready')
    record('app.disableHardwareAcceleration')
  }

  getPath(name: string): string {
    const appData = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    const known = new Map([
      ['appData', appData],
      ['userData', join(appData, this.name)],
      // Where userData is, until it is set (shell/common/electron_paths.cc, `DIR_SESSION_DATA`).
      ['sessionData', this.paths.get('userData') ?? join(appData, this.name)],
      ['downloads', join(homedir(), 'Downloads')],
      ...this.paths,
    ])
    const path = known.get(name)
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }
  setPath(name: string, path: string): void {
    this.getPath(name)
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.paths.set(name, path)
  }
  getPreferredSystemLanguages(): readonly string[] {
    return [process.env['ATELIER_STAND_IN_LANGUAGE'] ?? 'en-US']
  }

  getName(): string {
    return this.name
  }
  getVersion(): string {
    return manifest.version
  }

  requestSingleInstanceLock(additionalData: unknown = null): boolean {
    return takeLock(this.getPath('userData'), additionalData, (second) => {
      // Assumed (electron.d.ts, `App`, events `activate` and `second-instance`): what the Finder or the Dock starts again.
      if (runtime.config.startsOnce) return void this.emit('activate', {}, windows.size > 0)
      this.emit('second-instance', {}, second.argv, second.workingDirectory, second.additionalData)
    })
  }
  releaseSingleInstanceLock(): void {
    releaseLock()
  }

  setBadgeCount(count = 0): boolean {
    record('app.setBadgeCount', count)
    return true
  }
  setLoginItemSettings(settings: object): void {
    record('app.setLoginItemSettings', settings)
  }
  setAppUserModelId(id: string): void {
    record('app.setAppUserModelId', id)
  }
}

export const app = strict('app', new App())

/** Electron is ready: called once, when the application's entry has been evaluated and the browser is there. */
export function becomeReady(): void {
  runtime.isReady = true
  app.emit('will-finish-launching')
  app.emit('ready', {}, {})
  ready.resolve()
}

/** Called by the last window when it is gone. */
export function lastWindowClosed(): void {
  if (!isQuitting && !isEnding && !app.emit('window-all-closed')) app.quit()
}

function mayGoOn(event: 'before-quit' | 'will-quit'): boolean {
  const asked = cancellable()
  app.emit(event, asked)
  return !asked.defaultPrevented
}

async function end(code: number): Promise<void> {
  app.emit('quit', {}, code)
  releaseLock()
  await runtime.chromium?.close().catch(() => undefined)
  process.exit(code)
}

/** The nearest package.json above the entry. */
function findManifest(from: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
  } catch (error) {
    if (dirname(from) === from) throw error
    return findManifest(dirname(from))
  }
}

/**
 * One instance for each `userData` folder.
 *
 * Assumed (electron.d.ts, `App.requestSingleInstanceLock`, event `second-instance`): the first instance gets the arguments and
 * the working directory of every further one, which is told `false` and is expected to quit; the lock belongs to the
 * `userData` path of that moment. A file with the process's id is the lock; further files in the folder are the messages.
 */
interface SecondInstance {
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

const LOCK = 'stand-in.lock'
const MESSAGE = /^stand-in\.second-\d+\.json$/u

let release: (() => void) | null = null

/** Whether this process has the lock of `folder`. `onSecond` is called for each further instance. */
function takeLock(
  folder: string,
  additionalData: unknown,
  onSecond: (second: SecondInstance) => void,
): boolean {
  if (release !== null) return true
  mkdirSync(folder, { recursive: true })
  const lock = join(folder, LOCK)
  if (isOwned(lock)) {
    const message: SecondInstance = { argv: process.argv, workingDirectory: process.cwd(), additionalData }
    const path = join(folder, `stand-in.second-${process.pid}.json`)
    writeFileSync(`${path}.part`, JSON.stringify(message))
    renameSync(`${path}.part`, path)
    return false
  }
  writeFileSync(lock, String(process.pid))
  const watcher = watch(folder, () => {
    for (const name of readdirSync(folder).filter((name) => MESSAGE.test(name))) {
      const path = join(folder, name)
      onSecond(JSON.parse(readFileSync(path, 'utf8')) as SecondInstance)
      rmSync(path, { force: true })
    }
  })
  watcher.unref()
  release = () => {
    watcher.close()
    rmSync(lock, { force: true })
    release = null
  }
  return true
}

function releaseLock(): void {
  release?.()
}

/** Whether a living process has the lock. */
function isOwned(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return true
  } catch {
    return false
  }
}
