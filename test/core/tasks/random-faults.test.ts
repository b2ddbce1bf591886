/**
 * Many submissions under faults drawn by chance: the ledger against the database.
 *
 * @slow 150 submissions instead of 40.
 */
import { expect, test } from 'vitest'
import { createSeededRandom, randomGenerateFaults } from '#test/stand-ins/faulty-random.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { openTestAppAt, REQUEST } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const SUBMISSIONS = scaled(40, 150)
const RESTARTS = 3

test('pays for no task twice and loses no accepted id', { timeout: 120_000 }, async () => {
  const random = createSeededRandom(20_250_701)
  const service = await openFaultyService()
  service.always('generate', randomGenerateFaults(random))
  service.tasks.life = ['SUCCESS']
  service.resetReused = true
  let app = await openTestAppAt(service.baseUrl, { random })
  await app.ask('settings.set', { queue: { concurrency: 16 } })
  const requests = Array.from({ length: SUBMISSIONS }, (_, number) => ({
    ...REQUEST,
    prompt: `fox ${number}`,
  }))
  await app.ask('tasks.submit', { requests })

  for (let restart = 1; restart <= RESTARTS; restart++) {
    const enough = (SUBMISSIONS / (RESTARTS + 1)) * restart
    await app.until(() => service.generates().length >= enough)
    app = Object.assign(await app.reopen({ random }), { profileId: app.profileId })
  }
  await app.until(
    async () => {
      const { counts } = await app.ask('queue.state', {})
      return counts.queued + counts.sending + counts.running + counts.saving === 0
    },
    { patienceMs: 100_000 },
  )

  const { items } = await app.ask('tasks.list', { limit: 500 })
  expect(items).toHaveLength(SUBMISSIONS)
  const byPrompt = Map.groupBy(service.generates(), ({ body }) => promptIn(body))
  for (const task of items) {
    const requests = byPrompt.get(task.request.prompt ?? '') ?? []
    // Only what the service itself refused to take for now may have been sent again.
    const mayHaveCost = requests.filter(({ answered }) => answered !== '429')
    const told = requests.find(({ answered, taskId }) => answered === '200' && taskId !== undefined)
    expect({ prompt: task.request.prompt, sent: Math.min(mayHaveCost.length, 2) }).toEqual({
      prompt: task.request.prompt,
      sent: mayHaveCost.length === 0 ? 0 : 1,
    })
    const { state, remoteId } = task
    const ends = told ? [{ state: 'saved', remoteId: told.taskId }] : [{ state: 'rejected' }]
    expect({ state, ...(remoteId === undefined ? {} : { remoteId }) }).toBeOneOf([
      ...ends,
      { state: 'unknown' },
    ])
  }
  expect(await app.ask('library.verify', {})).toMatchObject({ missing: 0, damaged: 0 })
})

function promptIn(body: unknown): string {
  const prompt = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : null
  return typeof prompt === 'string' ? prompt : ''
}
