/** What every life of a core under strace has in common. */
import { join } from 'node:path'

/** Of its clock. */
export const SPEED = 20

/** The list of the calls of the life that works in `dir`. */
export function logIn(dir: string): string {
  return join(dir, 'calls.log')
}
