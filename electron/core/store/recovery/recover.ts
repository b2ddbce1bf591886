/**
 * Puts a fresh library.db in the place of a damaged one: moves the damaged files aside, reads from them what can be read, and
 * leaves word that the assets are to be taken in again from `media/`. Nothing is deleted.
 *
 * The plan is on disk before the first file moves, so a crash at any point is gone on with at the next start.
 */
import { randomUUID } from 'node:crypto'
import { access, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { doubtWaiting } from '../../tasks/submission/unknown-outcome.ts'
import type { CommitMark } from '../commit-mark.ts'
import { isDamage } from '../damage.ts'
import { openDatabase, type Database } from '../database.ts'
import { renameDurably, writeFileDurably } from '../files.ts'
import { rescueRows, type Rescued } from './salvage.ts'

const planSchema = z.object({
  /** What is wrong, in plain words. */
  reason: z.string(),
  /** The name that the damaged file gets. */
  aside: z.string().regex(/^library\.db\.damaged-[\w.-]+$/),
  /** `filling`: everything is aside, and the file under the database's name is the fresh one. */
  stage: z.enum(['found', 'filling']),
})
export type RepairPlan = z.infer<typeof planSchema>

export const repairReportSchema = z.object({
  /** `damaged`: set aside. `missing`: there was none. `older`: sound, but without its latest commits. `copy`: a backup. */
  kind: z.enum(['damaged', 'missing', 'older', 'copy']),
  reason: z.string(),
  /** The name of the damaged file, where one was set aside. */
  aside: z.string().nullable(),
  tasks: z.int(),
  /** Of these, tasks of which something is still to come, or to be decided. */
  openTasks: z.int(),
  /** Of these, tasks that waited to be sent and are put before the user instead. */
  doubtful: z.int(),
  areTasksWhole: z.boolean(),
})
export type RepairReport = z.infer<typeof repairReportSchema>

/** The name of the fact that holds the report while `media/` has not been read again. */
export const REBUILD_PENDING = 'rebuild.pending'

/** The repair that was begun or asked for, or null. One that cannot be read is begun anew. */
export async function readPlan(path: string, now: number): Promise<RepairPlan | null> {
  const text = await readFile(planPath(path), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return planSchema.parse(JSON.parse(text))
  } catch {
    return newPlan('Its repair was interrupted.', now)
  }
}

/** Asks for a repair at the next start. */
export async function askForRepair(path: string, reason: string, now: number): Promise<void> {
  await writePlan(path, newPlan(reason, now))
}

/** `now` names the file, in UTC. Two plans never share a name. */
export function newPlan(reason: string, now: number): RepairPlan {
  const moment = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return { reason, aside: `library.db.damaged-${moment}-${randomUUID().slice(0, 4)}`, stage: 'found' }
}

/** @throws the disk's error; the plan stays and is gone on with at the next start. */
export async function repairDatabase(
  path: string,
  plan: RepairPlan,
  mark: CommitMark,
  now: number,
): Promise<Database> {
  const aside = join(dirname(path), plan.aside)
  if (plan.stage === 'found') {
    await writePlan(path, plan)
    // The log first: a log beside another database would be taken for that one's.
    for (const suffix of ['-wal', '-shm', '']) await moveIfThere(path + suffix, aside + suffix)
    await writePlan(path, { ...plan, stage: 'filling' })
  }
  const isThere = await exists(aside)
  const hasRest = isThere || (await exists(`${aside}-wal`))
  const db = await openFresh(path, mark, now)
  try {
    const rescued = hasRest ? await rescueRows(aside, db) : NOTHING
    const isCertain =
      rescued.areTasksWhole &&
      rescued.commits !== null &&
      mark.before !== null &&
      rescued.commits >= mark.before
    settle(db, mark, now, isCertain ? 'contradicted' : 'all', {
      kind: isThere ? 'damaged' : 'missing',
      reason: plan.reason,
      aside: isThere ? plan.aside : hasRest ? `${plan.aside}-wal` : null,
      areTasksWhole: rescued.areTasksWhole,
    })
    await rm(planPath(path), { force: true })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** For a database that is sound but not the latest: its waiting tasks are doubted, and `media/` is read again. */
export function settleOlder(db: Database, mark: CommitMark, now: number, kind: 'older' | 'copy'): void {
  const reason = kind === 'copy' ? 'It is a backup.' : 'Its latest changes are missing.'
  settle(db, mark, now, 'all', { kind, reason, aside: null, areTasksWhole: true })
}

function settle(
  db: Database,
  mark: CommitMark,
  now: number,
  doubt: 'all' | 'contradicted',
  what: Pick<RepairReport, 'kind' | 'reason' | 'aside' | 'areTasksWhole'>,
): void {
  db.durably(() => {
    const doubtful = doubtWaiting(db, doubt, now)
    const report: RepairReport = { ...what, ...countTasks(db), doubtful }
    const write = (name: string, value: string) =>
      db.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value)
    write(REBUILD_PENDING, JSON.stringify(report))
    write('commits', String(Math.max(mark.before ?? 0, Number(factOf(db, 'commits') ?? 0))))
    db.run("DELETE FROM facts WHERE name = 'copied'")
  })
}

function countTasks(db: Database): Pick<RepairReport, 'tasks' | 'openTasks'> {
  const row = db.get(
    `SELECT count(*) AS tasks, coalesce(sum(state IN ('queued', 'sending', 'running', 'saving', 'unsaved', 'unknown')), 0) AS open
     FROM tasks`,
  )
  return { tasks: Number(row?.['tasks'] ?? 0), openTasks: Number(row?.['open'] ?? 0) }
}

/** What a crash left half made is set aside too; it is filled again from the damaged file. */
async function openFresh(path: string, mark: CommitMark, now: number): Promise<Database> {
  try {
    return openDatabase(path, mark)
  } catch (error) {
    if (!isDamage(error)) throw error
    const { aside } = newPlan('', now)
    for (const suffix of ['-wal', '-shm', ''])
      await moveIfThere(path + suffix, join(dirname(path), aside + suffix))
    return openDatabase(path, mark)
  }
}

const NOTHING: Rescued = { tasks: 0, areTasksWhole: false, commits: null }

function factOf(db: Database, name: string): unknown {
  return db.get('SELECT value FROM facts WHERE name = ?', name)?.['value']
}

function planPath(path: string): string {
  return `${path}-repair`
}

async function writePlan(path: string, plan: RepairPlan): Promise<void> {
  await writeFileDurably(planPath(path), `${JSON.stringify(plan)}\n`)
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (await exists(from)) await renameDurably(from, to)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    },
  )
}
