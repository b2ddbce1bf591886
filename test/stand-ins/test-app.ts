/**
 * The core with everything real but its ports: a data directory of its own, real SQLite and files, settings and secrets in
 * memory, and a clock that either runs or is held still.
 */
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import type { Clock, Random } from '#core/ports/clock.ts'
import type { Shell } from '#core/ports/shell.ts'
import type { SpawnReader } from '#core/ports/reader-process.ts'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { GenerateRequest, Task, TaskDetail } from '#contract/tasks.ts'
import { onTestFinished } from 'vitest'
import {
  askCore,
  coreOptions,
  REQUEST,
  createMemorySecrets,
  createMemorySettings,
  type MemorySecrets,
  type MemorySettings,
} from './core-options.ts'
import { KEY_FOR_TESTS } from './canary.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { makeTempDir } from './temp-dir.ts'
import { isReading, sharedReader } from './shared-reader.ts'
import { openFaultyService } from './test-service.ts'
import { until, type Patience } from './until.ts'

/** How much of a held clock's time passes at each question of `until`: up to the next wait, within these bounds. */
const MIN_STEP_MS = 200
const MAX_STEP_MS = 2_000

export { REQUEST }

export interface TestAppOptions {
  readonly dataDir?: string
  readonly settings?: MemorySettings
  readonly secrets?: MemorySecrets
  /** A running clock in place of one that is held still. */
  readonly clock?: Clock
  readonly random?: Random
  readonly supportLogs?: () => Promise<string>
  /** The share of its usual time that a file has to be read. */
  readonly readerPatience?: number
  readonly spawnReader?: SpawnReader
  readonly startedByUser?: boolean
  readonly shell?: Shell
}

export interface TestApp {
  readonly app: App
  readonly dataDir: string
  readonly settings: MemorySettings
  readonly secrets: MemorySecrets
  /** Held still, except while `until` waits. */
  readonly clock: ManualClock
  readonly events: readonly EventMessage[]
  readonly logLines: readonly string[]
  call<Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<RenderedResult<RouteOutput<Name>>>
  /** Why a call fails; null where it does not. */
  failure<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RenderedFailure | null>
  /** The data of a call that has to succeed. */
  ask<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>
  submitOne(request?: Partial<GenerateRequest>): Promise<Task>
  submitAndSave(request?: Partial<GenerateRequest>): Promise<TaskDetail>
  task(id: string): Promise<TaskDetail>
  /** Waits, letting the clock go on, until the task is in one of these states. */
  untilTask(id: string, ...states: readonly TaskState[]): Promise<TaskDetail>
  /** Waits, letting the clock go on. */
  until<Value>(ask: () => Value | Promise<Value>, patience?: Patience): ReturnType<typeof until<Value>>
  close(): Promise<void>
  /** Closes, and opens the same directory again with the same ports. */
  reopen(change?: Partial<TestAppOptions>): Promise<TestApp>
}

/** Opens the core and closes it when the test ends. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? (await makeTempDir())
  const settings = options.settings ?? createMemorySettings()
  const secrets = options.secrets ?? createMemorySecrets()
  const clock = createManualClock()
  const logLines: string[] = []
  const ports = { settings, secrets, log: (line: string) => void logLines.push(line) }
  const events: EventMessage[] = []
  const opened = await openApp(
    coreOptions(dataDir, {
      ...ports,
      clock: options.clock ?? clock,
      random: options.random ?? (() => 0.5),
      reader: { spawn: options.spawnReader ?? sharedReader, patience: options.readerPatience ?? 1 },
      startedByUser: options.startedByUser ?? false,
      ...(options.shell && { shell: options.shell }),
      ...(options.supportLogs && { supportLogs: options.supportLogs }),
    }),
  )
  if (!opened.ok) throw new Error(`The app did not open: ${opened.error.id}`)
  const app = opened.data
  app.subscribe((event) => void events.push(event))
  let closing: Promise<void> | null = null

  const call = async <Name extends RouteName>(route: Name, input: RouteInput<Name>) =>
    (await app.call(route, input)) as RenderedResult<RouteOutput<Name>>
  const ask = <Name extends RouteName>(route: Name, input: RouteInput<Name>) => askCore(app, route, input)
  // A file is read in the machine's time: on a slow one that must not be hours of the held clock.
  const meanwhile = () => void (isReading() || clock.advanceToNext(MIN_STEP_MS, MAX_STEP_MS))
  const untilSo = <Value>(question: () => Value | Promise<Value>, patience: Patience = {}) =>
    until(question, { meanwhile, ...patience })
  const self: TestApp = {
    app,
    dataDir,
    settings,
    secrets,
    clock,
    events,
    logLines,
    call,
    failure: async (route, input) => {
      const result = await call(route, input)
      return result.ok ? null : result.error
    },
    ask,
    until: untilSo,
    submitOne: async (request = {}) => {
      const { tasks } = await ask('tasks.submit', { requests: [{ ...REQUEST, ...request }] })
      const [task] = tasks
      if (!task) throw new Error('The batch is empty.')
      return task
    },
    submitAndSave: async (request) => self.untilTask((await self.submitOne(request)).id, 'saved'),
    task: (id) => ask('tasks.get', { id }),
    untilTask: (id, ...states) => untilTask(self, id, states),
    close: () => {
      // A close that waits for a request under way gives up after a while of its own clock.
      closing ??= until(settled(app.close()), {
        what: 'the app to close',
        meanwhile: () => clock.advanceToNext(MIN_STEP_MS, MAX_STEP_MS),
      }).then(() => undefined)
      return closing
    },
    reopen: async (change = {}) => {
      await self.close()
      return openTestApp({ ...options, dataDir, settings, secrets, ...change })
    },
  }
  onTestFinished(() => self.close())
  return self
}

async function untilTask(
  app: Pick<TestApp, 'ask' | 'until'>,
  id: string,
  states: readonly TaskState[],
): Promise<TaskDetail> {
  const what = `task to be ${states.join(' or ')}`
  try {
    return await app.until(
      async () => {
        const task = await app.ask('tasks.get', { id })
        return states.includes(task.state) && task
      },
      { what },
    )
  } catch {
    const { state, error, history } = await app.ask('tasks.get', { id })
    throw new Error(`Waited in vain for the ${what}: it is ${JSON.stringify({ state, error, history })}`)
  }
}

/** Makes a service the active profile. Resolves to the profile's id. */
export async function connectTo(
  app: Pick<TestApp, 'ask'>,
  service: Omit<RouteInput<'profiles.create'>, 'name'>,
): Promise<string> {
  const { id } = await app.ask('profiles.create', { name: 'Stand-in', ...service })
  await app.ask('profiles.activate', { id })
  return id
}

/** Opens the core with one profile, active, that is at `baseUrl`. */
export async function openTestAppAt(
  baseUrl: string,
  options: TestAppOptions & { readonly apiKey?: string } = {},
): Promise<TestApp & { readonly profileId: string }> {
  const { apiKey = KEY_FOR_TESTS, ...rest } = options
  const opened = await openTestApp(rest)
  return Object.assign(opened, { profileId: await connectTo(opened, { baseUrl, apiKey }) })
}

/** A faulty service and the core with a profile at it. */
export async function openAtService(options?: Parameters<typeof openTestAppAt>[1]) {
  const service = await openFaultyService()
  return { service, app: await openTestAppAt(service.baseUrl, options) }
}

/** Turns a promise into a question: false while it is pending. */
function settled(promise: Promise<void>): () => boolean {
  let done = false
  let failure: unknown
  promise.then(
    () => (done = true),
    (error: unknown) => {
      failure = error
      done = true
    },
  )
  return () => {
    if (failure !== undefined) throw failure
    return done
  }
}
