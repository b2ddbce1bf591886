/**
 * Notices that a folder is not the one it was: a disk that was unplugged leaves an empty folder, or none, in its place, and
 * what is written there is lost to the user.
 */
import { statSync } from 'node:fs'

export interface WatchedFolder {
  /** Whether the path still leads to the folder that it led to at first. */
  isThere(): boolean
  /** @throws ENODEV where it does not. */
  check(): void
}

export function watchFolder(path: string): WatchedFolder {
  const first = identityOf(path)
  const isThere = () => first !== null && identityOf(path) === first
  return {
    isThere,
    check() {
      if (isThere()) return
      throw Object.assign(new Error('ENODEV: the data folder is not there any more'), { code: 'ENODEV' })
    },
  }
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev} ${ino}`
  } catch {
    return null
  }
}
