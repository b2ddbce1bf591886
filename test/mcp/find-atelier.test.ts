import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fail, type Failure, type Result, succeed } from '#contract/errors.ts'
import { proofFor, removeServerFile, writeServerFile } from '#hosts/agents/server-file.ts'
import { createAtelierFinder } from '#mcp/find-atelier.ts'
import type { Started } from '#mcp/start-program.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const SECRET = 'secret-of-the-server-file-for-tests'
const { signal } = new AbortController()

/** An Atelier whose server proves itself as soon as its file is written. */
async function openAtelier() {
  const dataDir = await makeTempDir()
  const server = createServer((request, response) => {
    const proof = proofFor(new Headers(request.headers as Record<string, string>), SECRET)
    response.writeHead(204, Object.fromEntries(proof?.headers ?? [])).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const address = { origin, secret: SECRET, pid: process.pid }
  return { dataDir, address, announce: () => writeServerFile(dataDir, address) }
}

function openFinder(dataDir: string, start: () => Promise<Result<Started>>) {
  const failures: Failure[] = []
  const count = { starts: 0 }
  const finder = createAtelierFinder({
    dataDir,
    start: async () => {
      count.starts += 1
      return start()
    },
    onFailure: (failure) => void failures.push(failure),
    startingMs: 300,
    runningMs: 300,
  })
  return { find: (abort = signal) => finder.find(null, abort), failures, count }
}

const runs = (exitCode: number | null) => succeed({ exitCode: () => exitCode })

test('leads to the Atelier that runs, and starts nothing', async () => {
  const { dataDir, address, announce } = await openAtelier()
  await announce()
  const { find, count } = openFinder(dataDir, async () => runs(null))
  expect([await find(), count.starts]).toEqual([succeed(address), 0])
})

test('starts Atelier once where none runs, and leaves it to the user', async () => {
  const { dataDir, address, announce } = await openAtelier()
  const { find, count } = openFinder(dataDir, async () => {
    await announce()
    return runs(null)
  })
  expect([await find(), await find(), count.starts]).toEqual([succeed(address), succeed(address), 1])
  await removeServerFile(dataDir, SECRET)
  expect([await find(), count.starts]).toEqual([succeed(address), 2])
})

test.each([
  ['one that runs lets no agent in', 0, 'agents.serverClosed'],
  ['one that was started does not', null, 'agents.serverClosed'],
  ['it ends at once', 133, 'agents.programEnded'],
] as const)('says so where %s', async (_how, exitCode, id) => {
  const { dataDir } = await openAtelier()
  const { find, failures } = openFinder(dataDir, async () => runs(exitCode))
  expect(await find()).toMatchObject({ ok: false, error: { id } })
  expect(failures.map((failure) => failure.id)).toEqual([id])
})

test('says what keeps it from being started', async () => {
  const { dataDir } = await openAtelier()
  const { find, failures, count } = openFinder(dataDir, async () =>
    fail('not_available_here', 'agents.noDisplay'),
  )
  expect(await find()).toMatchObject({ ok: false, error: { id: 'agents.noDisplay' } })
  expect([failures.length, count.starts]).toEqual([1, 1])
})

test('gives up with its client, and says nothing', async () => {
  const { dataDir } = await openAtelier()
  const { find, failures } = openFinder(dataDir, async () => runs(null))
  const leaving = new AbortController()
  const found = find(leaving.signal)
  leaving.abort()
  expect([(await found).ok, failures]).toEqual([false, []])
})
