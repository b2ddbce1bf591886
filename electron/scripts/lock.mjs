/**
 * A lock between processes of one machine: one of them works, the others wait.
 *
 * The lock is a folder that holds its owner's process id, and comes into being by one rename. Its owner touches it while
 * it works; a lock whose owner is gone, or that nobody has touched for a long time, is taken away.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const TOUCH_MS = 5_000
/** Twelve missed touches: the owner's id belongs to somebody else by now. */
const ABANDONED_MS = 60_000
const LOOK_AGAIN_MS = 200

/**
 * Runs `work` while holding the lock at `path`. `onWait` is called once when another process holds it.
 *
 * @template T
 * @param {string} path
 * @param {() => void} onWait
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work) {
  for (let waits = 0; !take(path); waits += 1) {
    if (isAbandoned(path)) {
      takeAway(path)
      continue
    }
    if (waits === 0) onWait()
    await wait(LOOK_AGAIN_MS)
  }
  const touching = setInterval(() => touch(path), TOUCH_MS)
  const release = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    process.off('exit', release)
    release()
  }
}

/** @param {string} path */
function take(path) {
  const mine = `${path}.${process.pid}`
  rmSync(mine, { recursive: true, force: true })
  mkdirSync(mine, { recursive: true })
  writeFileSync(join(mine, 'pid'), String(process.pid))
  try {
    renameSync(mine, path)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    if (statSync(path, { throwIfNoEntry: false }) || isRace(error)) return false
    throw error
  }
}

/** @param {unknown} error */
function isRace(error) {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
}

/** @param {string} path */
function isAbandoned(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) return true
    process.kill(Number(readFileSync(join(path, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** By a rename, so that of two who find the same lock abandoned only one removes it. @param {string} path */
function takeAway(path) {
  const grave = join(dirname(path), `abandoned.${process.pid}.${Date.now()}`)
  try {
    renameSync(path, grave)
  } catch {
    return
  }
  rmSync(grave, { recursive: true, force: true })
}

/** @param {string} path */
function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Somebody took the lock away; the work itself does not depend on it.
  }
}
