/** An older library.db takes the place of the latest: what was sent is known by its tasks, and nothing else is believed. */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { actsOf, dataOf, openWithAgent } from './agent-house.ts'

test('sends no quote again, expires what was open, and gives nobody a budget', async () => {
  const { app, agentId, token, quote } = await openWithAgent({ requestsPerDay: 5 })
  await app.ask('queue.pause', {})
  const [sent, open] = [await quote(2), await quote()]
  await app.close()
  const older = join(await makeTempDir(), 'library.db')
  const path = join(app.dataDir, 'library.db')
  await cp(path, older)
  const second = await app.reopen({ clock: app.clock })
  const before = dataOf(actsOf(second, agentId).generate(sent.quoteId))
  await second.close()
  for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
  await cp(older, path)
  const third = await second.reopen()
  expect(third.app.agents.identify(token)).toMatchObject({ agentId })
  const { generate } = actsOf(third, agentId)
  const ids = (generated: typeof before) =>
    generated.state === 'sent' ? generated.tasks.map(({ id }) => id) : []
  expect(ids(before)).toHaveLength(2)
  expect(ids(dataOf(generate(sent.quoteId)))).toEqual(ids(before))
  expect(generate(open.quoteId)).toMatchObject({ ok: false, error: { code: 'conflict', charged: 'no' } })
  expect((await third.ask('tasks.list', {})).items.map((task) => task.agentId)).toEqual([agentId, agentId])
  expect((await third.ask('agents.list', {})).items).toMatchObject([{ budget: { requestsPerDay: 0 } }])
})
