/** Tells a damaged database from every other error: a full disk, a lock and a newer schema are none. */
import { message, type Message } from '#contract/messages/message.ts'

/** Primary result codes of SQLite that mean the content: https://sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** A page that ends before its end, not a disk that fails. An extended code of SQLITE_IOERR. */
const SQLITE_IOERR_SHORT_READ = 522

/** library.db holds what Atelier cannot have written, or lacks what it has written. `reason` says what. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
  readonly reason: Message

  constructor(reason: Message, options?: ErrorOptions) {
    super(loggedDamage(reason), options)
    this.reason = reason
  }
}

/** What is wrong with library.db, in a sentence that follows one about it. */
export function damageOf(error: unknown): Message {
  if (error instanceof DamagedDatabase) return error.reason
  return message('store.damage.said', { said: error instanceof Error ? error.message : String(error) })
}

export function loggedDamage({ id, values = {} }: Message): string {
  return `${id} ${JSON.stringify(values)}`
}

export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  const code = error.errcode & 0xff
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB || error.errcode === SQLITE_IOERR_SHORT_READ
}

/**
 * Parses what a row holds; what cannot be parsed is damage, not a mistake of the caller.
 *
 * @throws DamagedDatabase
 */
export function parseRow<Value>(table: string, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    throw new DamagedDatabase(message('store.damage.row', { table }), { cause: error })
  }
}
