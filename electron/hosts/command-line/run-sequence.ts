/**
 * Runs a sequence from a file: plans it in a library that stays, so that nothing is paid twice, and with `--yes` sends what the plan says
 * and copies the shots out.
 */
import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { createEnvironmentProxy } from '#adapters/node/environment-proxy.ts'
import { fail, type Failure, type RenderedFailure, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import {
  sequenceSchema,
  type Sequence,
  type SequencePlan,
  type SequenceSummary,
} from '#contract/sequences.ts'
import { withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'
import { isUnderWay } from '#contract/rules/shot-states.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import { SERVICE_KINDS } from '#contract/services.ts'
import type { App } from '#core/app.ts'
import { messageIn } from '#core/messages/render.ts'
import { priceMessage } from '../price.ts'
import { copyNamed, prepareOut } from './copy-results.ts'
import { openCore, type Call, withLocalService } from './open-core.ts'
import { folderNeeded, readArguments } from './read-arguments.ts'
import { oneOf } from './request-arguments.ts'
import { chooseProfile, type RunDeps } from './run-generation.ts'

/** A frame that no page takes, or a key that is refused, is waited for so long. */
const MAX_SILENCE_MS = 60_000

/** Of a sequence, before the mark of its file. In characters. */
const MAX_NAME = 100

/** For the answers to what is being sent when a run ends. */
const FINISH_SENDING_MS = 5_000

interface SequenceDeps extends RunDeps {
  readonly longestSilenceMs?: number
}

const OPTIONS = {
  out: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  service: { type: 'string' },
  'base-url': { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type SequenceArguments = Exclude<
  Extract<ReturnType<typeof readSequenceArguments>, { ok: true }>['data'],
  'help'
>

/** `help` when only the usage is asked for. */
export function readSequenceArguments(args: readonly string[]) {
  const read = readArguments(args, { options: OPTIONS, allowPositionals: true })
  if (!read.ok) return read
  const { values, positionals } = read.data
  if (values.help) return succeed('help' as const)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) return fail('invalid_input', 'command-line.oneSequenceFile')
  const service = values.service === undefined ? null : oneOf(values.service, '--service', SERVICE_KINDS)
  if (service?.ok === false) return service
  const { out = '.', yes = false, json = false } = values
  const where = { baseUrl: values['base-url'], dataDir: values['data-dir'] }
  if (out === '') return folderNeeded('--out')
  if (where.dataDir === '') return folderNeeded('--data-dir')
  return succeed({ file, out, yes, json, service: service?.data, ...where })
}

interface Ended {
  readonly code: 0 | 1 | 2
  /** For standard output. */
  readonly output: string
}

/** Never throws for bad input or an unreachable service. */
export async function runSequence(asked: SequenceArguments, deps: SequenceDeps): Promise<Ended> {
  const bad = (error: Failure | RenderedFailure): Ended => {
    deps.tell(messageIn(error))
    return { code: error.code === 'invalid_input' || error.code === 'not_found' ? 2 : 1, output: '' }
  }
  const out = await prepareOut(asked.out)
  if (!out.ok) return bad(out.error)
  const input = await readSequence(asked.file)
  if (!input.ok) return bad(input.error)
  const dataDir = join(chooseDataDir(asked.dataDir, deps.env), 'command-line', 'sequences')
  const opened = await openCore(dataDir, { systemProxy: createEnvironmentProxy(deps.env) })
  if (!opened.ok) return bad(opened.error)
  const app = opened.data
  const isLocal = asked.baseUrl === undefined && asked.service === undefined
  const local = isLocal ? await withLocalService(app, dataDir) : null
  try {
    if (local && !local.ok) return bad(local.error)
    const call = app.call as Call
    // Of a run that was killed. Before the key is there, so that nothing of it is paid for.
    const known = await endUnsent(call)
    const profileId = await chooseProfile(call, asked, deps)
    if (!profileId.ok) return bad(profileId.error)
    await call('models.list', { profileId: profileId.data })
    const mark = await markOf(asked.file)
    const id = known.find(({ name }) => name.endsWith(mark))?.id
    const name = `${input.data.name.slice(0, MAX_NAME)} ${mark}`
    // Not whichever was active when a shot was made: this run was told.
    const shots = input.data.shots.map((shot) => ({ ...shot, profileId: shot.profileId ?? profileId.data }))
    const saved = await call('sequences.save', {
      ...input.data,
      name,
      shots,
      ...(id !== undefined && { id }),
    })
    if (!saved.ok) return bad(saved.error)
    const ended = await planAndSend(app, saved.data, { ...asked, out: out.data }, deps)
    return ended.ok ? ended.data : bad(ended.error)
  } finally {
    await app.finishSending(FINISH_SENDING_MS)
    await endUnsent(app.call as Call)
    await app.close()
    if (local?.ok) await local.data.close()
  }
}

/** By which the library knows the sequence of a file again: another of the same name may lie in another folder. */
async function markOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await realpath(file))
    .digest('hex')
    .slice(0, 16)
}

/** Ends what was accepted and not sent: the next run may only plan, or want something else. Returns the sequences there are. */
async function endUnsent(call: Call): Promise<readonly SequenceSummary[]> {
  const listed = await call('sequences.list', {})
  const sequences = listed.ok ? listed.data.items : []
  for (const { id } of sequences) await call('sequences.stop', { id })
  await call('queue.clear', { what: 'waiting' })
  return sequences
}

async function readSequence(file: string) {
  const unreadable = fail('invalid_input', message('command-line.sequenceUnreadable', { file }))
  try {
    const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/u, '')
    const read = sequenceSchema
      .omit({ id: true, revision: true })
      .safeParse(JSON.parse(withSeedsAsTexts(text)))
    if (read.success) return succeed(read.data)
    const [issue] = read.error.issues
    const field = issue?.path.map(String).join('.') ?? ''
    return fail('invalid_input', message('command-line.sequenceWrong', { file, field }))
  } catch {
    return unreadable
  }
}

type Asked = Result<Ended, Failure | RenderedFailure>

async function planAndSend(
  app: App,
  sequence: Sequence,
  asked: SequenceArguments,
  deps: SequenceDeps,
): Promise<Asked> {
  const call = app.call as Call
  const { id } = sequence
  const planned = await call('sequences.plan', { id })
  if (!planned.ok) return planned
  const { planHash, requests } = planned.data
  tellPlan(sequence, planned.data, deps)
  if (!asked.yes) {
    if (requests > 0) deps.tell(message('command-line.sequenceNotSent'))
    return succeed({ code: 0, output: asked.json ? JSON.stringify(planned.data) : '' })
  }
  const sent = await call('sequences.generate', { id, planHash })
  if (!sent.ok) return sent
  const last = await untilMade(app, id, deps)
  if (!last.ok) return last
  if (deps.signal.aborted) deps.tell(message('command-line.interruptedAtService'))
  const files = await copyShots(app, id, last.data, asked.out)
  if (!files.ok) return files
  const left = last.data.shots.filter(({ state }) => state !== 'made')
  for (const { shotId, reason } of left)
    deps.tell(
      followedBy(
        message('command-line.shotNotMade', { title: titleOf(sequence, shotId) }),
        ...(reason ? [reason] : []),
      ),
    )
  const output = asked.json ? JSON.stringify({ ...last.data, files: files.data }) : files.data.join('\n')
  return succeed({ code: left.length === 0 ? 0 : 1, output })
}

function tellPlan(sequence: Sequence, { shots, ...plan }: SequencePlan, { tell, say }: RunDeps): void {
  for (const { shotId, state, price, reason } of shots) {
    const title = titleOf(sequence, shotId)
    const priced = price
      ? { isPriced: 'yes', price: say(priceMessage({ ...price }, say)) }
      : { isPriced: 'no', price: '' }
    const said = message('command-line.shotPlanned', { title, state, ...priced })
    tell(reason ? followedBy(said, reason) : said)
  }
  const { requests, reused } = plan
  tell(message('command-line.sequencePlanned', { requests, reused, price: say(priceMessage(plan, say)) }))
}

/** The plan when nothing of it is on its way any more, or when nothing happens for too long and nothing is worked on. */
async function untilMade(
  app: App,
  id: string,
  { signal, longestSilenceMs = MAX_SILENCE_MS }: SequenceDeps,
): Promise<Result<SequencePlan, Failure | RenderedFailure>> {
  const call = app.call as Call
  for (;;) {
    const change = awaitChange(app, signal)
    try {
      const plan = await call('sequences.plan', { id })
      if (!plan.ok || signal.aborted || !plan.data.shots.some(isUnderWay)) return plan
      if (!(await isWorkedOn(call, plan.data))) change.giveUpAfter(longestSilenceMs)
      if ((await change.next) === 'silence') return plan
    } finally {
      change.end()
    }
  }
}

/** Whether a task goes on by itself: minutes may pass between two polls. One whose key is refused or lost waits for another key. */
async function isWorkedOn(call: Call, { shots }: SequencePlan): Promise<boolean> {
  const profiles = await call('profiles.list', {})
  const lost = (profiles.ok ? profiles.data.items : [])
    .filter(({ keyState }) => keyState === 'lost' || keyState === 'elsewhere')
    .map(({ id }) => id)
  for (const { taskId } of shots.filter(isUnderWay)) {
    const task = taskId === undefined ? null : await call('tasks.get', { id: taskId })
    if (!task?.ok || lost.includes(task.data.profileId)) continue
    if (isOpen(task.data.state) && task.data.error?.code !== 'unauthorized') return true
  }
  return false
}

function awaitChange(app: App, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<'changed' | 'silence'>()
  let timer: NodeJS.Timeout | undefined
  const stop = app.subscribe(({ name }) => {
    if (name === 'task.changed' || name === 'sequence.changed') resolve('changed')
  })
  const silence = (): void => resolve('silence')
  signal.addEventListener('abort', silence, { once: true })
  return {
    next: promise,
    giveUpAfter: (ms: number): void => void (timer = setTimeout(silence, ms)),
    end: (): void => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', silence)
    },
  }
}

/** In the order of the sequence, their names with their place. */
async function copyShots(
  app: App,
  id: string,
  { shots }: SequencePlan,
  out: string,
): Promise<Result<readonly string[], Failure | RenderedFailure>> {
  const sequence = await (app.call as Call)('sequences.get', { id })
  if (!sequence.ok) return sequence
  const files: string[] = []
  for (const [index, { assetId, shotId }] of shots.entries()) {
    const file = assetId === undefined ? null : await app.media.asset(assetId)
    const place = String(index + 1).padStart(3, '0')
    if (!file) continue
    const copied = await copyNamed(file.path, out, `${place} ${titleOf(sequence.data, shotId)}`)
    if (!copied.ok) return copied
    files.push(copied.data)
  }
  return succeed(files)
}

/** As a person knows it. */
function titleOf({ shots }: Sequence, shotId: string): string {
  const index = shots.findIndex(({ id }) => id === shotId)
  const { title, prompt = '' } = shots[index] ?? {}
  return title ?? (prompt.trim() === '' ? String(index + 1) : prompt.trim())
}
