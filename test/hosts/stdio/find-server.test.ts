import { written } from '#contract/messages/message.ts'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fail, type Result, succeed } from '#contract/errors.ts'
import {
  readServerFile,
  removeServerFile,
  writeServerFile,
  type ServerAddress,
  proofFor,
} from '#hosts/agents/server-file.ts'
import { createServerFinder, type OwnHost } from '#hosts/stdio/find-server.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const SECRET = 'secret-of-the-server-file-for-tests'
/** No process has it: it is above what Linux, macOS and Windows give. */
const NO_PID = 2 ** 31 - 2

/** A host that proves its secret and does nothing else. */
async function openHost(secret: string) {
  const asked: IncomingHttpHeaders[] = []
  const host = { origin: '', secret, asked }
  const server = createServer((request, response) => {
    asked.push(request.headers)
    const proof = proofFor(new Headers(request.headers as Record<string, string>), host.secret)
    response.writeHead(204, Object.fromEntries(proof?.headers ?? [])).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  host.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return host
}

async function openFinder(response?: Result<OwnHost>) {
  const dataDir = await makeTempDir()
  const host = await openHost(SECRET)
  const clock = createManualClock()
  const own = {
    started: 0,
    closed: 0,
    isStarting: false,
    isAskedEarly: false,
    closeForUser: async (): Promise<void> => undefined,
  }
  const server: ServerAddress = { origin: host.origin, secret: SECRET, pid: process.pid }
  const finder = createServerFinder({
    dataDir,
    clock,
    log: () => undefined,
    startHost: async (closeForUser) => {
      own.started += 1
      own.closeForUser = closeForUser
      if (response) return response
      own.isStarting = true
      await writeServerFile(dataDir, { ...server, closesForUser: true })
      own.isStarting = false
      if (own.isAskedEarly) void closeForUser()
      return succeed({
        close: async () => {
          own.closed += 1
          await removeServerFile(dataDir, SECRET)
        },
      })
    },
  })
  /** Lets the clock go on while it is looked for, but not while a file is written: a disk takes its own time. */
  const find = async (
    lost: ServerAddress | null = null,
    written?: Promise<void>,
  ): Promise<Result<ServerAddress>> => {
    let found: Result<ServerAddress> | null = null
    void finder.find(lost, new AbortController().signal).then((result) => (found = result))
    await written
    await until(() => {
      if (!own.isStarting) clock.advanceToNext(10, 1_000)
      return found !== null
    })
    return found ?? fail('internal', 'shared.invalid.unknown')
  }
  return { dataDir, server, host, own, finder, find }
}

test('leads to the Atelier that runs, and starts none beside it', async () => {
  const { dataDir, server, own, find } = await openFinder()
  await writeServerFile(dataDir, server)
  expect(await find()).toEqual(succeed(server))
  expect(own.started).toBe(0)
})

test('starts one where none runs, once, and ends it', async () => {
  const { own, finder, find } = await openFinder()
  expect(await find()).toMatchObject({ ok: true, data: { closesForUser: true } })
  expect(await find()).toMatchObject({ ok: true })
  await finder.close()
  expect(own).toMatchObject({ started: 1, closed: 1 })
})

test.each([
  ['whose process is gone', { pid: NO_PID }],
  ['where nobody listens', { origin: 'http://127.0.0.1:1' }],
  ['on another machine', { origin: 'http://192.0.2.1:80' }],
])('goes past a server %s', async (_, change) => {
  const { dataDir, server, own, find } = await openFinder()
  await writeServerFile(dataDir, { ...server, ...change })
  expect(await find()).toMatchObject({ ok: true, data: { origin: server.origin } })
  expect(own.started).toBe(1)
})

test('goes past somebody else at the port of a server, and tells them no token and no secret', async () => {
  const { dataDir, server, own, find } = await openFinder()
  const stranger = await openHost('what-a-stranger-takes-for-the-secret')
  await writeServerFile(dataDir, { ...server, origin: stranger.origin })
  expect(await find()).toMatchObject({ ok: true, data: { origin: server.origin } })
  expect(own.started).toBe(1)
  expect(stranger.asked.length).toBeGreaterThan(0)
  for (const headers of stranger.asked) {
    expect(headers.authorization).toBeUndefined()
    expect(JSON.stringify(headers)).not.toContain(SECRET)
  }
})

test('waits for the server of an Atelier that is starting, and says so when it stays closed', async () => {
  const { dataDir, server, own, find } = await openFinder(fail('conflict', written('held')))
  expect(await find()).toMatchObject({ ok: false, error: { id: 'agents.serverClosed' } })
  expect(await find(null, writeServerFile(dataDir, server))).toEqual(succeed(server))
  expect(own.started).toBeLessThan(20)
})

test('says what else keeps a host from starting', async () => {
  const { find } = await openFinder(fail('disk_full', written('The disk is full.')))
  expect(await find()).toEqual(fail('disk_full', written('The disk is full.')))
})

test('makes room for the Atelier that the user starts, and goes over to it', async () => {
  const { dataDir, server, host, own, find } = await openFinder()
  const first = await find()
  await own.closeForUser()
  host.secret = 'secret-of-the-host-the-user-started'
  const written = writeServerFile(dataDir, { ...server, secret: host.secret })
  expect(await find(first.ok ? first.data : null, written)).toMatchObject({
    ok: true,
    data: { secret: 'secret-of-the-host-the-user-started' },
  })
  expect(own).toMatchObject({ started: 1, closed: 1 })
})

test('makes room also where it is asked while it starts, and once', async () => {
  const { dataDir, server, host, own, finder, find } = await openFinder()
  own.isAskedEarly = true
  const replaced = until(() => own.closed > 0).then(() => {
    host.secret = 'secret-of-the-host-the-user-started'
    return writeServerFile(dataDir, { ...server, secret: host.secret })
  })
  expect(await find(null, replaced)).toMatchObject({ ok: true, data: { secret: host.secret } })
  await own.closeForUser()
  await finder.close()
  expect(own).toMatchObject({ started: 1, closed: 1 })
})

test.skipIf(process.platform === 'win32')("the server's file is the user's alone", async () => {
  const { dataDir, server } = await openFinder()
  const path = join(dataDir, 'agents-server.json')
  await writeServerFile(dataDir, server)
  await chmod(path, 0o644)
  await writeServerFile(dataDir, server)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a host removes its own file alone', async () => {
  const { dataDir, server } = await openFinder()
  await writeServerFile(dataDir, server)
  await removeServerFile(dataDir, 'secret-of-another-host-for-tests-too')
  expect(await readServerFile(dataDir)).toEqual(server)
  await removeServerFile(dataDir, SECRET)
  expect(await readServerFile(dataDir)).toBeNull()
})

test.each([
  '',
  '{',
  '[]',
  '{"origin":"http://127.0.0.1:80","secret":"short","pid":1}',
  `"${'x'.repeat(9_000)}"`,
])('reads no server in %j', async (text) => {
  const { dataDir } = await openFinder()
  await writeFile(join(dataDir, 'agents-server.json'), text)
  expect(await readServerFile(dataDir)).toBeNull()
})
