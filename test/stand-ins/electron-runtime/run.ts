/**
 * Runs a built application on the stand-in: `node run.ts MAIN ARGUMENTS…`, with ELECTRON_STAND_IN in the environment. Has the test's
 * side channel: `desktop.ts` sends functions over the process's channel, which run here with the stand-in's module, as Playwright's
 * `ElectronApplication.evaluate` does with the real one.
 *
 * Assumed (Electron's documentation, "ES Modules in Electron"): an application becomes ready only when its entry has been
 * evaluated to its end. SIGTERM, SIGINT and SIGHUP quit it as its menu does until a listener of Node's takes their place
 * (Electron's source, `electron_browser_main_parts_posix.cc`; a process has one handler for a signal).
 */
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import { app, becomeReady } from './app.ts'
import { launchChromium } from './chromium.ts'
import { refusePopups } from './navigation.ts'
import { runtime } from './runtime.ts'
import { serveSchemes } from './scheme-server.ts'
import { keychain } from './system.ts'

/** What only the stand-in has: the person and the system around the application. */
const standIn = {
  journal: runtime.journal,
  responses: runtime.answers,
  keychain,
  endpoint: () => runtime.chromium?.endpoint ?? null,
}

export type StandIn = typeof standIn

export interface Command {
  readonly id: number
  readonly source: string
  readonly argument: unknown
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }

/** Said once, so that whoever kills this process can wait for its Chromium as well. */
export interface Born {
  readonly chromiumPid: number
}

function tellParent(message: Born): void {
  process.send?.(message)
}

/** Runs what the parent process sends, where there is a channel to it. */
function takeCommands(): void {
  const send = process.send?.bind(process)
  if (send === undefined) return
  process.on('message', (command) => {
    void run(command as Command).then((reply) => send(reply))
  })
  // Whoever started this is gone.
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
}

async function run({ id, source, argument }: Command): Promise<Reply> {
  try {
    const electron = (await import('./electron.ts')).default
    const command = runInThisContext(`(${source})`) as (...args: unknown[]) => unknown
    return { id, value: await command(electron, argument, standIn) }
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const STAND_IN = new URL('electron.ts', import.meta.url).href
/** Of the pinned package and of Debian's Chromium, which have the same major. */
const VERSIONS = { electron: '45.4.1', chrome: '156.0.0.0' }

const main = resolve(process.argv[2] ?? '')
process.argv.splice(1, 2, main)
for (const [name, value] of Object.entries({ ...process.versions, ...VERSIONS })) {
  Object.defineProperty(process.versions, name, { value, enumerable: true, configurable: true })
}
Object.assign(process, {
  type: 'browser',
  resourcesPath: runtime.config.resources ?? resolve(main, '..'),
  defaultApp: !runtime.config.packaged,
})
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: STAND_IN, shortCircuit: true } : next(specifier, context),
})
takeCommands()
const quit = (): void => app.quit()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quit)
process.on('newListener', (name) => process.off(name, quit))
// Electron lives as long as it is not told to quit.
setInterval(() => undefined, 2 ** 30)

await import(pathToFileURL(main).href)

const port = await serveSchemes()
const names = [...runtime.schemes].map((scheme) => `MAP *.${scheme}.localhost 127.0.0.1:${port}`)
runtime.chromium = await launchChromium(runtime.config.chromium, names.join(', '))
tellParent({ chromiumPid: runtime.chromium.pid })
runtime.chromium.connection.onClose(() => app.exit(1))
await refusePopups(runtime.chromium.connection)
becomeReady()
