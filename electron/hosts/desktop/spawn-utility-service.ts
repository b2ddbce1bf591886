/**
 * The local service in Electron's utility process: the packaged program cannot be run as plain Node.
 *
 * A utility process ends with the main process by itself, so it is not asked to watch its standard input (it has none).
 */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { utilityProcess } from 'electron'
import type { ServiceProcess } from '#hosts/local-service/supervisor.ts'
import type { ReaderProcess } from '#core/ports/reader-process.ts'
import { readerEnvironment } from '#core/reading/reader-limits.ts'

/** Starts `entry`, which must be JavaScript, with its data in `dataDir`. */
export function spawnUtilityService(entry: string, dataDir: string): ServiceProcess {
  const { ATELIER_API_KEY: _, ...env } = process.env
  const child = utilityProcess.fork(entry, ['--port', '0', '--data-dir', dataDir], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    serviceName: 'Atelier local service',
  })
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
 * Its heap has no limit of its own: Electron makes the V8 isolate before it looks at `execArgv`, which says nothing to V8
 * (shell/services/node/node_service.cc, `NodeService::Initialize`), and a heap that is there takes no flag. The guard in the
 * process ends it at `MOST_MEMORY_BYTES`, heap and all.
 */
export function spawnUtilityReader(entry: URL): ReaderProcess {
  const child = utilityProcess.fork(fileURLToPath(entry), [], {
    env: readerEnvironment(),
    stdio: 'ignore',
    serviceName: 'Atelier file reader',
  })
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
