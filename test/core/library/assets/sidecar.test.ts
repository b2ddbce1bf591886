/** Sidecars: never less than they said before, and never behind for good. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../fixtures.ts'

const parsed = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>

test('keeps what it does not know, in the file and in each entry', async () => {
  const { library, add, close } = await openTestLibrary()
  const { id, sha256 } = await add(1)
  const path = library.media.sidecarPath(sha256)
  const before = await parsed(path)
  const [entry] = before['entries'] as readonly Record<string, unknown>[]
  const later = { ...before, palette: ['red'], entries: [{ ...entry, reviewedBy: 'somebody' }] }
  await writeFile(path, JSON.stringify(later))
  await library.change([id], { rating: 3, title: 'Fox' })
  await library.change([id], { title: '' })
  await close()
  const after = await parsed(path)
  expect(after).toMatchObject({ palette: ['red'], entries: [{ reviewedBy: 'somebody', rating: 3 }] })
  expect((after['entries'] as readonly object[])[0]).not.toHaveProperty('title')
})

test('keeps what the user said when the same result is saved again', async () => {
  const { library, add, close } = await openTestLibrary()
  const { id, sha256 } = await add(1, { taskId: 'task-a' })
  await library.change([id], { rating: 5, addTags: ['best'] })
  await library.sidecarQueue.run(async () => undefined)
  await add(1, { taskId: 'task-a' })
  await close()
  expect(await parsed(library.media.sidecarPath(sha256))).toMatchObject({
    entries: [{ rating: 5, tags: ['best'] }],
  })
})

test('writes at the next start what it could not write', async () => {
  const { library, add, close, dataDir, logLines } = await openTestLibrary()
  const { id, sha256 } = await add(1)
  const other = await add(2)
  const path = library.media.sidecarPath(sha256)
  await rm(path)
  await mkdir(path)
  await library.change([id, other.id], { rating: 4 })
  await close()
  expect(logLines.join()).toContain('sidecar')
  expect(await parsed(library.media.sidecarPath(other.sha256))).toMatchObject({ entries: [{ rating: 4 }] })
  await rm(path, { recursive: true })
  const app = await openTestApp({ dataDir })
  await app.until(async () => (await readFile(path, 'utf8').catch(() => '')).includes('"rating": 4'))
})
