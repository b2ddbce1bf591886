/** What assets were made from and used in: told by content, and still told after the database is gone. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, type TestApp } from '#test/stand-ins/test-app.ts'

const asDataUrl = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

async function generate(app: TestApp, inputIds: readonly string[], fromAssetId?: string) {
  const inputs = inputIds.map((inputId) => ({ inputId, option: 'images[]' }))
  const provenance = fromAssetId === undefined ? {} : { provenance: { fromAssetId } }
  const task = await app.submitOne({ scene: 'image-to-image', inputs, ...provenance })
  const { assetIds } = await app.untilTask(task.id, 'saved')
  return assetIds[0] ?? ''
}

/** first → second → third, and third also from a file of the user's. */
async function family() {
  const { app } = await openAtService()
  const first = await generate(app, [])
  const fromFirst = await app.ask('inputs.add', { assetId: first })
  const second = await generate(app, [fromFirst.id])
  const fromSecond = await app.ask('inputs.add', { assetId: second })
  const brought = await app.ask('inputs.add', { name: 'mine.png', dataUrl: asDataUrl(await makeImage(99)) })
  const third = await generate(app, [fromSecond.id, brought.id, fromFirst.id])
  return { app, first, second, third, brought: brought.id }
}

async function lineage(app: TestApp, id: string) {
  const { madeFrom, usedIn, inputIds } = await app.ask('library.lineage', { id })
  return { madeFrom: madeFrom.map((asset) => asset.id), usedIn: usedIn.map((asset) => asset.id), inputIds }
}

async function expectFamily(
  app: TestApp,
  { first, second, third, brought }: Awaited<ReturnType<typeof family>>,
) {
  expect(await lineage(app, first)).toEqual({ madeFrom: [], usedIn: [third, second], inputIds: [] })
  expect(await lineage(app, second)).toEqual({ madeFrom: [first], usedIn: [third], inputIds: [] })
  expect(await lineage(app, third)).toEqual({ madeFrom: [second, first], usedIn: [], inputIds: [brought] })
}

slow('tells what an asset was made from, and what was made of it', async () => {
  const made = await family()
  await expectFamily(made.app, made)
  expect(await made.app.call('library.lineage', { id: 'nobody' })).toMatchObject({
    error: { code: 'not_found' },
  })
})

slow('tells the same after the database is gone', async () => {
  const made = await family()
  await made.app.close()
  for (const name of await readdir(made.app.dataDir))
    if (name.startsWith('library.db')) await rm(join(made.app.dataDir, name))
  const app = await made.app.reopen()
  await app.ask('library.rebuild', {})
  await expectFamily(app, made)
  // The file that the user brought can be sent again.
  expect(await app.ask('inputs.get', { id: made.brought })).toMatchObject({ kind: 'image' })
})

/** `varied` goes on from `first` without sending it along; `both` names what it was sent with as well. */
async function variants() {
  const { app } = await openAtService()
  const first = await generate(app, [])
  const varied = await generate(app, [], first)
  const fromVaried = await app.ask('inputs.add', { assetId: varied })
  const both = await generate(app, [fromVaried.id], varied)
  return { app, first, varied, both }
}

type Variants = Awaited<ReturnType<typeof variants>>

const lineages = ({ first, varied, both }: Variants, app: TestApp) =>
  Promise.all([first, varied, both].map((id) => lineage(app, id)))

const expected = ({ first, varied, both }: Variants) => [
  { madeFrom: [], usedIn: [varied], inputIds: [] },
  { madeFrom: [first], usedIn: [both], inputIds: [] },
  { madeFrom: [varied], usedIn: [], inputIds: [] },
]

slow('tells what the user went on from, also where it was not sent along', async () => {
  const made = await variants()
  expect(await lineages(made, made.app)).toEqual(expected(made))
})

slow('tells it still after a sidecar was written again and the database is gone', async () => {
  const made = await variants()
  const { app, varied } = made
  await app.ask('library.update', { ids: [varied], rating: 4 })
  await app.close()
  for (const name of await readdir(app.dataDir))
    if (name.startsWith('library.db')) await rm(join(app.dataDir, name))
  const again = await app.reopen()
  await again.ask('library.rebuild', {})
  expect(await lineages(made, again)).toEqual(expected(made))
  expect(await again.ask('library.get', { id: varied })).toMatchObject({ rating: 4 })
})

slow('names nothing where what was gone on from is deleted for good', async () => {
  const { app, first, varied } = await variants()
  await app.ask('library.trash', { ids: [first] })
  await app.ask('library.emptyTrash', { ids: [first] })
  expect(await lineage(app, varied)).toMatchObject({ madeFrom: [] })
})

slow('shows a parent in the trash, and leaves out what was made and thrown away', async () => {
  const { app, first, second, third } = await family()
  await app.ask('library.trash', { ids: [first, third] })
  expect(await lineage(app, second)).toMatchObject({ madeFrom: [first], usedIn: [] })
})
