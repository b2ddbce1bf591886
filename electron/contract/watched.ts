/** Watched folders: what arrives in them is taken into the library, each file once it is whole. */
import { z } from 'zod'
import { id, route } from './route.ts'

/**
 * `watching`: looked at now and then. `taking`: files are being taken in. `away`: the folder is not there, as on a disk that is gone
 * sometimes; it is watched again when it is back. `full`: the library's disk takes nothing at the moment.
 */
export type WatchedState = 'watching' | 'taking' | 'away' | 'full'

export interface WatchedFolder {
  readonly id: string
  readonly path: string
  readonly mode: 'copy' | 'in-place'
  readonly state: WatchedState
  /** Files that were added since Atelier started. */
  readonly added: number
  /** Files that are about to be taken in. */
  readonly waiting: number
  /** Files that end too early or cannot be read: they wait until that changes. */
  readonly unfinished: number
}

/** Every one is looked through once a minute. */
export const MAX_WATCHED_FOLDERS = 20

export const watchedRoutes = {
  'watched.list': route<{ readonly items: readonly WatchedFolder[] }>()(z.strictObject({})),
  /**
   * What is in the folder by now is taken in too. Without `path` the user chooses a folder (desktop). `conflict` where the folder, one
   * around it or one inside of it is watched.
   */
  'watched.add': route<WatchedFolder>()(
    z.strictObject({ path: z.string().min(1).max(4_000).optional(), mode: z.enum(['copy', 'in-place']) }),
  ),
  /** What was taken in stays. */
  'watched.remove': route<Record<string, never>>()(z.strictObject({ id })),
} as const
