/**
 * `app`: the application's life and what the system knows of it.
 *
 * Assumed (electron.d.ts, `App`): `enableSandbox` and `disableHardwareAcceleration` only before `ready`; `isPackaged` false
 * for a program that a developer starts; `dock` on macOS alone.
 */
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { needsStart, record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'
import { commandLine, releaseLock, takeLock } from './single-instance.ts'
import { exit, quit } from './quitting.ts'

interface Manifest {
  readonly name: string
  readonly productName?: string
  readonly version: string
}

const MAIN_FILE = process.argv[1] ?? ''
const manifest = findManifest(dirname(MAIN_FILE))
const ready = Promise.withResolvers<void>()

class App extends EventEmitter {
  name = manifest.productName ?? manifest.name
  readonly isPackaged = runtime.config.packaged
  readonly commandLine = commandLine
  readonly dock = undefined
  readonly paths = createPaths(this.name, MAIN_FILE)

  whenReady(): Promise<void> {
    return ready.promise
  }
  isReady(): boolean {
    return runtime.isReady
  }
  quit(): void {
    quit()
  }
  exit(code?: number): void {
    exit(code)
  }
  focus(): void {
    record('app.focus')
  }

  enableSandbox(): void {
    needsStart('app.enableSandbox() can only be called before app is ready')
    record('app.enableSandbox')
  }
  disableHardwareAcceleration(): void {
    needsStart('app.disableHardwareAcceleration() can only be called before app is ready')
    record('app.disableHardwareAcceleration')
    commandLine.appendSwitch('disable-gpu')
  }

  getPath(name: string): string {
    return this.paths.get(name)
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }
  getName(): string {
    return this.name
  }
  getVersion(): string {
    return manifest.version
  }

  requestSingleInstanceLock(additionalData: unknown = null): boolean {
    return takeLock(this.getPath('userData'), additionalData, (second) => {
      this.emit('second-instance', {}, second.argv, second.workingDirectory, second.additionalData)
    })
  }

  releaseSingleInstanceLock(): void {
    releaseLock()
  }

  setAsDefaultProtocolClient(scheme: string, path?: string, args?: readonly string[]): boolean {
    record('app.setAsDefaultProtocolClient', { scheme, path, args })
    return true
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

/** The nearest package.json above the entry. */
function findManifest(from: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
  } catch (error) {
    if (dirname(from) === from) throw error
    return findManifest(dirname(from))
  }
}

interface Paths {
  get(name: string): string
  set(name: string, path: string): void
}

/** `app.getPath` and `app.setPath` (electron.d.ts, `App.getPath`). `name` is the application's, which names its folder. */
function createPaths(name: string, mainFile: string): Paths {
  const home = homedir()
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const set = new Map<string, string>()
  const get = (wanted: string): string => {
    const userData = set.get('userData') ?? join(appData, name)
    const known: Readonly<Record<string, string>> = {
      home,
      appData,
      userData,
      sessionData: userData,
      assets: join(mainFile, '..'),
      temp: tmpdir(),
      exe: process.execPath,
      module: process.execPath,
      desktop: join(home, 'Desktop'),
      documents: join(home, 'Documents'),
      downloads: join(home, 'Downloads'),
      music: join(home, 'Music'),
      pictures: join(home, 'Pictures'),
      videos: join(home, 'Videos'),
      logs: join(userData, 'logs'),
      crashDumps: join(userData, 'Crashpad'),
    }
    const path = set.get(wanted) ?? known[wanted]
    if (path === undefined) throw new Error(`Failed to get '${wanted}' path`)
    return path
  }
  return {
    get,
    set(wanted, path) {
      get(wanted)
      if (!isAbsolute(path)) throw new Error('Path must be absolute')
      set.set(wanted, path)
    },
  }
}
