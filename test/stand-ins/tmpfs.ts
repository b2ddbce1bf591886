/** A small disk of its own for one test, where the system permits mounting one (Linux, root). */
import { execFileSync } from 'node:child_process'
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
