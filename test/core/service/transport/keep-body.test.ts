/** A response that carries the result is on disk, synced, before anything of it is read; a refusing disk only makes it wait. */
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openKeptResponses } from '#core/results/responses/response-folder.ts'
import type { UntilWritten } from '#core/service/transport/keep-body.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService, postGenerate } from '#test/stand-ins/test-service.ts'

const TEXT = JSON.stringify({ images: [Buffer.alloc(30_000, 'fox and snow').toString('base64')] })
const once: UntilWritten = (write) => write()

async function openKeeping(untilWritten: UntilWritten) {
  const service = await openFaultyService()
  const dataDir = await makeTempDir()
  const incoming = await openKeptResponses(dataDir).begin('task_1')
  onTestFinished(() => incoming.close())
  return { service, path: join(dataDir, 'answers', 'task_1'), keep: { incoming, untilWritten } }
}

test('has its name only when it is synced, and is read only then', async () => {
  const { service, path, keep } = await openKeeping(once)
  const probe = await open(`${path}.part`, 'r')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const named: boolean[] = []
  // eslint-disable-next-line typescript/unbound-method -- called with the handle below
  const sync = handles.sync
  const spy = vi.spyOn(handles, 'sync').mockImplementation(function (this: FileHandle) {
    named.push(existsSync(path))
    return sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  service.script('generate', respond(200, TEXT, { 'content-length': String(TEXT.length) }))
  const response = await postGenerate(service.baseUrl, { keep })
  // The part, and then the folder with its new name.
  expect(named).toEqual([false, true])
  expect(response).toMatchObject({
    kind: 'response',
    json: { images: [expect.stringMatching(/^answer:task_1:/)] },
  })
  expect(await readFile(path, 'utf8')).toBe(TEXT)
})

test('an answer of an earlier request is never taken for that of this one', async () => {
  const dataDir = await makeTempDir()
  await mkdir(join(dataDir, 'answers'))
  await writeFile(join(dataDir, 'answers', 'task_1'), TEXT)
  const responses = openKeptResponses(dataDir)
  const incoming = await responses.begin('task_1')
  onTestFinished(() => incoming.close())
  expect(await responses.read('task_1')).toBeUndefined()
})

test('waits while the disk refuses, and loses nothing', async () => {
  const refused: string[] = []
  const untilWritten: UntilWritten = async (write) => {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const { service, path, keep } = await openKeeping(untilWritten)
  const spy = vi.spyOn(keep.incoming, 'write')
  for (const message of ['full', 'still full']) spy.mockRejectedValueOnce(new Error(message))
  service.script('generate', respond(200, TEXT))
  expect(await postGenerate(service.baseUrl, { keep })).toMatchObject({ kind: 'response', status: 200 })
  expect(refused).toEqual(['full', 'still full'])
  expect(await readFile(path, 'utf8')).toBe(TEXT)
})

slow('takes no more than a response may have', async () => {
  const { service, path, keep } = await openKeeping(once)
  service.script('generate', {
    name: 'without end',
    give: async ({ response, readBody }) => {
      await readBody()
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      const { gzipSync } = await import('node:zlib')
      response.end(gzipSync(Buffer.alloc(100 * 1024 ** 2, '[')))
    },
  })
  expect(await postGenerate(service.baseUrl, { keep })).toMatchObject({ kind: 'response', json: undefined })
  expect(existsSync(path)).toBe(false)
  expect(keep.incoming.sizeBytes).toBeLessThan(40 * 1024 ** 2)
})
