/** The cast of a sequence travels in its `.atelier` file. */
import { expect } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { exported, shot } from './fixtures.ts'

slow('a member comes along with its image into an empty library, once, and no request is sent', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  const added = await app.app.addInput('mara.png', await makeImage(9))
  const inputId = added.ok ? added.data.id : ''
  const mara = await app.ask('cast.save', {
    handle: '@Mara',
    name: 'Mara',
    sentence: 'a tall woman with red hair',
    images: [{ inputId, role: 'face' }],
    voice: 'Aria',
  })
  await app.ask('cast.save', { handle: '@Jon', name: 'Jon', sentence: 'in no shot', images: [] })
  const prompt = '@mara walks'
  const { id } = await app.ask('sequences.save', {
    name: 'Walk',
    shots: [shot({ id: 'a', mediaType: 'image', prompt })],
  })
  const { path = '' } = await exported(app, { id, format: 'atelier', media: true })
  const other = await openTestAppAt(service.baseUrl)
  const sent = service.generates().length
  const { shots, notes } = await other.ask('sequences.import', { path })
  expect([notes, shots[0]?.prompt]).toEqual([[], prompt])
  const { items } = await other.ask('cast.list', {})
  const { handle, name, sentence, images, voice } = mara
  expect(items).toMatchObject([{ handle, name, sentence, images, voice }])
  const served = await other.app.media.input(items[0]?.images[0]?.inputId ?? '')
  expect(served?.sha256).toBe(images[0]?.sha256)
  await other.ask('sequences.import', { path })
  expect((await other.ask('cast.list', {})).items).toEqual(items)
  expect([service.generates().length, (await other.ask('tasks.list', {})).items]).toEqual([sent, []])
})

slow('a prompt that a longer handle makes too long is refused, and leaves nothing', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  const member = { handle: '@Mara', name: 'Mara', images: [] }
  await app.ask('cast.save', { ...member, sentence: 'a tall woman' })
  const prompt = `@mara ${'a'.repeat(99_994)}`
  const { id } = await app.ask('sequences.save', {
    name: 'Walk',
    shots: [shot({ id: 'a', mediaType: 'image', prompt })],
  })
  const { path = '' } = await exported(app, { id, format: 'atelier', media: true })
  const other = await openTestAppAt(service.baseUrl)
  await other.ask('cast.save', { ...member, sentence: 'somebody else' })
  expect(await other.failure('sequences.import', { path })).toMatchObject({
    code: 'invalid_input',
    id: 'tasks.request.promptTooLong',
  })
  expect((await other.ask('sequences.list', {})).items).toEqual([])
  expect((await other.ask('cast.list', {})).items).toHaveLength(1)
})
