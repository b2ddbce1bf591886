/** A library whose very first session ends in a crash: nothing has been worked from the log into the file by then. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp, REQUEST } from '#test/stand-ins/test-app.ts'

test('opens it again with what was in it, and calls it neither damaged nor repaired', async () => {
  const first = await openTestApp()
  await first.ask('queue.pause', {})
  const { tasks } = await first.ask('tasks.submit', { requests: [REQUEST] })
  // What a crash leaves: the files of this moment, without a goodbye.
  const dataDir = join(await makeTempDir(), 'after the crash')
  await cp(first.dataDir, dataDir, { recursive: true })
  const again = await openTestApp({ dataDir })
  expect((await again.ask('notices.list', {})).items).toEqual([])
  expect((await again.ask('tasks.list', {})).items.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
})
