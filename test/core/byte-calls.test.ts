/** Calls that carry bytes: parsed, and answered as data, as those of the router are. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

async function* bytesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

test('what comes with the bytes is parsed', async () => {
  const { app } = await openTestApp()
  const image = await makeImage(1)
  const refused = (field: string) => ({ ok: false, error: { code: 'invalid_input', field } })
  expect(await app.addInput('', image)).toMatchObject(refused('name'))
  expect(await app.addPreview('', 'poster', image)).toMatchObject(refused('assetId'))
  expect(await app.addPreview('a', 'film' as 'poster', image)).toMatchObject(refused('kind'))
  expect(await app.importFile({ name: '', body: bytesOf(image) })).toMatchObject(refused('name'))
  expect(await app.importZip({ name: 'a.zip', body: bytesOf(image) }, '')).toMatchObject(
    refused('collectionId'),
  )
  expect(await app.layout({ unheardOf: 1 })).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

test('what nobody foresaw is logged in full, and is data', async () => {
  const { app, dataDir, logLines } = await openTestApp()
  const beside = new DatabaseSync(join(dataDir, 'library.db'))
  beside.exec('DROP TABLE inputs')
  beside.close()
  expect(await app.addInput('fox.png', await makeImage(1))).toMatchObject({
    ok: false,
    error: { code: 'internal' },
  })
  expect(logLines).toContainEqual(expect.stringMatching(/^addInput failed: [^]*no such table/))
})

test('a sender that goes away is no mistake', async () => {
  const { app, logLines } = await openTestApp()
  const before = logLines.length
  const body = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(8)
    throw new Error('The sender went away.')
  }
  await expect(app.importFile({ name: 'a.png', body: body() })).rejects.toThrow('went away')
  expect(logLines).toHaveLength(before)
})
