/**
 * The process is killed at random while a sequence is planned, sent, waited for and saved; then its last edition is led to its end, and
 * everything that was paid for is counted.
 */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { SequencePlan, Shot } from '#contract/sequences.ts'
import { startCore, type DrivenCore } from './core-driver.ts'
import { REQUEST } from './core-options.ts'
import { findDamage } from './data-check.ts'
import { type FaultyService, startFaultyService } from './faulty-service.ts'
import { seededRandom } from './seeded-random.ts'
import { until } from './until.ts'

const MAX_LIFE_MS = 3_000
const SPEED = 20

/** A still with its shot, a chain of four, and one on its own. */
const SHOTS: readonly Pick<Shot, 'id' | 'from' | 'stillOf'>[] = [
  { id: 'a' },
  { id: 'still', stillOf: 'a' },
  { id: 'b', from: { shotId: 'a' } },
  { id: 'c', from: { shotId: 'b' } },
  { id: 'd', from: { shotId: 'c' } },
  { id: 'alone' },
]

/** Each edition has prompts of its own, so that everything is made anew. */
const shotsOf = (edition: number): Shot[] =>
  SHOTS.map((shot) => ({
    ...shot,
    mediaType: 'image',
    provider: REQUEST.provider,
    model: REQUEST.model,
    prompt: `${edition} ${shot.id}`,
  }))

const promptOf = ({ body }: { readonly body?: unknown }) => (body as { prompt?: string } | undefined)?.prompt

/** What a user does about requests that nobody can tell about: finds them at the service, else sends them again. */
async function decideUnknown(core: DrivenCore, service: FaultyService): Promise<void> {
  const unknown = await core.call('tasks.list', { states: ['unknown'] })
  for (const { id, request } of unknown?.items ?? []) {
    const entry = service.generates().find((one) => promptOf(one) === request.prompt && one.taskId)
    const action = entry
      ? ({ action: 'link', remoteId: entry.taskId } as const)
      : ({ action: 'resend' } as const)
    // It may have been found meanwhile.
    await core.call('tasks.decide', { id, ...action }).catch(() => null)
  }
}

/** What a user does about a result that was being read at two kills, and counts as unreadable since. */
async function readAgain(core: DrivenCore, { shots }: SequencePlan): Promise<void> {
  for (const { assetId } of shots) {
    const asset = assetId === undefined ? null : await core.call('library.get', { id: assetId })
    if (asset?.unreadable) await core.call('library.readAgain', { id: asset.id })
  }
}

interface Kills {
  readonly dataDir: string
  readonly kills: number
  readonly seed: number
}

interface Edited {
  id: string
  edition: number
}

/** What went wrong: a shot paid for twice, one that is lost or shows another, a damaged database. Nothing, as it should be. */
export async function killSequence({ dataDir, kills, seed }: Kills): Promise<readonly string[]> {
  const service = await startFaultyService()
  service.tasks.life = ['PENDING', 'SUCCESS']
  const random = seededRandom(seed)
  const edited: Edited = { id: '', edition: 0 }
  const open = async (): Promise<DrivenCore> => {
    const core = startCore({ dataDir, speed: SPEED, originMs: Date.now() })
    await core.ready
    await core.setLocalService(service.baseUrl)
    return core
  }
  try {
    for (let killed = 0; killed < kills; killed++) {
      const core = await open()
      const timer = setTimeout(() => void core.kill(), random() * MAX_LIFE_MS)
      try {
        while (!core.ended) await workOn(core, service, edited)
      } finally {
        clearTimeout(timer)
        await core.kill()
      }
      await core.gone
    }
    const last = await open()
    try {
      await until(() => step(last, service, edited), { what: 'the last edition' })
      const shown = await shownWrongs(last, edited)
      await last.close()
      return [
        ...shown,
        ...paidWrongs(service, edited),
        ...waitingWrongs(dataDir),
        ...(await findDamage(dataDir)),
      ]
    } finally {
      await last.kill()
    }
  } finally {
    await service.close()
  }
}

/** Makes an edition, and begins the next. */
async function workOn(core: DrivenCore, service: FaultyService, edited: Edited): Promise<void> {
  const isMade = await until(async () => core.ended || (await step(core, service, edited)))
  if (!isMade || core.ended) return
  const next = { id: edited.id, name: 'Fox', shots: shotsOf(edited.edition + 1) }
  if (await core.call('sequences.save', next)) edited.edition++
}

/** Whether the edition is made. */
async function step(core: DrivenCore, service: FaultyService, edited: Edited): Promise<boolean> {
  if (edited.id === '') {
    const saved = await core.call('sequences.save', { name: 'Fox', shots: shotsOf(edited.edition) })
    edited.id = saved?.id ?? ''
    return false
  }
  const { id } = edited
  const plan = await core.call('sequences.plan', { id })
  if (!plan) return false
  if (plan.shots.every((shot) => shot.state === 'made')) return true
  await readAgain(core, plan)
  await core.call('sequences.generate', { id, planHash: plan.planHash }).catch(() => null)
  await decideUnknown(core, service)
  return false
}

async function shownWrongs(core: DrivenCore, { id, edition }: Edited): Promise<readonly string[]> {
  const sequence = await core.call('sequences.get', { id })
  const wrongs: string[] = []
  for (const [index, { prompt = '' }] of shotsOf(edition).entries()) {
    const assetId = sequence?.shots[index]?.shown
    const asset = assetId === undefined ? null : await core.call('library.get', { id: assetId })
    if (asset?.prompt !== prompt) wrongs.push(`“${prompt}” shows “${asset?.prompt ?? 'nothing'}”`)
  }
  return wrongs
}

/** Every prompt of every edition is one request. */
function paidWrongs(service: FaultyService, { edition }: Edited): readonly string[] {
  const accepted = service.generates().filter((entry) => entry.taskId)
  const paid = Map.groupBy(accepted, promptOf)
  const twice = [...paid].filter(([, entries]) => entries.length > 1)
  const lost = shotsOf(edition).filter(({ prompt }) => !paid.has(prompt))
  return [
    ...twice.map(([prompt, entries]) => `“${prompt}” was paid for ${entries.length} times`),
    ...lost.map(({ prompt }) => `“${prompt}” was never made`),
  ]
}

/** What is made waits for nothing. */
function waitingWrongs(dataDir: string): readonly string[] {
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  try {
    const rows = database.prepare('SELECT * FROM waiting_shots').all()
    return rows.map((row) => `it still waits: ${JSON.stringify(row)}`)
  } finally {
    database.close()
  }
}
