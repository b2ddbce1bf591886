/** How a request came about is kept with the task and its assets, and is no business of the service's. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openAtService } from '#test/stand-ins/test-app.ts'

const PROVENANCE = {
  template: 'a {red|blue} fox',
  cell: [{ axis: 'colour', value: 'red' }],
  fromAssetId: 'asset_1',
}

test('keeps it with the task, over a restart, and never sends it', async () => {
  const { service, app } = await openAtService()
  const { id, request } = await app.submitOne({ prompt: 'a red fox', provenance: PROVENANCE })
  expect(request.provenance).toEqual(PROVENANCE)
  await app.untilTask(id, 'saved')
  const again = await app.reopen()
  expect((await again.task(id)).request.provenance).toEqual(PROVENANCE)
  const [entry] = service.generates()
  expect(entry?.body).toEqual({
    provider: 'stand-in',
    mediaType: 'image',
    model: 'sample',
    scene: 'text-to-image',
    prompt: 'a red fox',
  })
})

test('keeps the template with the asset, in its sidecar, and through a rebuild', async () => {
  const { app } = await openAtService()
  const { id } = await app.submitOne({ prompt: 'a red fox', provenance: PROVENANCE })
  const { assetIds } = await app.untilTask(id, 'saved')
  const assetId = assetIds[0] ?? ''
  const asset = await app.ask('library.get', { id: assetId })
  expect(asset).toMatchObject({ prompt: 'a red fox', template: PROVENANCE.template })
  const sidecar = join(app.dataDir, 'media', asset.sha256.slice(0, 2), `${asset.sha256}.json`)
  const entry = async () => (JSON.parse(await readFile(sidecar, 'utf8')) as { entries: unknown[] }).entries[0]
  expect(await entry()).toMatchObject({ prompt: 'a red fox', template: PROVENANCE.template })
  // A sidecar that is written again keeps it.
  await app.ask('library.update', { ids: [assetId], rating: 4 })
  await app.until(async () => ((await entry()) as { rating: number }).rating === 4)
  expect(await entry()).toMatchObject({ template: PROVENANCE.template })
  await app.close()
  for (const suffix of ['', '-wal', '-shm', '-mark'])
    await rm(join(app.dataDir, `library.db${suffix}`), { force: true })
  const again = await app.reopen()
  await again.ask('library.rebuild', {})
  expect(await again.ask('library.get', { id: assetId })).toMatchObject({ template: PROVENANCE.template })
})
