/** On the user's own GPU nothing is charged: no cap counts, and no sentence speaks of cost. */
import { expect, test } from 'vitest'
import { withoutCharge } from '#core/tasks/money-words.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import { openComfyui } from '#test/stand-ins/services/open.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

async function openAtComfyui() {
  const service = await openComfyui()
  const app = await openTestApp()
  const profile = { name: 'Mine', kind: 'comfyui', baseUrl: service.baseUrl } as const
  const { id: profileId } = await app.ask('profiles.create', profile)
  await app.ask('profiles.activate', { id: profileId })
  const { id: model, provider } = await app.ask('models.addWorkflow', {
    name: 'mine',
    workflow: TEXT_TO_IMAGE,
  })
  return { app, service, profileId, request: { model, provider, prompt: 'a fox' } }
}

test('makes as many as asked for, whatever cap is set', async () => {
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
  expect(JSON.stringify(unknown.history)).not.toMatch(/, and charged/)
})

test.each([
  'The request was sent, but x. It may or may not have been accepted, and charged.',
  "The service could not make it. It gave no reason. Whether it was charged is shown in the service's dashboard.",
  'x It was paid for: try again, the service may still have it.',
  'It was paid for, but the service no longer knows the task: it may be lost there.',
  'x It may be paid for: you can follow it again.',
])('has other words for: %s', (message) => {
  const told = withoutCharge({ code: 'unknown_outcome', message, charged: 'maybe' })
  expect(told.message).not.toMatch(/paid|charge/)
  expect(told.charged).toBe('no')
})
