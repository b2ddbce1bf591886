/**
 * The local service in Electron's utility process: the packaged program cannot be run as plain Node.
 *
 * A utility process ends with the main process by itself, so it is not asked to watch its standard input (it has none).
 */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { utilityProcess, type UtilityProcess } from 'electron'
import type { ServiceProcess } from '#hosts/local-service/supervisor.ts'
import type { ReaderProcess } from '#core/ports/reader-process.ts'
import { childEnvironment } from '#core/reading/child-environment.ts'
import { READER_FLAGS, readerEnvironment } from '#core/reading/reader-limits.ts'

/** `entry` must be JavaScript. */
export function spawnUtilityService(entry: string, dataDir: string): ServiceProcess {
  const child = utilityProcess.fork(entry, ['--port', '0', '--data-dir', dataDir], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
    serviceName: 'Atelier local service',
  })
  survive(child)
  return {
    onLine(listener) {
      if (child.stdout) createInterface({ input: child.stdout }).on('line', listener)
    },
    onExit: (listener) => void child.once('exit', (code) => listener(`exit code ${code}`)),
    stop: () => void child.kill(),
  }
}

/**
 * Starts `entry`, which must be JavaScript. Ends with the main process by itself.
 *
 * Of `execArgv` V8 hears nothing but `--js-flags`: the words become switches of the process, of which Electron hands that one to
 * V8 before it makes the isolate (shell/browser/api/electron_api_utility_process.cc, `WithExtraCommandLineSwitches`;
 * shell/browser/javascript_environment.cc, `Initialize`).
 */
export function spawnUtilityReader(entry: URL): ReaderProcess {
  const child = utilityProcess.fork(fileURLToPath(entry), [], {
    env: readerEnvironment(),
    execArgv: [`--js-flags=${READER_FLAGS.join(' ')}`],
    stdio: 'ignore',
    serviceName: 'Atelier file reader',
  })
  survive(child)
  return {
    send: (message) => child.postMessage(message, []),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(`exit code ${code}`)),
    kill: () => {
      // Electron asks it to end, which a file that holds it up does not let it hear.
      if (child.pid === undefined) return void child.kill()
      try {
        process.kill(child.pid, 'SIGKILL')
      } catch {
        // It ended a moment ago by itself.
      }
    },
  }
}

/**
 * A full heap is told as the event `error`, before the exit that says the same (lib/browser/api/utility-process.ts). Where nobody
 * listens Node throws it, in the main process.
 */
function survive(child: UtilityProcess): void {
  child.on('error', () => undefined)
}
