/**
 * The order in which waiting tasks are sent: that of their submission, until the user moves some.
 *
 * A position is a fraction between those of its neighbours, so that a move writes only what was moved. Tasks that were never
 * moved have their `seq` as position.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Database } from '../../store/database.ts'
import { insertRow, selectNumber } from '../../store/reader.ts'

/** Neighbours closer than this are spread out again. Positions up to millions leave far finer fractions. */
const MIN_GAP = 1e-6

interface Waiting {
  readonly id: string
  readonly profileId: string
  readonly position: number
}

export type QueueOrder = ReturnType<typeof createQueueOrder>

export function createQueueOrder(db: Database) {
  const inOrder = (): Waiting[] =>
    db
      .all(
        `SELECT t.id, t.profile_id, coalesce(o.position, t.seq) AS position FROM tasks t
         LEFT JOIN queue_order o ON o.task_id = t.id WHERE t.state = 'queued' ORDER BY 3, t.seq`,
      )
      .map((row) => ({
        id: String(row['id']),
        profileId: String(row['profile_id']),
        position: Number(row['position']),
      }))
  const write = (id: string, position: number): void => {
    insertRow(db, 'OR REPLACE INTO queue_order', { taskId: id, position })
  }
  const nextPosition = (): number =>
    selectNumber(db, "SELECT seq FROM sqlite_sequence WHERE name = 'tasks'") + 1
  const spread = (ids: readonly string[]): void => {
    const first = nextPosition() - ids.length
    for (const [index, id] of ids.entries()) write(id, first + index)
  }
  return {
    /** The ids of all that wait, by profile, in the order in which they will be sent. */
    waiting: (): ReadonlyMap<string, readonly string[]> => {
      const lists = Map.groupBy(inOrder(), ({ profileId }) => profileId)
      return new Map([...lists].map(([profileId, own]) => [profileId, own.map(({ id }) => id)]))
    },
    /**
     * Puts these before `before`, in the order given; with null, behind everything that waits. Those that no longer wait are left
     * out; where `before` itself does not, they go first. Returns the tasks whose position changed.
     */
    move: (ids: readonly string[], before: string | null): Result<readonly string[]> =>
      db.transaction(() => {
        const all = inOrder()
        const there = new Set(all.map(({ id }) => id))
        const moved = [...new Set(ids)].filter((id) => there.has(id))
        if (moved.length === 0) return fail('conflict', 'tasks.move.noneWaiting')
        const moving = new Set(moved)
        const others = all.filter(({ id }) => !moving.has(id))
        const at = placeIn(others, all, before)
        const low = others[at - 1]?.position
        const high = others[at]?.position ?? nextPosition()
        const gap = low === undefined ? 1 : (high - low) / (moved.length + 1)
        if (gap >= MIN_GAP) {
          const start = low ?? high - moved.length - 1
          for (const [index, id] of moved.entries()) write(id, start + gap * (index + 1))
          return succeed(moved)
        }
        const order = others.map(({ id }) => id)
        order.splice(at, 0, ...moved)
        spread(order)
        return succeed(order)
      }),
  }
}

/** The index of `before` among the others; where it is moved itself, of the first behind it that is not. */
function placeIn(others: readonly Waiting[], all: readonly Waiting[], before: string | null): number {
  if (before === null) return others.length
  const from = all.findIndex(({ id }) => id === before)
  if (from === -1) return 0
  const rest = new Set(all.slice(from).map(({ id }) => id))
  const index = others.findIndex(({ id }) => rest.has(id))
  return index === -1 ? others.length : index
}
