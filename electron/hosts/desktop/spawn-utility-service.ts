/**
 * The local service in Electron's utility process: the packaged program cannot be run as plain Node.
 *
 * A utility process ends with the main process by itself, so it is not asked to watch its standard input (it has none).
 */
import { createInterface } from 'node:readline'
import { utilityProcess } from 'electron'
import type { ServiceProcess } from '#hosts/local-service/supervisor.ts'

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
