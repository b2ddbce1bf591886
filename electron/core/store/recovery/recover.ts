/**
 * Puts a fresh library.db in the place of a damaged or lost one: sets the damaged files aside, copies the rows that can still be read,
 * and takes the open tasks from `accepted.jsonl`. The assets come back from `media/` afterwards. Nothing is deleted.
 *
 * The plan is on disk before the first file moves, and the fresh database has its name only when it is whole. So a crash at any point
 * is gone on with at the next start.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { message, type Message, messageSchema, written } from '#contract/messages/message.ts'
import { COMMITS, openDatabase, readFact, writeFact, type Database } from '../database.ts'
import { ifThere, renameDurably, writeFileDurably } from '../files.ts'
import { RECOVERY_KINDS, type Recoverable, type RecoveryKind } from './recoverable.ts'
import { salvageRows } from './salvage.ts'

/** What is wrong; an older Atelier wrote a sentence. */
const reasonSchema = z.union([messageSchema, z.string().transform(written)])

const planSchema = z.object({
  reason: reasonSchema,
  /** The name that the damaged file gets. */
  aside: z.string().regex(/^library\.db\.damaged-[\w.-]+$/),
})
export type RecoveryPlan = z.infer<typeof planSchema>

/** Beside these, what the subjects told of themselves. */
export const recoveryReportSchema = z.object({
  kind: z.enum(RECOVERY_KINDS),
  /** Of a damaged or missing one. */
  reason: reasonSchema.exactOptional(),
  /** The name of the damaged file, where one was set aside. */
  aside: z.string().nullable(),
})
type RecoveryReport = z.infer<typeof recoveryReportSchema>

/** What is known beside the database. */
export interface Known {
  /** The commits that the mark has counted. */
  readonly commits: number | null
  /** With what lies beside the database of each. They are settled in this order. */
  readonly subjects: readonly Recoverable[]
}

/** The name of the fact that holds the report while `media/` has not been read again. */
export const REBUILD_PENDING = 'rebuild.pending'
/** The write-ahead log and its index belong to the file before them. */
export const LOG_SUFFIXES = ['-wal', '-shm']
const SUFFIXES = [...LOG_SUFFIXES, '']

export function databasePath(dataDir: string): string {
  return join(dataDir, 'library.db')
}

/** The recovery that was begun or asked for, or null. One that cannot be read is begun anew. */
export async function readPlan(dataDir: string, now: number): Promise<RecoveryPlan | null> {
  const text = await ifThere(readFile(planPath(dataDir), 'utf8'))
  if (text === null) return null
  try {
    return planSchema.parse(JSON.parse(text))
  } catch {
    return newPlan(message('store.damage.interrupted'), now)
  }
}

/** Asks for a recovery at the next start. */
export async function askForRecovery(dataDir: string, reason: Message, now: number): Promise<void> {
  await writePlan(dataDir, newPlan(reason, now))
}

/** `now` names the file, in UTC. Two plans never share a name. */
export function newPlan(reason: Message, now: number): RecoveryPlan {
  return { reason, aside: asideName(now) }
}

export function asideName(now: number): string {
  return `library.db.damaged-${momentName(now)}`
}

/** A moment as a part of a file's name, in UTC. No two are the same. */
export function momentName(now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${randomUUID().slice(0, 4)}`
}

/** Leaves a valid library.db to be opened. @throws the disk's error; the plan stays and is gone on with at the next start. */
export async function recoverDatabase(
  dataDir: string,
  plan: RecoveryPlan,
  known: Known,
  now: number,
): Promise<void> {
  const path = databasePath(dataDir)
  const aside = join(dataDir, plan.aside)
  await writePlan(dataDir, plan)
  // The file itself moves last. Once it is aside, what has its name is the fresh one.
  if (!(await exists(aside))) for (const suffix of SUFFIXES) await moveIfThere(path + suffix, aside + suffix)
  if (!(await exists(path))) await writeFresh(dataDir, plan, known, now)
  await dropPlan(dataDir)
}

export async function dropPlan(dataDir: string): Promise<void> {
  await rm(planPath(dataDir), { force: true })
}

async function writeFresh(
  dataDir: string,
  { reason, aside }: RecoveryPlan,
  known: Known,
  now: number,
): Promise<void> {
  const path = databasePath(dataDir)
  const fresh = `${path}-fresh`
  // What a crash left half made.
  for (const suffix of SUFFIXES) await rm(fresh + suffix, { force: true })
  const [isThere, hasLog] = await Promise.all(
    ['', '-wal'].map((suffix) => exists(join(dataDir, aside + suffix))),
  )
  const db = openDatabase(fresh)
  try {
    const tables = known.subjects.flatMap((subject) => subject.tables ?? [])
    await salvageRows(join(dataDir, aside), tables, db)
    settle(db, known, now, {
      kind: isThere ? 'damaged' : 'missing',
      reason,
      aside: isThere ? aside : hasLog ? `${aside}-wal` : null,
    })
  } finally {
    db.close()
  }
  await renameDurably(fresh, path)
}

/** For a database that is valid but not the latest. `aside` is the copy of its write-ahead log. */
export function settleOlder(
  db: Database,
  known: Known,
  now: number,
  kind: Extract<RecoveryKind, 'older' | 'copy'>,
  aside: string | null,
): void {
  settle(db, known, now, { kind, aside })
}

function settle(db: Database, { commits, subjects }: Known, now: number, what: RecoveryReport): void {
  db.durably(() => {
    const told = subjects.map((subject) => subject.settle?.(db, what.kind, now))
    const report: RecoveryReport = Object.assign({}, what, ...told)
    writeFact(db, REBUILD_PENDING, JSON.stringify(report))
    const counted = Number(readFact(db, COMMITS) ?? 0)
    writeFact(db, COMMITS, String(Math.max(counted, commits ?? 0)))
    writeFact(db, 'copied', null)
  })
}

function planPath(dataDir: string): string {
  return `${databasePath(dataDir)}-recovery`
}

async function writePlan(dataDir: string, plan: RecoveryPlan): Promise<void> {
  await writeFileDurably(planPath(dataDir), `${JSON.stringify(plan)}\n`)
}

export async function moveIfThere(from: string, to: string): Promise<void> {
  if (await exists(from)) await renameDurably(from, to)
}

async function exists(path: string): Promise<boolean> {
  return (await ifThere(stat(path))) !== null
}
