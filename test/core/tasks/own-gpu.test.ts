/** On the user's own GPU nothing is charged: no cap counts, and no sentence speaks of cost. */
import { writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropAfterBody } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import type { Comfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { openComfyui } from '#test/stand-ins/services/open.ts'
import { openTestApp, connectTo, type TestApp } from '#test/stand-ins/test-app.ts'

async function openAtComfyui() {
  const service = await openComfyui()
  const app = await openTestApp()
  const profileId = await connectTo(app, { kind: 'comfyui', baseUrl: service.baseUrl })
  const { id: model, provider } = await app.ask('models.addWorkflow', {
    name: 'mine',
    workflow: TEXT_TO_IMAGE,
  })
  return { app, service, profileId, request: { model, provider, prompt: 'a fox' } }
}

const wordsOf = ({ error, history }: TaskDetail) =>
  [error?.message, ...history.map(({ message }) => message?.text)].join(' ')

slow('makes as many as asked for, whatever cap is set', async () => {
  const { app, profileId, request } = await openAtComfyui()
  await app.ask('settings.set', { queue: { dailyCaps: { [profileId]: 1 } } })
  await app.submitAndSave(request)
  const second = await app.submitAndSave({ ...request, prompt: 'another fox' })
  expect(second.state).toBe('saved')
})

test('keeps a workflow over a restart, and says nothing of cost when an outcome is unknown', async () => {
  const { app, service, request } = await openAtComfyui()
  const again = await app.reopen()
  expect((await again.ask('models.list', {})).items[0]).toMatchObject({ id: 'mine' })
  service.script('POST', '/prompt', { status: 500, body: 'oops' })
  const { id } = await again.submitOne(request)
  const unknown = await again.untilTask(id, 'unknown')
  expect(unknown.error?.charged).toBe('no')
  expect(wordsOf(unknown)).not.toMatch(/charge|paid/)
})

test('the sample says nothing of cost either, and the fact is told', async () => {
  const service = await openFaultyService()
  const app = await openTestApp()
  app.app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'key-for-tests' })
  service.script('generate', dropAfterBody)
  const unknown = await app.untilTask((await app.submitOne()).id, 'unknown')
  expect(unknown.error?.charged).toBe('maybe')
  expect(wordsOf(unknown)).not.toMatch(/charge|paid/)
})

test('what it does not have is in no ledger after a recovery', async () => {
  const { app, service, request } = await openAtComfyui()
  service.script('POST', '/prompt', { status: 500, body: 'oops' })
  await app.untilTask((await app.submitOne(request)).id, 'unknown')
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec("UPDATE requests SET outcome = 'not_sent'")
  db.close()
  const aside = 'library.db.damaged-20250701T120000Z-abcd'
  await writeFile(
    join(app.dataDir, 'library.db-recovery'),
    JSON.stringify({ reason: 'It is damaged.', aside }),
  )
  const again = await app.reopen()
  expect((await again.ask('spending.query', { from: 0, to: 8e15, by: ['model'] })).rows).toEqual([])
})

test('says that a paid workflow may be charged where ComfyUI has nothing of it: it may have been started again', async () => {
  const { app, service, request } = await openAtComfyui()
  await addPaid(app, service)
  const endOf = async (model: string) => {
    service.script('POST', '/prompt', { status: 500, body: 'oops' })
    const { id } = await app.submitOne({ ...request, model })
    const looked = async () => (await app.task(id)).history.filter(({ kind }) => kind === 'looked_up')
    await app.until(async () => (await looked()).length >= 2)
    return app.task(id)
  }
  expect(await endOf('paid')).toMatchObject({ state: 'unknown', error: { charged: 'maybe' }, candidates: [] })
  const { error } = await endOf('mine')
  expect(error).toMatchObject({ id: 'tasks.lookUp.notThere', charged: 'no' })
})

async function addPaid(app: TestApp, service: Comfyui) {
  service.classes.set('OpenAIGPTImage1', {
    required: { prompt: ['STRING', { multiline: true }] },
    output: ['IMAGE'],
    isPaid: true,
  })
  const workflow = {
    ...TEXT_TO_IMAGE,
    // As a sub-graph is exported.
    '57:8': { class_type: 'OpenAIGPTImage1', inputs: { prompt: 'a fox' } },
    '57:9': { class_type: 'SaveImage', inputs: { filename_prefix: 'x', images: ['57:8', 0] } },
  }
  return app.ask('models.addWorkflow', { name: 'paid', workflow })
}

test('is not free where a workflow holds a node that spends with a key of its own', async () => {
  const { app, service, profileId, request } = await openAtComfyui()
  const paid = await addPaid(app, service)
  expect(paid).toMatchObject({ price: 'uses paid nodes', isCharged: true })
  const estimateOf = (model: string) =>
    app.ask('spending.estimate', { requests: [{ provider: 'comfyui', model, count: 1 }] })
  expect(await estimateOf('paid')).toMatchObject({ isFree: false, unpriced: 1 })
  expect(await estimateOf('mine')).toMatchObject({ isFree: true, unpriced: 0 })
  await app.ask('settings.set', { queue: { dailyAmountCaps: { [profileId]: { unit: 'USD', value: 1 } } } })
  await app.submitAndSave(request)
  const { id } = await app.submitOne({ ...request, model: 'paid' })
  await app.until(async () => (await app.ask('queue.state', {})).counts.queued === 1)
  const { token } = await app.ask('agents.create', { name: 'Claude', budget: { requestsPerDay: 0 } })
  const agentId = app.app.agents.identify(token)?.agentId ?? ''
  const quoted = await app.app.agents.quote(agentId, {
    requests: [{ ...request, mediaType: 'image', scene: 'text-to-image', model: 'paid' }],
  })
  expect(quoted).toMatchObject({ ok: true, data: { needsApproval: true, estimate: { isFree: false } } })
  expect(service.prompts).toHaveLength(1)
  // It is known without the network, and of one that never said it nothing is known.
  const again = await app.reopen()
  expect((await again.task(id)).state).toBe('queued')
  await again.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec("UPDATE workflows SET body = json_remove(body, '$.usesPaidNodes') WHERE name = 'mine'")
  db.close()
  const last = await again.reopen()
  const { items } = await last.ask('models.list', {})
  expect(items.find((model) => model.id === 'mine')).toMatchObject({ isCharged: true })
  const estimate = await last.ask('spending.estimate', {
    requests: [{ provider: 'comfyui', model: 'mine', count: 1 }],
  })
  expect(estimate).toMatchObject({ isFree: false, unpriced: 1 })
})
