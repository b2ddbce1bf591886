/**
 * Ties sequences together: the store, their files, plans, what is sent, and what follows when a shot that others wait for is made or
 * fails.
 */
import type { Result } from '#contract/errors.ts'
import { succeed } from '#contract/errors.ts'
import type { ParsedInput, RouteOutput } from '#contract/routes.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import type { EventMessage } from '#contract/events.ts'
import type { SequencePlan } from '#contract/sequences.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { Library } from '../library/library.ts'
import { lastTask, shotsUnderWay } from './last-tasks.ts'
import { checkPlanned, planSequence, shownPlan } from './plan.ts'
import { createFollower } from './follow-waiting.ts'
import { generate, type SendDeps } from './send-shots.ts'
import { areStillWanted, type SendablePlan, sendableShots } from './sendable-shots.ts'
import { createSequenceFiles, restoreSequences } from './sequence-files.ts'
import { createSequenceStore, noSuchSequence, SHOWN_KINDS } from './sequence-store.ts'
import { createWaitingShots } from './waiting-shots.ts'

/** What the files at the top hand over. */
type Given = Omit<
  SendDeps,
  | 'find'
  | 'madeBy'
  | 'lastTask'
  | 'underWay'
  | 'waiting'
  | 'sequence'
  | 'adopt'
  | 'announce'
  | 'db'
  | 'clock'
  | 'log'
>

interface SequencesDeps extends Pick<Context, 'db' | 'dataDir' | 'clock' | 'events' | 'log' | 'say'>, Given {
  readonly library: Pick<Library, 'find' | 'madeBy' | 'sidecars'>
}

export type Sequences = ReturnType<typeof createSequences>

export function createSequences(deps: SequencesDeps) {
  const { db, dataDir, events, library, log, say } = deps
  const files = createSequenceFiles(deps)
  const store = createSequenceStore({ ...deps, files })
  const waiting = createWaitingShots(db)
  const sending: SendDeps = {
    ...deps,
    find: library.find,
    madeBy: (requestHash) => library.madeBy(requestHash, SHOWN_KINDS),
    lastTask: (requestHash) => lastTask(db, requestHash),
    underWay: (sequenceId) => shotsUnderWay(db, sequenceId),
    waiting,
    sequence: store.find,
    adopt: store.adopt,
    announce: (id) => {
      // What was adopted stands in the sidecars too.
      library.sidecars.flush()
      store.announce(id)
    },
  }
  const ending = new AbortController()
  const follower = createFollower(sending, log, ending.signal)
  const stopListening = events.subscribe((event) => {
    for (const id of changedTakes(store.withTake, event)) store.announce(id)
    if (event.name === 'task.changed' && event.data.task.state === 'saved') follower.saved(event.data.task)
    else if (mayGoOn(event)) follower.soon()
  })
  return {
    store,
    plan: async ({ id, shotIds }: ParsedInput<'sequences.plan'>): Promise<Result<SequencePlan>> => {
      const sequence = store.find(id)
      if (!sequence) return noSuchSequence()
      const refusals = await checkPlanned(sending, deps.check, sequence)
      return succeed(shownPlan(planSequence(sending, store.find(id) ?? sequence, shotIds, refusals), say))
    },
    generate: async (
      input: ParsedInput<'sequences.generate'>,
    ): Promise<Result<RouteOutput<'sequences.generate'>>> => {
      const sent = await generate(sending, input, ending.signal)
      follower.soon()
      return sent
    },
    sendable: (input: ParsedInput<'sequences.plan'>): Promise<Result<SendablePlan>> =>
      sendableShots(sending, input, say, ending.signal),
    areStillWanted: (profileId: string, requests: readonly GenerateRequest[]): boolean =>
      areStillWanted(sending, profileId, requests),
    /** Ends what waits and was not sent. */
    stop: (id: string): Result<{ readonly stopped: number }> => {
      if (!store.record(id)) return noSuchSequence()
      const rows = waiting.of(id).filter(({ body }) => !body.ended)
      db.durably(() => rows.forEach(waiting.remove))
      if (rows.length > 0) store.announce(id)
      return succeed({ stopped: rows.length })
    },
    /** Goes on with what the last run left. Called once. */
    start: (): void => {
      files.flush()
      follower.soon()
    },
    /** Takes in what the files have and the rows lack: for a rebuild of the library. */
    restore: (): void => {
      if (db.transaction(() => restoreSequences(db, dataDir)) > 0) store.announceAll()
      files.flush()
    },
    close: async (): Promise<void> => {
      stopListening()
      ending.abort(new Error('Atelier closes.'))
      await follower.close()
      await files.close()
    },
  }
}

function changedTakes(
  withTake: (assetIds: readonly string[]) => readonly string[],
  { name, data }: EventMessage,
): readonly string[] {
  if (name === 'asset.added') return withTake([data.asset.id])
  return name === 'library.changed' ? withTake(data.ids) : []
}

/** What a waiting shot may wait for, and what may end it: a price, its cast, its service, an edit. */
const MOVES: ReadonlySet<EventMessage['name']> = new Set([
  'task.removed',
  'asset.added',
  'library.changed',
  'spending.changed',
  'cast.changed',
  'profiles.changed',
  'sequence.changed',
])

function mayGoOn({ name, data }: EventMessage): boolean {
  return name === 'task.changed' ? !isOpen(data.task.state) : MOVES.has(name)
}
