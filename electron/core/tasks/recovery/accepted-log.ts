/**
 * `accepted.jsonl`: the tasks that are open, beside library.db, so that none is lost with it.
 *
 * Each change of a task's state appends a line within the transaction that changes the row, and the row notes the line's number
 * (`tasks.logged`). So a start can tell which of the two is newer (reconcile-tasks.ts). A line whose transaction is rolled back is
 * taken out again, except for an acceptance: that has happened, whatever the rows say. A start writes the file anew, with the open
 * tasks alone, when most of its lines are history.
 *
 * The first line is a header: `open` tasks follow it, then lines numbered from `line + 1` on.
 */
import { failureSchema } from '../../messages/stored.ts'
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  ftruncateSync,
  fstatSync,
  openSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { quotedPriceSchema } from '#contract/agents.ts'
import type { Failure } from '#contract/errors.ts'
import { TASK_STATES } from '#contract/rules/task-states.ts'
import type { TaskRecord } from '../task-row.ts'
import type { Database } from '../../store/database.ts'
import { ifThere } from '../../store/files.ts'

const REMOVED = 'removed'

const headerSchema = z.object({ format: z.literal(1), line: z.int().min(0), open: z.int().min(0) })
const lineSchema = z.object({
  line: z.int().min(0),
  id: z.string().regex(/^[\w-]{1,200}$/),
  state: z.enum([...TASK_STATES, REMOVED]),
  /** When the task changed, in milliseconds since the epoch. */
  at: z.int(),
  remoteId: z.string().min(1).optional(),
  error: failureSchema.optional(),
  /** What never changes; in the first line about a task. */
  task: z
    .object({
      batchId: z.string(),
      batchName: z.string().optional(),
      profileId: z.string(),
      agentId: z.string().optional(),
      bodyHash: z.string().optional(),
      quotedPrice: quotedPriceSchema.optional(),
      requestHash: z.string().optional(),
      createdAt: z.int(),
      /** Parsed where it is used. */
      request: z.unknown(),
    })
    .optional(),
})
type Line = z.infer<typeof lineSchema>

/** What the log says of a task: its latest line, with what its first line told. */
export type LoggedTask = Omit<Line, 'error'> & { readonly error?: Failure }

export interface LoggedTasks {
  readonly tasks: ReadonlyMap<string, LoggedTask>
  /** The number of the last line; 0 where there is no log. */
  readonly lastLine: number
  /** The number of the line up to which the log names open tasks alone. */
  readonly rewrittenAt: number
  /** Every line can be read, except for an end that was never finished. */
  readonly isWhole: boolean
  /** New lines can be appended to the file as it is. */
  readonly isUsable: boolean
  readonly lines: number
}

/** Each call is part of the caller's transaction: the line is in the file before the row is committed. */
export interface AcceptedLog {
  /**
   * Notes a task that is new, or whose state or remote id changed. One that is being sent or that a service accepted is on disk when this
   * returns. @throws when the disk refuses; nothing is noted then
   */
  note(task: TaskRecord, isNew?: boolean): void
  removed(task: Pick<TaskRecord, 'id'>, now: number): void
  close(): void
}

export function acceptedLogPath(dataDir: string): string {
  return join(dataDir, 'accepted.jsonl')
}

/** @throws the disk's error. */
export async function readAcceptedLog(dataDir: string): Promise<LoggedTasks | null> {
  const text = await ifThere(readFile(acceptedLogPath(dataDir), 'utf8'))
  return text === null ? null : parseAcceptedLog(text)
}

function parseAcceptedLog(text: string): LoggedTasks {
  const [first = '', ...rest] = text.split('\n')
  const header = parse(headerSchema, first)
  const isTorn = !text.endsWith('\n')
  // A crash may leave an end that was never written whole: nothing that depends on it has happened.
  const parsed = (isTorn ? rest : rest.slice(0, -1)).map((line) => parse(lineSchema, line))
  const end = parsed.findLastIndex((line) => line !== null) + 1
  const tasks = new Map<string, LoggedTask>()
  let isWhole = header !== null && end >= header.open
  let lastLine = header?.line ?? 0
  for (const [index, line] of parsed.slice(0, end).entries()) {
    const isNumbered = line !== null && (index < (header?.open ?? 0) || line.line === lastLine + 1)
    if (!isNumbered) isWhole = false
    if (!line) continue
    lastLine = Math.max(lastLine, line.line)
    tasks.set(line.id, fold(tasks.get(line.id), line))
  }
  return {
    tasks,
    lastLine,
    rewrittenAt: header?.line ?? 0,
    isWhole,
    isUsable: isWhole && end === parsed.length && !isTorn,
    lines: end,
  }
}

function fold(before: LoggedTask | undefined, { error, ...line }: Line): LoggedTask {
  const { remoteId = before?.remoteId, task = before?.task } = line
  return {
    ...line,
    ...(remoteId === undefined ? {} : { remoteId }),
    ...(task === undefined ? {} : { task }),
    ...(error === undefined ? {} : { error }),
  }
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The text of a log that names these open tasks, whose rows know lines up to `lastLine`. */
export function acceptedLogText(
  open: readonly (TaskRecord & { logged: number })[],
  lastLine: number,
): string {
  const header = { format: 1, line: lastLine, open: open.length }
  return [header, ...open.map((task) => lineOf(task, task.logged, true))].map(asLine).join('')
}

/** Appends to the log of a data directory, which must be usable. */
export function openAcceptedLog(dataDir: string, db: Database, lastLine: number): AcceptedLog {
  const file = openAppendFile(acceptedLogPath(dataDir))
  let line = lastLine
  const append = (entry: Omit<Line, 'line'>, isUrgent: boolean): void => {
    const takeOut = file.append(asLine({ line: line + 1, ...entry }), isUrgent)
    line++
    if (entry.state !== 'running') {
      db.onRollback(() => {
        if (takeOut()) line--
      })
    }
    db.run('UPDATE tasks SET logged = ? WHERE id = ?', line, entry.id)
  }
  return {
    note: (task, isNew = false) => {
      const { line: _line, ...entry } = lineOf(task, 0, isNew)
      append(entry, task.state === 'sending' || task.state === 'running')
    },
    removed: ({ id }, now) => append({ id, state: REMOVED, at: Math.round(now) }, false),
    close: file.close,
  }
}

function lineOf(task: TaskRecord, line: number, isNew: boolean): Line {
  const { batchId, batchName, profileId, agentId, bodyHash, quotedPrice, requestHash, createdAt, request } =
    task
  const { remoteId, error } = task
  return {
    line,
    id: task.id,
    state: task.state,
    at: task.updatedAt,
    ...(remoteId === undefined ? {} : { remoteId }),
    ...(error && { error }),
    ...(isNew && {
      // What is absent is left out as JSON.
      task: {
        batchId,
        batchName,
        profileId,
        agentId,
        bodyHash,
        quotedPrice,
        requestHash,
        createdAt,
        request,
      },
    }),
  }
}

function asLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

function openAppendFile(path: string) {
  const file = openSync(path, 'a', 0o600)
  let sizeBytes = fstatSync(file).size
  let isSyncing = false
  let isBehind = false
  let isClosed = false
  /** Text that does not belong there could not be cut off. */
  let isTorn = false
  const cut = (): void => {
    isTorn = true
    ftruncateSync(file, sizeBytes)
    isTorn = false
  }
  const syncSoon = (): void => {
    isBehind = true
    if (isSyncing) return
    isSyncing = true
    isBehind = false
    fdatasync(file, () => {
      isSyncing = false
      if (isClosed) closeSync(file)
      else if (isBehind) syncSoon()
    })
  }
  return {
    /**
     * On disk when this returns where `isUrgent`, else soon. The returned function takes the text out again, where nothing was appended
     * since, and tells whether it did. @throws the disk's error; the file is as it was then.
     */
    append: (text: string, isUrgent: boolean): (() => boolean) => {
      if (isTorn) cut()
      try {
        writeFileSync(file, text)
        if (isUrgent) fdatasyncSync(file)
      } catch (error) {
        attempt(cut)
        throw error
      }
      const start = sizeBytes
      const end = start + Buffer.byteLength(text)
      sizeBytes = end
      if (!isUrgent) syncSoon()
      return () => {
        if (sizeBytes !== end) return false
        sizeBytes = start
        attempt(cut)
        return true
      }
    },
    close: (): void => {
      if (isClosed) return
      isClosed = true
      fdatasyncSync(file)
      if (!isSyncing) closeSync(file)
    },
  }
}

/** What cannot be cut off now is cut off before the next line. */
function attempt(cut: () => void): void {
  try {
    cut()
  } catch {
    return
  }
}
