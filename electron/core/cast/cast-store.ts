/** The rows of the cast: no two members have the same handle, whatever its case. */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { handleKey } from '#contract/rules/handles.ts'
import type { Context } from '../context/context.ts'
import { insertRow, selectNumber } from '../store/reader.ts'
import { readMember, type StoredMember } from './cast-row.ts'

const MAX_MEMBERS = 500

export type NewMember = Omit<StoredMember, 'id' | 'createdAt' | 'updatedAt'> & { readonly id?: string }

export function createCastStore({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const find = (id: string): StoredMember | null => {
    const row = db.get('SELECT * FROM cast_members WHERE id = ?', id)
    return row && readMember(row)
  }
  const byHandle = (handle: string): StoredMember | null => {
    const row = db.get('SELECT * FROM cast_members WHERE handle_key = ?', handleKey(handle))
    return row && readMember(row)
  }
  const put = ({ id, ...given }: NewMember): Result<StoredMember> => {
    const before = id === undefined ? null : find(id)
    if (id !== undefined && before === null) return fail('not_found', 'cast.none')
    const taken = byHandle(given.handle)
    if (taken && taken.id !== id) {
      const said = message('cast.handle.taken', { handle: taken.handle, name: taken.name })
      return fail('conflict', said, { field: 'handle' })
    }
    if (!before && selectNumber(db, 'SELECT count(*) FROM cast_members') >= MAX_MEMBERS) {
      return fail('conflict', message('cast.tooMany', { limit: MAX_MEMBERS }))
    }
    const updatedAt = clock.now()
    const { id: ownId = `cast_${randomUUID()}`, createdAt = updatedAt } = before ?? {}
    const member: StoredMember = { ...given, id: ownId, createdAt, updatedAt }
    insertRow(db, 'OR REPLACE INTO cast_members', { ...member, handleKey: handleKey(given.handle) })
    return succeed(member)
  }
  return {
    /** The oldest first. */
    list: (): readonly StoredMember[] =>
      db.all('SELECT * FROM cast_members ORDER BY created_at, id').map(readMember),
    byHandle,
    /**
     * With an id it replaces that member. Part of the caller's transaction.
     *
     * Fails with `conflict` for a handle that another has, and with `not_found` for an id that nobody has.
     */
    save: put,
    remove: (id: string): Result<Record<string, never>> =>
      db.run('DELETE FROM cast_members WHERE id = ?', id) > 0 ? succeed({}) : fail('not_found', 'cast.none'),
  }
}
