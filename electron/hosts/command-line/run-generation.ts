/**
 * Runs one generation: opens the core on a folder of its own, submits, follows to the end, copies the files out.
 *
 * The folder is removed when everything is saved. Otherwise it stays, and is named: it holds the task's id and whatever was
 * fetched already.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { createEnvironmentProxy } from '#adapters/node/environment-proxy.ts'
import type { App } from '#core/app.ts'
import { type Failure, type RenderedFailure, type Result, fail, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { InputMedia } from '#contract/inputs.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import type { EventMessage } from '#contract/events.ts'
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'
import type { ServiceInfo } from '#contract/services.ts'
import { messageIn, type Say } from '#core/messages/render.ts'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'
import { parseBaseUrl } from '#core/service/base-url.ts'
import { apiOf } from '#core/service/registry.ts'
import type { GenerateArguments } from './arguments.ts'
import { buildRequest } from './build-request.ts'
import { copyResults, prepareOut } from './copy-results.ts'
import type { Outcome } from './outcome.ts'
import { openCore, type Call, withLocalService } from './open-core.ts'

export interface RunDeps extends WatchDeps {
  readonly env: NodeJS.ProcessEnv
}

/** Ends after which there is nothing to fetch, so that nothing needs to be kept. */
const COSTLESS = new Set(['rejected', 'queued'])

/** Never throws for bad input, a refused task, or an unreachable service. */
export async function runGeneration(asked: GenerateArguments, deps: RunDeps): Promise<Outcome> {
  const out = await prepareOut(asked.out)
  if (!out.ok) return { kind: 'bad_input', message: out.error }
  const dataDir = join(chooseDataDir(asked.dataDir, deps.env), 'command-line', randomUUID())
  const opened = await openCore(dataDir, { systemProxy: createEnvironmentProxy(deps.env) })
  if (!opened.ok) return { kind: 'failed', message: opened.error }
  const app = opened.data
  /** The one of this folder. Its request may come to its end while the application closes. */
  let task: Task | undefined
  app.subscribe(({ name, data }) => void (name === 'task.changed' && ({ task } = data)))
  const isLocal = asked.baseUrl === undefined && asked.service === undefined
  const local = isLocal ? await withLocalService(app, dataDir) : null
  let outcome: Outcome
  try {
    outcome = local && !local.ok ? bad(local.error, 'failed') : await generate(app, asked, out.data, deps)
  } finally {
    await app.close()
    if (local?.ok) await local.data.close()
  }
  if (deps.signal.aborted && outcome.kind === 'failed' && task) outcome = interrupted(task)
  if (outcome.kind === 'saved' || outcome.state === undefined || COSTLESS.has(outcome.state)) {
    await rm(dataDir, { recursive: true, force: true })
    return outcome
  }
  const kept = message('command-line.taskKept', { folder: dataDir })
  return { ...outcome, message: followedBy(outcome.message, kept) }
}

async function generate(app: App, asked: GenerateArguments, out: string, deps: RunDeps): Promise<Outcome> {
  const call = app.call as Call
  const profileId = await chooseProfile(call, asked, deps)
  if (!profileId.ok) return bad(profileId.error)
  const inputs = await readInputs(app, asked.inputs)
  if (!inputs.ok) return bad(inputs.error)
  const listing = await call('models.list', { profileId: profileId.data, refresh: true })
  if (!listing.ok) return bad(listing.error)
  const request = await buildRequest(call, profileId.data, asked, listing.data, inputs.data)
  if (!request.ok) return bad(request.error)
  return follow(app, call, { profileId: profileId.data, request: request.data }, out, deps)
}

async function follow(
  app: App,
  call: Call,
  what: { readonly profileId: string; readonly request: GenerateRequest },
  out: string,
  deps: RunDeps,
): Promise<Outcome> {
  if (deps.signal.aborted)
    return { kind: 'failed', message: { ...message('command-line.interrupted'), charged: 'no' } }
  const submitted = await call('tasks.submit', { profileId: what.profileId, requests: [what.request] })
  if (!submitted.ok) return bad(submitted.error)
  const [first] = submitted.data.tasks
  if (!first) return { kind: 'failed', message: message('command-line.noTask') }
  const task = await watchTask(app, call, first, deps)
  if (task.state !== 'saved')
    return { kind: 'failed', taskId: task.id, state: task.state, message: ending(task) }
  const copied = await copyResults(app, call, task, out)
  if (!copied.ok)
    return { kind: 'failed', taskId: task.id, state: task.state, message: messageIn(copied.error) }
  return { kind: 'saved', taskId: task.id, files: copied.data }
}

async function readInputs(
  app: App,
  files: readonly string[],
): Promise<Result<readonly InputMedia[], Failure | RenderedFailure>> {
  const inputs: InputMedia[] = []
  for (const file of files) {
    const bytes = await readFile(file).catch(() => null)
    if (!bytes) return fail('invalid_input', message('command-line.inputUnreadable', { file }))
    const added = await app.addInput(basename(file), bytes)
    if (!added.ok) return added
    inputs.push(added.data)
  }
  return succeed(inputs)
}

/** What became of it: nothing is being sent any more. */
function interrupted(task: Task): Outcome {
  const { id: taskId, state } = task
  const unsent = { ...message('command-line.interrupted'), charged: 'no' } as const
  return { kind: 'failed', taskId, state, message: state === 'queued' ? unsent : ending(task) }
}

function ending({ state, error, remoteId }: Task): Message {
  const isAtService = state === 'running' || state === 'saving'
  const now = isAtService ? message('command-line.interruptedAtService') : message('tasks.isNow', { state })
  const ended = error ? messageIn(error) : now
  return remoteId === undefined ? ended : followedBy(ended, message('command-line.remoteId', { remoteId }))
}

function bad(error: Failure | RenderedFailure, kind: 'bad_input' | 'failed' = 'bad_input'): Outcome {
  return {
    kind: error.code === 'invalid_input' || error.code === 'not_found' ? kind : 'failed',
    message: messageIn(error),
  }
}

const PROGRESS: Partial<Record<TaskState, Message>> = {
  sending: message('command-line.progress.sending'),
  running: message('command-line.progress.running'),
  saving: message('command-line.progress.saving'),
  saved: message('command-line.progress.saved'),
}

interface WatchDeps {
  /** In whose words scripts are answered. */
  readonly say: Say
  readonly tell: (said: Message) => void
  readonly signal: AbortSignal
}

/**
 * Follows one task to its end and says on the way what happens.
 *
 * The task as it is when it ends, when a refused key would hold it for ever, or when `signal` aborts: nothing is sent from then on.
 */
async function watchTask(app: App, call: Call, first: Task, { tell, signal }: WatchDeps): Promise<Task> {
  const { promise, resolve } = Promise.withResolvers<Task>()
  let shown: TaskState = 'queued'
  let latest = first
  const show = (task: Task): void => {
    latest = task
    const progress = PROGRESS[task.state]
    if (task.state !== shown && progress) tell(progress)
    shown = task.state
    if (!isOpen(task.state) || task.error?.code === 'unauthorized') resolve(task)
    else if (task.state === 'queued' && task.error) tell(messageIn(task.error))
  }
  const unsubscribe = app.subscribe((event: EventMessage) => {
    if (event.name === 'task.changed' && event.data.task.id === first.id) show(event.data.task)
  })
  const interrupt = (): void => {
    void app.finishSending(0)
    resolve(latest)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  if (signal.aborted) interrupt()
  const now = await call('tasks.get', { id: first.id })
  if (now.ok) show(now.data)
  const ended = await promise
  unsubscribe()
  signal.removeEventListener('abort', interrupt)
  return ended
}

/**
 * Answers its id. The key comes from the service's own variable of the environment alone: one that is set for another service must
 * not be sent to this one.
 */
export async function chooseProfile(
  call: Call,
  { service, baseUrl }: Pick<GenerateArguments, 'service' | 'baseUrl'>,
  { env, say }: Pick<RunDeps, 'env' | 'say'>,
): Promise<Result<string, Failure | RenderedFailure>> {
  if (service === undefined && baseUrl === undefined) return succeed(LOCAL_PROFILE_ID)
  const services = await call('services.list', {})
  if (!services.ok) return services
  const info = services.data.items.find(({ kind }) => kind === (service ?? 'generation-service'))
  if (info === undefined)
    return fail('invalid_input', message('command-line.unknownService', { service: service ?? '' }))
  const apiKey = info.keyVariable === undefined ? undefined : env[info.keyVariable]
  // An address alone is what it always was: a generation service, with a key or without.
  if (service !== undefined && info.capabilities.key === 'required' && !apiKey)
    return fail('invalid_input', keyNeeded(info))
  const address = baseUrl ?? info.publicBaseUrl ?? info.usualAddresses?.[0]
  if (address === undefined)
    return fail('invalid_input', message('command-line.addressNeeded', { service: info.label }))
  const known = await profileAt(call, info.kind, address, apiKey)
  if (known !== null) return known
  const created = await call('profiles.create', {
    kind: info.kind,
    name: say(message('command-line.profileName')),
    baseUrl: address,
    ...(apiKey ? { apiKey } : {}),
  })
  if (!created.ok) return created
  const activated = await call('profiles.activate', { id: created.data.id })
  return activated.ok ? succeed(created.data.id) : activated
}

/** The profile that an earlier run made, with the key of this one, and active; null where there is none. */
async function profileAt(
  call: Call,
  kind: ServiceInfo['kind'],
  address: string,
  apiKey: string | undefined,
): Promise<Result<string, Failure | RenderedFailure> | null> {
  const profiles = await call('profiles.list', {})
  if (!profiles.ok) return profiles
  const parsed = parseBaseUrl(address, apiOf(kind))
  const baseUrl = parsed.ok ? parsed.data : address
  const id = profiles.data.items.find((one) => one.kind === kind && one.baseUrl === baseUrl)?.id
  if (id === undefined) return null
  const keyed = await call('profiles.setKey', { id, apiKey: apiKey ?? null })
  if (!keyed.ok) return keyed
  const activated = await call('profiles.activate', { id })
  return activated.ok ? succeed(id) : activated
}

function keyNeeded({ keyPage, keyVariable = '', label }: ServiceInfo): Message {
  const needed = message('command-line.keyNeeded', { service: label, variable: keyVariable })
  return keyPage === undefined ? needed : followedBy(needed, message('command-line.keyPage', { keyPage }))
}
