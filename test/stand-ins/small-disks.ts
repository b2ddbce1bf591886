/** A small disk of its own for one test, where the system permits mounting one (Linux, root). */
import { execFileSync } from 'node:child_process'
import { statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Mounts over `path` until the test ends; false where that is not permitted. */
export function tryTmpfs(path: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return false
  }
  // Lazily: something of the app may still be open when a test fails.
  onTestFinished(() => void execFileSync('umount', ['-l', path], { stdio: 'ignore' }))
  return true
}

/** Fills the disk of a folder but for `leaveBytes`; returns the file to remove. */
export async function fillDisk(dir: string, leaveBytes: number): Promise<string> {
  const { bavail, bsize } = await statfs(dir)
  const path = join(dir, 'ballast')
  await writeFile(path, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1)).catch(() => undefined)
  return path
}

/** Mounts `path` over itself, read-only, until the returned function is called or the test ends; null where not permitted. */
export function tryReadOnly(path: string): (() => void) | null {
  try {
    execFileSync('mount', ['--bind', path, path], { stdio: 'ignore' })
  } catch {
    return null
  }
  let mounted = true
  const release = (): void => {
    if (mounted) execFileSync('umount', ['-l', path], { stdio: 'ignore' })
    mounted = false
  }
  onTestFinished(release)
  try {
    execFileSync('mount', ['-o', 'remount,ro,bind', path], { stdio: 'ignore' })
    return release
  } catch {
    release()
    return null
  }
}
