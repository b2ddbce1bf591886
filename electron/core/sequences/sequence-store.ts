/**
 * The sequences: saved, found, removed and restored, and the takes of their shots.
 *
 * A take is an asset; which shots it is a take of is noted with the asset (library/assets/lineage.ts).
 */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Sequence, SequenceInput, SequenceShot, SequenceSummary, Take } from '#contract/sequences.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import type { Context } from '../context/context.ts'
import { newestTakeAt, recordTakes } from '../library/assets/lineage.ts'
import type { Library } from '../library/library.ts'
import { selectTexts } from '../store/reader.ts'
import { checkShots } from './check-shots.ts'
import { writeSequence, type SequenceFiles } from './sequence-files.ts'
import { toSequenceRecord, type SequenceRecord, type StoredShot } from './sequence-record.ts'

const SHOWN_IN_SUMMARY = 4
/** What a shot can show. */
export const SHOWN_KINDS: readonly AssetKind[] = ['image', 'video']

export type SequenceStore = ReturnType<typeof createSequenceStore>

interface SequenceStoreDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  readonly library: Pick<Library, 'find' | 'sidecars'>
  readonly files: Pick<SequenceFiles, 'due' | 'flush'>
}

export function createSequenceStore(deps: SequenceStoreDeps) {
  const { db, clock, events, library, files } = deps
  /** Those that were removed since the start. */
  const removed = new Map<string, SequenceRecord>()
  const record = (id: string): SequenceRecord | null => {
    const row = db.get('SELECT * FROM sequences WHERE id = ?', id)
    return row ? toSequenceRecord(row) : null
  }
  const shown = (one: SequenceRecord): Sequence => toSequence(deps, one)
  const find = (id: string): Sequence | null => {
    const found = record(id)
    return found && shown(found)
  }
  const list = (): readonly SequenceSummary[] =>
    db
      .all('SELECT * FROM sequences ORDER BY updated_at DESC, id')
      .map((row) => summaryOf(shown(toSequenceRecord(row))))
  const announceAll = (): void => events.emit('sequences.changed', { items: list() })
  const announce = (id: string): void => {
    announceAll()
    const sequence = find(id)
    if (sequence) events.emit('sequence.changed', { sequence })
  }
  const write = (sequence: SequenceRecord): Sequence => {
    db.transaction(() => {
      writeSequence(db, sequence)
      files.due(sequence.id)
      noteChosenTakes(deps, sequence)
    })
    files.flush()
    library.sidecars.flush()
    announce(sequence.id)
    return shown(sequence)
  }
  return {
    record,
    find,
    list,
    /** Announces that something about it changed beside what is saved. */
    announce,
    announceAll,
    /** With an id it replaces that sequence. */
    save: (input: SequenceInput): Result<Sequence> => {
      const before = input.id === undefined ? null : record(input.id)
      const next = nextRecord(before, input, clock.now())
      return next.ok ? succeed(write(next.data)) : next
    },
    /** Its takes stay in the library. */
    remove: (id: string): Result<Record<string, never>> => {
      const before = record(id)
      if (!before) return noSuchSequence()
      db.transaction(() => {
        db.run('DELETE FROM sequences WHERE id = ?', id)
        files.due(id)
      })
      removed.set(id, before)
      files.flush()
      announce(id)
      return succeed({})
    },
    /** Takes a removal back. One that is there is returned as it is. */
    restore: (id: string): Result<Sequence> => {
      const there = find(id)
      if (there) return succeed(there)
      const before = removed.get(id)
      if (!before) return noSuchSequence()
      removed.delete(id)
      return succeed(write({ ...before, revision: before.revision + 1, updatedAt: clock.now() }))
    },
    /** Makes an asset a take of a shot, the newest. Part of the caller's transaction. */
    adopt: (sequenceId: string, shotId: string, assetId: string): void => {
      recordTakes(db, assetId, [
        { sequenceId, shotId, at: newestTakeAt(db, sequenceId, shotId, clock.now()) },
      ])
      library.sidecars.due([assetId])
    },
    withTake: (assetIds: readonly string[]): readonly string[] =>
      selectTexts(
        db,
        `SELECT DISTINCT sequence_id FROM takes JOIN sequences ON sequences.id = takes.sequence_id
         WHERE asset_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(assetIds),
      ),
  }
}

/** What is saved in the place of `before`; null: a new sequence. */
function nextRecord(
  before: SequenceRecord | null,
  { id, revision, shots: given, ...input }: SequenceInput,
  now: number,
): Result<SequenceRecord> {
  if (id !== undefined && !before) return noSuchSequence()
  if (before && revision !== undefined && revision !== before.revision) {
    return fail('conflict', 'sequences.changedElsewhere')
  }
  const shots = given.map((shot): StoredShot => ({ ...shot, id: shot.id ?? `shot_${randomUUID()}` }))
  const checked = checkShots(shots)
  if (!checked.ok) return checked
  return succeed({
    ...input,
    shots,
    id: before?.id ?? `sequence_${randomUUID()}`,
    revision: (before?.revision ?? 0) + 1,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  })
}

export function noSuchSequence(): Result<never> {
  return fail('not_found', 'sequences.none')
}

/** What the user chose as a take is one from then on. Part of the caller's transaction. */
function noteChosenTakes({ db, clock, library }: SequenceStoreDeps, { id, shots }: SequenceRecord): void {
  const sql = 'SELECT 1 FROM takes WHERE asset_id = ? AND sequence_id = ? AND shot_id = ?'
  for (const { id: shotId, take } of shots) {
    if (take === undefined || !library.find(take) || db.get(sql, take, id, shotId)) continue
    recordTakes(db, take, [{ sequenceId: id, shotId, at: newestTakeAt(db, id, shotId, clock.now()) }])
    library.sidecars.due([take])
  }
}

function toSequence({ db }: SequenceStoreDeps, record: SequenceRecord): Sequence {
  const takes = takesIn(db, record.id)
  const { sound = [], normalise = false, frameRate, width, height, shots, ...facts } = record
  return {
    ...facts,
    ...(frameRate !== undefined && { frameRate }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    shots: shots.map((shot) => withTakes(shot, takes.get(shot.id) ?? [])),
    sound,
    normalise,
  }
}

function withTakes(shot: StoredShot, takes: readonly Take[]): SequenceShot {
  const chosen = takes.find(({ assetId }) => assetId === shot.take)
  const shown = (chosen ?? takes[0])?.assetId
  return { ...shot, takes, ...(shown !== undefined && { shown }) }
}

/** Of every shot, newest first, without what is in the trash or cannot be shown. */
function takesIn(db: Context['db'], sequenceId: string): ReadonlyMap<string, readonly Take[]> {
  const rows = db.all(
    `SELECT t.shot_id, t.asset_id, t.created_at, a.request_hash FROM takes t JOIN assets a ON a.id = t.asset_id
     WHERE t.sequence_id = ? AND a.trashed_at IS NULL AND a.kind IN (SELECT value FROM json_each(?))
     ORDER BY t.created_at DESC, a.seq DESC`,
    sequenceId,
    JSON.stringify(SHOWN_KINDS),
  )
  const takes = new Map<string, Take[]>()
  for (const row of rows) {
    const shotId = String(row['shot_id'])
    const requestHash = row['request_hash']
    const take: Take = {
      assetId: String(row['asset_id']),
      createdAt: Number(row['created_at']),
      ...(typeof requestHash === 'string' && { requestHash }),
    }
    const known = takes.get(shotId)
    if (known) known.push(take)
    else takes.set(shotId, [take])
  }
  return takes
}

function summaryOf({ id, name, createdAt, updatedAt, shots }: Sequence): SequenceSummary {
  const assetIds = shots.flatMap(({ shown, stillOf }) =>
    shown === undefined || stillOf !== undefined ? [] : [shown],
  )
  return {
    id,
    name,
    createdAt,
    updatedAt,
    shots: shots.length,
    assetIds: assetIds.slice(0, SHOWN_IN_SUMMARY),
  }
}
