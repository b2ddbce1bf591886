/** The Atelier that the user starts gets the data directory from the host of an agent. */
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { written } from '#contract/messages/message.ts'
import type { App, AppOptions } from '#core/app.ts'
import { openBeforeAgents } from '#hosts/agents/close-for-user.ts'
import { writeServerFile } from '#hosts/agents/server-file.ts'
import { listen } from '#test/stand-ins/loopback.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const SECRET = 'secret-of-the-server-file-for-tests'

/** A host that hears the first request to close and does nothing, as one that is starting may. */
async function openDeafHost(closesForUser: boolean) {
  const dataDir = await makeTempDir()
  const asked: (string | undefined)[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers.authorization)
    response.end('{}')
  })
  const { origin, close } = await listen(server)
  onTestFinished(close)
  await writeServerFile(dataDir, { origin, secret: SECRET, pid: process.pid, closesForUser })
  const app = {} as App
  const openApp = openBeforeAgents(async () =>
    asked.length < 2 ? fail('conflict', written('held')) : succeed(app),
  )
  return { asked, app, open: () => openApp({ dataDir } as AppOptions) }
}

test('asks again until the directory is free', async () => {
  const { asked, app, open } = await openDeafHost(true)
  expect(await open()).toEqual(succeed(app))
  expect(asked).toEqual([`Bearer ${SECRET}`, `Bearer ${SECRET}`])
})

test('asks nothing of an Atelier that the user started', async () => {
  const { asked, open } = await openDeafHost(false)
  expect(await open()).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(asked).toEqual([])
})
