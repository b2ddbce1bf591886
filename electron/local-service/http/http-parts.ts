/**
 * What the routes are made from.
 */
import type { Maker } from '../makers/maker.ts'
import type { SettledOptions } from '../options.ts'
import type { ApiKeys } from '../store/api-keys.ts'
import type { ContactStore } from '../store/contact-store.ts'
import type { FileStore } from '../store/file-store.ts'
import type { InputStore } from '../store/input-store.ts'
import type { TaskStore } from '../store/task-store.ts'
import type { TaskRunner } from '../tasks/task-runner.ts'

export interface HttpParts {
  readonly options: SettledOptions
  readonly apiKeys: ApiKeys
  readonly contacts: ContactStore
  readonly files: FileStore
  readonly inputs: InputStore
  readonly tasks: TaskStore
  readonly runner: TaskRunner
  readonly makers: readonly Maker[]
  /** Known once the service listens. */
  readonly baseUrl: () => string
}
