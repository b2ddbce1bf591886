/**
 * One instance for each `userData` folder.
 *
 * Assumed (electron.d.ts, `App.requestSingleInstanceLock`, event `second-instance`): the first instance gets the arguments
 * and the working directory of every further one, which is told `false` and is expected to quit; the lock belongs to the
 * `userData` path of that moment. A file with the process's id is the lock; further files in the folder are the messages.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SecondInstance {
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly additionalData: unknown
}

const LOCK = 'stand-in.lock'
const MESSAGE = /^stand-in\.second-\d+\.json$/u

let release: (() => void) | null = null

/** Whether this process has the lock of `folder`. `onSecond` is called for each further instance. */
export function takeLock(
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

export function releaseLock(): void {
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
