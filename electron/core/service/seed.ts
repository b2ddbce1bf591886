/** A seed for a request that names none. */
import { createHash } from 'node:crypto'

/** The same for a task at every call, and different for each task; below 2^32. */
export function seedFrom(ownId: string): number {
  return createHash('sha256').update(ownId).digest().readUInt32BE(0)
}
