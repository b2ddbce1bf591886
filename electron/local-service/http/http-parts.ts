/** What the routes are made from. */
import type { Maker } from '../makers/maker.ts'
import type { SettledOptions } from '../options.ts'
import type { ApiKeys } from '../store/api-keys.ts'
import type { FileStore } from '../store/file-store.ts'
import type { InputStore } from '../store/task-files.ts'
import type { ContactStore, TaskStore, UsageStore } from '../store/task-store.ts'
import type { RequestLog } from '../studio/request-log.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'
import type { ThreadJob } from '../workers/media-worker.ts'
import type { WorkerPool } from '../workers/worker-pool.ts'
import type { Bodies } from './bodies.ts'

export interface HttpParts {
  readonly options: SettledOptions
  readonly apiKeys: ApiKeys
  readonly contacts: ContactStore
  readonly files: FileStore
  readonly inputs: InputStore
  readonly tasks: TaskStore
  readonly runner: TaskRunner
  readonly bodies: Bodies
  readonly readers: WorkerPool<ThreadJob, unknown>
  readonly usage: UsageStore
  readonly log: RequestLog
  /** How many jobs of all users wait for a thread, and how many have one. */
  readonly load: () => { readonly waiting: number; readonly working: number }
  readonly makers: readonly Maker[]
  readonly baseUrl: () => string
}
