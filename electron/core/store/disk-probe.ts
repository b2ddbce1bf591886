/** Finds out whether a disk that refused takes anything again, at the cost of a few bytes. */
import { open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Failure } from '#contract/errors.ts'
import { DiskRefusal } from './disk-errors.ts'

const PROBE_BYTES = 4_096

/** What the disk of `path`, a file that nobody needs, says; null when it takes `neededBytes`, as far as it can be known. */
export async function probeDisk(path: string, neededBytes: number): Promise<Failure | null> {
  try {
    const { bavail, bsize, blocks } = await statfs(dirname(path))
    if (blocks > 0 && bavail * bsize < neededBytes) {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
    await rm(path, { force: true })
    return null
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    return new DiskRefusal(error).failure
  }
}
