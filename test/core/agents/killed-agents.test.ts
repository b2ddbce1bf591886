/**
 * The process is killed while a quote is sent: nothing was inserted, or all its tasks are there and the quote says so. Nothing is sent twice.
 *
 * @slow Ten writes and syncs of the commit instead of three.
 */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Result } from '#contract/errors.ts'
import { startCore } from '#test/stand-ins/core-driver.ts'
import { createMemorySettings, REQUEST } from '#test/stand-ins/core-options.ts'
import { createQuickClock } from '#test/stand-ins/manual-clock.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { attachToMain, pointsIn, TRACEABLE, whyNoStrace, type CrashPoint } from '#test/stand-ins/strace.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const PROMPTS = ['fox 1', 'fox 2', 'fox 3']
const requests = PROMPTS.map((prompt) => ({ ...REQUEST, prompt }))
const skipped = whyNoStrace()
if (skipped) console.log(skipped)

/** A core that is killed at the point, while an agent sends three requests. Nothing is at the other end. */
async function killedAt(dir: string, point: CrashPoint | null) {
  const dataDir = join(dir, 'data')
  const core = startCore({ dataDir, speed: 1, originMs: Date.now(), env: TRACEABLE })
  onTestFinished(core.kill)
  await core.ready
  const made = await core.call('agents.create', { name: 'Claude', budget: { requestsPerDay: 3 } })
  const { agentId = '' } = (await core.access('identify', made?.token ?? '')) ?? {}
  const { quoteId } = dataOf(await core.access('quote', agentId, { requests }))
  await attachToMain(core.pid, join(dir, 'calls.log'), point)
  await core.access('generate', agentId, quoteId)
  await core.kill()
  return { dataDir, agentId, quoteId }
}

/** What is in the database, and what the same directory is when it is opened again. */
async function afterKill({ dataDir, agentId, quoteId }: Awaited<ReturnType<typeof killedAt>>) {
  const service = await openFaultyService()
  const clock = createQuickClock(5, Date.now())
  const { app, ask, until } = await openTestApp({ dataDir, clock, settings: createMemorySettings() })
  const before = (await ask('tasks.list', {})).items.length
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  const { state } = database.prepare('SELECT state FROM quotes').get() as { state: string }
  database.close()
  const generated = [1, 2].map(() => dataOf(app.agents.generate(agentId, quoteId)))
  app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'key-for-tests' })
  await until(async () => (await ask('queue.state', {})).counts.saved === PROMPTS.length)
  const { items } = await ask('tasks.list', {})
  const sent = service.generates().map(({ body }) => String((body as { prompt?: string }).prompt))
  return {
    at: `${state} ${before}`,
    tasks: generated.map((one) => (one.state === 'sent' ? one.tasks.map(({ id }) => id).toSorted() : [])),
    ids: items.map(({ id }) => id).toSorted(),
    sent: sent.toSorted(),
  }
}

/** The notes of the tasks are written first, then the pages of the database, which are synced. */
function isChosen({ call, nth }: CrashPoint): boolean {
  return scaled(call === 'write' ? nth <= 2 : call.endsWith('sync'), call !== 'pwrite64' || nth % 6 === 0)
}

function dataOf<Data>(result: Result<Data> | null): Data {
  if (!result?.ok) throw new Error(result?.error.id ?? 'It ended.')
  return result.data
}

slow.skipIf(skipped !== null)(
  'sends all of a quote once, whichever write or sync of its commit the process dies at',
  { timeout: 600_000 },
  async () => {
    const undisturbed = await makeTempDir()
    await killedAt(undisturbed, null)
    const points = await pointsIn(join(undisturbed, 'calls.log'), 'main')
    const seen = new Set<string>()
    for (const point of points.filter(isChosen)) {
      const { at, tasks, ids, sent } = await afterKill(await killedAt(await makeTempDir(), point))
      seen.add(at)
      const where = `${point.call} ${point.nth}`
      expect([where, ids.length, sent]).toEqual([where, PROMPTS.length, PROMPTS])
      expect([where, ...tasks]).toEqual([where, ids, ids])
    }
    // Nothing else, and each of them.
    expect([...seen].toSorted()).toEqual(['quoted 0', 'sent 3'])
  },
)
