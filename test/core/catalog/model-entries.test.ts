/** Single models beyond a listing: searched for, described, and kept for when the service is away. */
import { expect, test } from 'vitest'
import { openAtReplicate } from '#test/stand-ins/services/open.ts'
import { openAtService } from '#test/stand-ins/test-app.ts'

test('finds models by words', async () => {
  const { app } = await openAtReplicate()
  const { items } = await app.ask('models.search', { text: 'flux' })
  expect(items.map(({ id }) => id)).toContain('black-forest-labs/flux-schnell')
})

test('keeps what was described, with its form, for when the service is away, also after a restart', async () => {
  const { app, service } = await openAtReplicate()
  const asked = { provider: 'replicate', model: 'black-forest-labs/flux-schnell' }
  const { model } = await app.ask('models.describe', asked)
  expect(model?.optionSchema).toMatchObject({ properties: { num_outputs: {} } })
  await service.close()
  const again = await app.reopen()
  expect((await again.ask('models.describe', asked)).model).toEqual(model)
  const { items } = await again.ask('models.list', {})
  expect(items.find(({ id }) => id === asked.model)).toEqual(model)
})

test('says where a service lists all it has, takes no workflow, or knows nothing of a model', async () => {
  const { app } = await openAtService()
  expect(await app.failure('models.search', { text: 'x' })).toMatchObject({ code: 'not_available_here' })
  const workflow = { name: 'mine', workflow: {} }
  expect(await app.failure('models.addWorkflow', workflow)).toMatchObject({ code: 'not_available_here' })
  expect(await app.ask('models.describe', { provider: 'x', model: 'y' })).toEqual({ model: null })
})
