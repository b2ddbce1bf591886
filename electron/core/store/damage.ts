/** Tells a damaged database from every other error: a full disk, a lock and a newer schema are none. */

/** Primary result codes of SQLite that mean the content: https://sqlite.org/rescode.html */
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** A page that ends before its end, not a disk that fails. An extended code of SQLITE_IOERR. */
const SQLITE_IOERR_SHORT_READ = 522

/** library.db holds what Atelier cannot have written, or lacks what it has written. The message says what. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'
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
    throw new DamagedDatabase(`A row of ${table} is not one that Atelier wrote.`, { cause: error })
  }
}
