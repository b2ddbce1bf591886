/** Makes a folder read-only for everybody, root included, where the system permits it (Linux, root). */
import { execFileSync } from 'node:child_process'
import { onTestFinished } from 'vitest'

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
