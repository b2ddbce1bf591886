/**
 * The arena: which pair to vote on, the votes, and what they say of the models.
 *
 * What needs all assets or many computations runs in a thread of its own; here are single rows alone.
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ArenaKind, ArenaModel, ArenaPair, ArenaRank, Preferred } from '#contract/arena.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Context } from '../context/context.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import type { Recoverable } from '../store/recovery/recoverable.ts'
import type { Database } from '../store/database.ts'
import { insertRow, selectNumber } from '../store/reader.ts'
import { areComparable, ordered, pairKey } from './comparable.ts'
import { createPairs, type Pairs } from './pairs.ts'
import type { Survey } from './survey.ts'
import type { ArenaOrder } from './arena-worker.ts'

interface ArenaDeps extends Pick<Context, 'db' | 'clock' | 'random'> {
  /** The path of library.db. */
  readonly database: string
  readonly find: (assetId: string) => AssetRecord | null
}

/** A survey is taken anew after changes of the library, but not more often. */
const SURVEY_AGE_MS = 5_000
/** Pairs looked at before the survey is taken for outdated. */
const MAX_TRIED = 200

interface TakenSurvey {
  readonly pairs: Pairs
  readonly revision: number
  readonly atMs: number
}

export type Arena = ReturnType<typeof createArena>

/** The votes alone: the ranking is reckoned from them. */
export const ARENA_RECOVERY: Recoverable = { tables: [{ name: 'votes' }] }

export function createArena(deps: ArenaDeps) {
  const { db, database, find, random } = deps
  const thread = createArenaThread(database)
  const surveys = createSurveys(deps, () => thread.run<Survey>('survey'))
  const next = async ({ mediaType, except = [] }: ParsedInput<'arena.next'>) => {
    const excepted = new Set(except.map(({ leftId, rightId }) => pairKey(leftId, rightId)))
    const choose = ({ pairs }: TakenSurvey) => choosePair({ db, find, random }, pairs, mediaType, excepted)
    let survey = await surveys.latest()
    let found = choose(survey)
    if (found === null && surveys.isOutdated(survey)) {
      survey = await surveys.take()
      found = choose(survey)
    }
    return succeed({ pair: found, votes: countVotes(db, mediaType), pairsLeft: survey.pairs.left(mediaType) })
  }
  return {
    next,
    vote: ({ leftId, rightId, preferred }: ParsedInput<'arena.vote'>): Result<Revealed> => {
      const [left, right] = [find(leftId), find(rightId)]
      if (!left || !right || !areComparable(left, right)) return fail('invalid_input', 'arena.notComparable')
      if (!insertVote(deps, left, right, preferred)) return fail('conflict', 'arena.voted')
      surveys.current()?.pairs.vote([leftId, rightId])
      return succeed({ left: modelOf(left), right: modelOf(right) })
    },
    undo: ({ leftId, rightId }: ParsedInput<'arena.undo'>): Result<Record<string, never>> => {
      const sql = 'DELETE FROM votes WHERE first_asset_id = ? AND second_asset_id = ?'
      if (db.run(sql, ...ordered(leftId, rightId)) === 0) return fail('not_found', 'arena.noVote')
      surveys.current()?.pairs.takeBack([leftId, rightId])
      return succeed({})
    },
    results: async ({ mediaType }: ParsedInput<'arena.results'>) => {
      const items = await thread.run<readonly ArenaRank[]>('results')
      return succeed({
        items: items.filter((item) => mediaType === undefined || item.mediaType === mediaType),
      })
    },
    close: thread.close,
  }
}

interface Revealed {
  readonly left: ArenaModel
  readonly right: ArenaModel
}

/** The survey that is there, while a newer one is taken beside it. */
function createSurveys({ db, clock }: Pick<ArenaDeps, 'db' | 'clock'>, read: () => Promise<Survey>) {
  let current: TakenSurvey | null = null
  let taking: Promise<TakenSurvey> | null = null
  const revision = (): number =>
    selectNumber(db, "SELECT seq FROM sqlite_sequence WHERE name = 'asset_changes'")
  const isOutdated = (survey: TakenSurvey): boolean => survey.revision !== revision()
  const take = (): Promise<TakenSurvey> => {
    const before = revision()
    taking ??= read()
      .then(
        (survey) => (current = { pairs: createPairs(survey), revision: before, atMs: clock.monotonicMs() }),
      )
      .finally(() => (taking = null))
    return taking
  }
  return {
    isOutdated,
    take,
    current: () => current,
    latest: (): TakenSurvey | Promise<TakenSurvey> => {
      if (current === null) return take()
      const isOld = clock.monotonicMs() - current.atMs >= SURVEY_AGE_MS
      // Whoever needs it asks again, and hears why it failed.
      if (isOld && isOutdated(current)) take().catch(() => undefined)
      return current
    },
  }
}

/** The first pair that is as the survey says. */
function choosePair(
  { db, find, random }: Pick<ArenaDeps, 'db' | 'find' | 'random'>,
  pairs: Pairs,
  mediaType: string | undefined,
  excepted: ReadonlySet<string>,
): ArenaPair | null {
  let tried = 0
  for (const [one, other] of pairs.choose(mediaType, random)) {
    if (excepted.has(pairKey(one, other))) continue
    if (tried++ >= MAX_TRIED) return null
    const [left, right] = random() < 0.5 ? [find(one), find(other)] : [find(other), find(one)]
    if (!left || !right || !areComparable(left, right) || hasVote(db, one, other)) continue
    return { left: sideOf(left), right: sideOf(right), prompt: left.prompt ?? '', mediaType: left.mediaType }
  }
  return null
}

function sideOf({ id, kind }: AssetRecord) {
  return { assetId: id, kind: kind as ArenaKind }
}

function modelOf({ provider, model }: AssetRecord): ArenaModel {
  return { provider, model }
}

function hasVote(db: Database, one: string, other: string): boolean {
  const sql = 'SELECT 1 FROM votes WHERE first_asset_id = ? AND second_asset_id = ?'
  return db.get(sql, ...ordered(one, other)) !== null
}

function countVotes(db: Database, mediaType: string | undefined): number {
  return mediaType === undefined
    ? selectNumber(db, 'SELECT count(*) FROM votes')
    : selectNumber(db, 'SELECT count(*) FROM votes WHERE media_type = ?', mediaType)
}

/** False where there is one already. The pair is stored in the order of its ids, so that it is one pair from either side. */
function insertVote(
  { db, clock }: ArenaDeps,
  left: AssetRecord,
  right: AssetRecord,
  preferred: Preferred,
): boolean {
  const [firstId] = ordered(left.id, right.id)
  const isLeftFirst = left.id === firstId
  const [first, second] = isLeftFirst ? [left, right] : [right, left]
  const isFirst = (preferred === 'left') === isLeftFirst
  const stored = preferred === 'left' || preferred === 'right' ? (isFirst ? 'first' : 'second') : preferred
  const vote = {
    at: clock.now(),
    mediaType: first.mediaType,
    firstAssetId: first.id,
    secondAssetId: second.id,
    firstProvider: first.provider,
    firstModel: first.model,
    secondProvider: second.provider,
    secondModel: second.model,
    preferred: stored,
  }
  return insertRow(db, 'OR IGNORE INTO votes', vote) === 1
}

const YOUNG_MEGABYTES = 16

/** Runs what needs all assets, or many computations, in a thread that ends with its answer. */
function createArenaThread(database: string) {
  const running = new Set<Worker>()
  return {
    /** @throws Error where the database cannot be read, or when Atelier closes. */
    run<Output>(kind: ArenaOrder['kind']): Promise<Output> {
      const order: ArenaOrder = { database, kind }
      const worker = new Worker(workerUrl(), {
        execArgv: [],
        workerData: order,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      })
      running.add(worker)
      return new Promise((resolve, reject) => {
        worker.on('message', resolve)
        worker.on('error', reject)
        worker.on('exit', () => {
          running.delete(worker)
          reject(new Error("The arena's thread ended early."))
        })
      })
    },
    close: async (): Promise<void> => {
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** `arena-worker.ts` beside this file, or the built `arena-worker.js` beside the entry that this file was bundled into. */
function workerUrl(): URL {
  return new URL(`./arena-worker${extname(import.meta.url)}`, import.meta.url)
}
