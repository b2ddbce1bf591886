/** What the store is told by each subject that keeps rows in library.db: how they are checked, salvaged and settled. */
import type { DatabaseSync } from 'node:sqlite'
import type { Json } from '#contract/json.ts'
import type { Database, Row } from '../database.ts'

/** `damaged`: set aside. `missing`: there was none. `older`: valid, but without its latest commits. `copy`: a backup. */
export const RECOVERY_KINDS = ['damaged', 'missing', 'older', 'copy'] as const
export type RecoveryKind = (typeof RECOVERY_KINDS)[number]

export interface SalvagedTable {
  readonly name: string
  /** What selects its rows first where their order matters. */
  readonly inOrder?: string
  /**
   * Throws or is false for a row that nobody could parse, or that is not wanted; `fresh` holds what was salvaged before. STRICT tables check
   * types by themselves.
   */
  readonly isValid?: (row: Row, fresh: Pick<Database, 'get'>) => boolean
  /** A row as an earlier version of the schema has it, as this version does. */
  readonly update?: (row: Row) => Row
}

export interface Recoverable {
  /** Its tables, in the order in which their rows are copied: what is referred to comes before what refers to it. */
  readonly tables?: readonly SalvagedTable[]
  /** Reads what every start reads of it. @throws DamagedDatabase, or SQLite's error */
  readonly readAsStart?: (connection: DatabaseSync) => void
  /** Whether what lies beside library.db shows that there was one. */
  readonly hasTraces?: () => boolean | Promise<boolean>
  /** For a database that may lack its latest changes. Part of a transaction. What is returned belongs to the report. */
  readonly settle?: (
    db: Database,
    kind: RecoveryKind,
    now: number,
  ) => Readonly<Record<string, Json>> | undefined
  /** Brings a valid database up to what lies beside it, before anybody reads it. Part of a transaction. */
  readonly bringUp?: (db: Database, now: number) => void
}

/** Reads all that a query finds: where its rows lie, the file has to be valid. */
export function readingAll(...queries: readonly string[]): Required<Pick<Recoverable, 'readAsStart'>> {
  return {
    readAsStart: (connection) => {
      for (const sql of queries) connection.prepare(sql).all()
    },
  }
}

/** @throws SyntaxError for a text that is not JSON */
export function isJson(value: unknown): boolean {
  return typeof value === 'string' && JSON.parse(value) !== undefined
}
