/** A folder on another disk than those of `makeTempDir`, removed when the test ends; null where this computer has none. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const PLACES = ['/dev/shm', '/var/tmp', '/tmp']

export async function makeDirOnOtherDisk(): Promise<string | null> {
  const { dev } = await stat(tmpdir())
  for (const place of PLACES) {
    if (((await stat(place).catch(() => null))?.dev ?? dev) === dev) continue
    const path = await mkdtemp(join(place, 'atelier-test-'))
    onTestFinished(() => rm(path, { recursive: true }))
    return path
  }
  return null
}
