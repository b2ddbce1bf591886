/**
 * The process is killed at random while a sequence is planned, sent, waited for and saved: nothing is paid twice, nothing is lost, and the
 * sequence is the same as without a kill.
 *
 * @slow 12 kills instead of three.
 */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { SequencePlan, Shot } from '#contract/sequences.ts'
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'
import type { FaultyService } from '#test/stand-ins/faulty-service.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'

const KILLS = scaled(3, 12)
const LONGEST_LIFE_MS = 3_000

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

test('pays for no shot twice and loses none, whenever it is killed', { timeout: 3_600_000 }, async () => {
  const dataDir = await makeTempDir()
  const service = await openFaultyService()
  service.tasks.life = ['PENDING', 'SUCCESS']
  const random = seededRandom(20_261_127)
  const state = { id: '', edition: 0 }
  /** Whether the edition is made. */
  const step = async (core: DrivenCore): Promise<boolean> => {
    if (state.id === '') {
      const saved = await core.call('sequences.save', { name: 'Fox', shots: shotsOf(state.edition) })
      state.id = saved?.id ?? ''
      return false
    }
    const { id } = state
    const plan = await core.call('sequences.plan', { id })
    if (!plan) return false
    if (plan.shots.every((shot) => shot.state === 'made')) return true
    await readAgain(core, plan)
    await core.call('sequences.generate', { id, planHash: plan.planHash }).catch(() => null)
    await decideUnknown(core, service)
    return false
  }
  for (let killed = 0; killed < KILLS; killed++) {
    const core = startCore({ dataDir, speed: 20, originMs: Date.now() })
    onTestFinished(core.kill)
    await core.ready
    await core.setLocalService(service.baseUrl)
    const timer = setTimeout(() => void core.kill(), random() * LONGEST_LIFE_MS)
    while (!core.ended) {
      const isMade = await until(async () => core.ended || (await step(core)))
      if (!isMade || core.ended) continue
      const next = { id: state.id, name: 'Fox', shots: shotsOf(state.edition + 1) }
      if (await core.call('sequences.save', next)) state.edition++
    }
    clearTimeout(timer)
    await core.gone
  }
  const last = startCore({ dataDir, speed: 20, originMs: Date.now() })
  onTestFinished(last.kill)
  await last.ready
  await last.setLocalService(service.baseUrl)
  await until(() => step(last), { what: 'the last edition' })
  const sequence = await last.call('sequences.get', { id: state.id })
  const prompts = sequence?.shots.map(({ prompt }) => prompt)
  const shown = await Promise.all(
    (sequence?.shots ?? []).map(({ shown: assetId = '' }) => last.call('library.get', { id: assetId })),
  )
  expect(shown.map((asset) => asset?.prompt)).toEqual(prompts)
  await last.close()
  const paid = Map.groupBy(
    service.generates().filter((entry) => entry.taskId),
    promptOf,
  )
  expect([...paid].filter(([, entries]) => entries.length > 1)).toEqual([])
  for (const prompt of prompts ?? []) expect(paid.get(prompt)).toHaveLength(1)
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(database.prepare('SELECT count(*) AS number FROM waiting_shots').get()).toEqual({ number: 0 })
  database.close()
})
