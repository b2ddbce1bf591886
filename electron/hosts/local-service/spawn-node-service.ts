/**
 * The local service as a Node process of its own, for hosts that run on Node.
 *
 * Its standard input stays open as long as this process lives: it ends by itself when we are killed.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { ServiceProcess } from './supervisor.ts'

/** Starts `entry` with the Node that runs this process. Nothing of our environment's secrets goes along. */
export function spawnNodeService(entry: string, dataDir: string): ServiceProcess {
  const { ATELIER_API_KEY: _, ...env } = process.env
  const child = spawn(process.execPath, [entry, '--port', '0', '--data-dir', dataDir, '--exit-with-parent'], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  return {
    onLine: (listener) => void createInterface({ input: child.stdout }).on('line', listener),
    onExit(listener) {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    stop() {
      child.stdin.destroy()
      child.kill()
    },
  }
}
