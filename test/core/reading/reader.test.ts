/** What a reading leaves behind: nothing on the signal of a job that outlives it, nothing of our secrets in its process. */
import { getEventListeners } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { forkReader } from '#core/reading/open-reader.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestReader } from '#test/stand-ins/test-reader.ts'

afterEach(() => vi.unstubAllEnvs())

async function imageFile(): Promise<string> {
  const path = join(await makeTempDir(), 'fox.png')
  await writeFile(path, await makeImage(1))
  return path
}

test('a job that reads many files has no listener for those it has read', async () => {
  const [path, reader, { signal }] = [await imageFile(), await openTestReader(), new AbortController()]
  for (const sha256 of ['1', '2', '3'].map((digit) => digit.repeat(64))) {
    expect(await reader.read('measure', { path, kind: 'image' }, { sha256, signal })).toMatchObject({
      width: expect.any(Number) as number,
    })
  }
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a reading that is cancelled while its note is written does not begin', async () => {
  const [path, reader, job] = [await imageFile(), await openTestReader(), new AbortController()]
  const options = { sha256: '4'.repeat(64), signal: job.signal }
  const reading = reader.read('measure', { path, kind: 'image' }, options)
  job.abort(new Error('The job was cancelled.'))
  await expect(reading).rejects.toThrow('The job was cancelled.')
})

test('the process learns nothing of our environment but where things are', async () => {
  const entry = join(await makeTempDir(), 'entry.mjs')
  await writeFile(entry, 'process.send(process.env)')
  for (const name of ['ATELIER_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN', 'DATABASE_URL'])
    vi.stubEnv(name, 'canary')
  vi.stubEnv('NODE_OPTIONS', '--trace-uncaught')
  const process = forkReader(pathToFileURL(entry))
  const learned = await new Promise((resolve) => process.onMessage(resolve))
  expect(JSON.stringify(learned)).not.toMatch(/canary|trace-uncaught/)
  expect(learned).toMatchObject({ PATH: expect.any(String) as string })
})
