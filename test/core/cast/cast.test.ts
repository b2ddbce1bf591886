/** The cast on a real core: kept, found again, and sent once as it was shown. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { RouteInput } from '#contract/routes.ts'
import { dataOf, openWithAgent } from '../agents/agent-fixture.ts'
import { openAtService, openTestApp, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

const MARA = { handle: '@Mara', name: 'Mara', sentence: 'a tall woman with red hair' }

async function addImage(
  app: TestApp,
  colour: string,
): Promise<{ readonly id: string; readonly sha256: string }> {
  const background = colour
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const dataUrl = `data:image/png;base64,${png.toString('base64')}`
  return app.ask('inputs.add', { name: `${colour}.png`, dataUrl })
}

const list = async (app: TestApp) => (await app.ask('cast.list', {})).items

test('is kept with its images, also where library.db is lost', async () => {
  const app = await openTestApp()
  const red = await addImage(app, 'red')
  const saved = await app.ask('cast.save', {
    ...MARA,
    images: [{ inputId: red.id, role: 'face' }],
    voice: 'Aria',
  })
  expect(saved).toMatchObject({
    handle: 'Mara',
    images: [{ sha256: red.sha256, inputId: red.id, role: 'face' }],
  })
  expect(app.events.filter(({ name }) => name === 'cast.changed')).toHaveLength(1)
  await app.close()
  await rm(join(app.dataDir, 'library.db'))
  const again = await app.reopen()
  const found = async () => (await list(again)).filter(({ images }) => images[0]?.inputId === red.id)
  expect(await again.until(async () => (await found())[0])).toEqual(saved)
})

test('keeps a file that it cannot read', async () => {
  const app = await openTestApp()
  const path = join(app.dataDir, 'cast.json')
  await writeFile(path, '{"format":9}')
  await app.ask('cast.save', MARA)
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ format: 1, members: [{ handle: 'Mara' }] })
})

test('gives a handle to one member, whatever its case and its Unicode form', async () => {
  const app = await openTestApp()
  const first = await app.ask('cast.save', { ...MARA, handle: 'Zoë' })
  for (const handle of ['@zoë', 'ZOË', 'Zoe\u0308']) {
    expect(await app.failure('cast.save', { ...MARA, handle })).toMatchObject({
      code: 'conflict',
      field: 'handle',
      message: '@Zoë already belongs to Mara. Choose another handle.',
    })
  }
  await app.ask('cast.save', { ...MARA, id: first.id, handle: 'zoë' })
  expect(await list(app)).toMatchObject([{ id: first.id, handle: 'zoë' }])
  for (const handle of ['image1', '', '1mara', 'a b', 'a'.repeat(41), 'mara-']) {
    expect(await app.failure('cast.save', { ...MARA, handle })).toMatchObject({
      code: 'invalid_input',
      field: 'handle',
    })
  }
})

test('takes images alone, each once, and at most twelve', async () => {
  const app = await openTestApp()
  const red = await addImage(app, 'red')
  const twice = [{ inputId: red.id }, { sha256: red.sha256 }]
  expect((await app.ask('cast.save', { ...MARA, images: twice })).images).toHaveLength(1)
  const many: RouteInput<'cast.save'>['images'] = Array.from({ length: 13 }, () => ({ inputId: red.id }))
  expect(await app.failure('cast.save', { ...MARA, handle: 'jon', images: many })).toMatchObject({
    field: 'images',
  })
  expect(
    await app.failure('cast.save', { ...MARA, handle: 'jon', images: [{ inputId: 'none' }] }),
  ).toMatchObject({
    code: 'not_found',
    field: 'images.0',
  })
})

slow('is sent as it was shown, and found when it was made before', async () => {
  const { app, service } = await openAtService()
  const red = await addImage(app, 'red')
  const mara = await app.ask('cast.save', { ...MARA, images: [{ inputId: red.id }] })
  const request = { ...REQUEST, prompt: 'a portrait of @mara', options: { seed: 7 } }
  const shown = (await app.ask('cast.expand', { requests: [request] })).items[0]
  const task = await app.submitAndSave(request)
  expect(task.request).toEqual(shown?.request)
  expect(task.request).toMatchObject({
    prompt: 'a portrait of a tall woman with red hair',
    provenance: { template: 'a portrait of @mara', cast: [{ handle: 'Mara', inputIds: [red.id] }] },
  })
  expect(service.generates()).toHaveLength(1)
  expect((await app.ask('tasks.made', { requests: [request] })).items).toMatchObject([
    { assetId: task.assetIds[0] },
  ])
  await app.ask('cast.save', { ...MARA, id: mara.id, sentence: 'a short woman' })
  expect((await app.ask('tasks.made', { requests: [request] })).items).toEqual([null])
})

slow('sends nothing where an image is gone, and finds a press that was sent before', async () => {
  const { app, service } = await openAtService()
  const red = await addImage(app, 'red')
  await app.ask('cast.save', { ...MARA, images: [{ inputId: red.id }] })
  const submit = { requests: [{ ...REQUEST, prompt: '@mara' }], pressId: crypto.randomUUID() }
  const { tasks } = await app.ask('tasks.submit', submit)
  await app.untilTask(tasks[0]?.id ?? '', 'saved')
  await rm(join(app.dataDir, 'inputs', red.sha256.slice(0, 2), `${red.sha256}.png`))
  expect(await app.failure('tasks.submit', { ...submit, pressId: crypto.randomUUID() })).toMatchObject({
    code: 'invalid_input',
    field: 'requests.0.prompt',
    charged: 'no',
  })
  expect((await app.ask('tasks.submit', submit)).tasks).toMatchObject([{ id: tasks[0]?.id }])
  expect(service.generates()).toHaveLength(1)
  expect(await list(app)).toMatchObject([{ images: [{ sha256: red.sha256, inputId: null }] }])
})

test('stands in what the user approves of an agent', async () => {
  const { app, service, agentId } = await openWithAgent({ requestsPerDay: 5 })
  await app.ask('cast.save', MARA)
  const asked = { requests: [{ ...REQUEST, prompt: 'a portrait of @mara' }] }
  const { quoteId } = dataOf(await app.app.agents.quote(agentId, asked))
  const bodies = await app.ask('agents.bodies', { quoteId })
  expect(JSON.stringify(bodies)).toContain('a portrait of a tall woman with red hair')
  const sent = dataOf(app.app.agents.generate(agentId, quoteId))
  if (sent.state !== 'sent') throw new Error('It waits.')
  await app.untilTask(sent.tasks[0]?.id ?? '', 'saved')
  expect(service.generates()[0]?.body).toMatchObject({ prompt: 'a portrait of a tall woman with red hair' })
})

test('is removed, and comes back with what it had', async () => {
  const app = await openTestApp()
  const red = await addImage(app, 'red')
  const { id, handle, name, sentence } = await app.ask('cast.save', {
    ...MARA,
    images: [{ inputId: red.id }],
  })
  await app.ask('cast.remove', { id })
  expect(await list(app)).toEqual([])
  expect(await app.failure('cast.remove', { id })).toMatchObject({ code: 'not_found' })
  await app.ask('cast.save', { handle, name, sentence, images: [{ sha256: red.sha256 }] })
  expect(await list(app)).toMatchObject([{ handle, images: [{ inputId: red.id }] }])
})
