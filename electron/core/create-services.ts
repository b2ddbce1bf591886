/** Assembles what stands behind Create beside the sending itself: what tasks taught, prompts and lists, what the page keeps. */
import { succeed } from '#contract/errors.ts'
import { modelKnowledge, refusesDataUris } from './catalog/model-knowledge.ts'
import { createModelMemory } from './catalog/model-memory.ts'
import type { EventBus } from './events.ts'
import { createUiStateHandlers, createUiStateStore } from './settings/ui-state.ts'
import type { Clock } from './ports/clock.ts'
import { createPromptHistory } from './prompts/prompt-history.ts'
import { createPromptHandlers, createWordListHandlers } from './prompts/prompt-routes.ts'
import { createWordLists } from './prompts/word-lists.ts'
import type { Handlers, HandlersFor } from './router.ts'
import type { Database } from './store/database.ts'
import { createPastTasks } from './tasks/past-tasks.ts'
import { learnTogether, type TaskLearner } from './tasks/task-learner.ts'

export interface CreateServicesDeps {
  readonly db: Database
  readonly dataDir: string
  readonly clock: Clock
  readonly events: EventBus
}

export interface CreateServices {
  /** To be told of every task. */
  readonly learner: TaskLearner
  readonly handlers: HandlersFor<'uiState' | 'prompts' | 'wordlists'> &
    Pick<Handlers, 'models.knowledge' | 'models.recent'>
  /** Whether a data URI would be paid for and refused, as far as is known. */
  refusesDataUris(provider: string, model: string): boolean
  /** Learns from the tasks that were there before. Rejects with the disk's or the database's error. */
  learnFromPast(): Promise<void>
  close(): void
}

/** Call before the first task is submitted. */
export function createCreateServices({ db, dataDir, clock, events }: CreateServicesDeps): CreateServices {
  const memory = createModelMemory(db)
  const history = createPromptHistory(db)
  const learner = learnTogether([memory, history])
  const past = createPastTasks(db, learner)
  return {
    learner,
    handlers: {
      'models.knowledge': ({ provider, model }) => succeed(modelKnowledge(memory, provider, model)),
      'models.recent': ({ mediaType }) => succeed({ items: memory.recent(mediaType) }),
      ...createUiStateHandlers(createUiStateStore(db, clock, events)),
      ...createPromptHandlers(history),
      ...createWordListHandlers(createWordLists(dataDir)),
    },
    refusesDataUris: (provider, model) => refusesDataUris(memory, provider, model),
    learnFromPast: past.tell,
    close: past.close,
  }
}
