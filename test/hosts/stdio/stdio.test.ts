import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readStdioArguments } from '#hosts/agents/stdio-arguments.ts'
import { FROM_SOURCE, NODE_CACHE, startAgentsHost } from '#test/stand-ins/agents-host.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

/** Whatever goes to standard output of the program by another way than its messages. */
const NOISE = 'data:text/javascript,setInterval(() => console.log("noise"), 50).unref()'

interface Result {
  readonly id: number
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

function startStdio(dataDir: string, env: NodeJS.ProcessEnv = {}, ...nodeArgs: readonly string[]) {
  const child = spawn(
    process.execPath,
    [...nodeArgs, FROM_SOURCE.stdio, '--no-local-service', '--data-dir', dataDir],
    { env: { ...process.env, ...NODE_CACHE, ...env } },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  let ids = 0
  const ask = async (message: object): Promise<Result> => {
    ids += 1
    const response = once(output, 'line')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, ...message })}\n`)
    const [line] = (await response) as [string]
    return JSON.parse(line) as Result
  }
  return { child, lines, ask }
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0]

slow('runs by itself where no Atelier does, says nothing but messages, and ends with its input', async () => {
  const dataDir = await makeTempDir()
  const { child, lines, ask } = startStdio(dataDir, {}, '--import', NOISE)
  const errors = text(child.stderr)
  expect(await ask(INITIALIZE)).toMatchObject({ id: 1, result: { serverInfo: { name: 'atelier' } } })
  expect((await ask({ method: 'tools/list' })).result?.['tools']).toHaveLength(11)
  const file = JSON.parse(await readFile(join(dataDir, 'agents-server.json'), 'utf8')) as object
  expect(file).toMatchObject({ pid: child.pid, closesForUser: true })
  child.stdin.end()
  expect(await exitOf(child)).toBe(0)
  expect([lines.length, existsSync(join(dataDir, 'agents-server.json'))]).toEqual([2, false])
  expect(await errors).toContain('noise')
})

slow(
  'makes room for the Atelier that the user starts, goes over to it, and ends when it is asked to',
  async () => {
    const dataDir = await makeTempDir()
    const { child, ask } = startStdio(dataDir)
    await ask(INITIALIZE)
    const host = await startAgentsHost(FROM_SOURCE, dataDir)
    expect(await ask({ method: 'tools/list' })).toMatchObject({ result: { tools: expect.anything() } })
    expect((await host.call('agents.list', {})).items[0]).toMatchObject({
      isAnonymous: true,
      lastUsedAt: expect.any(Number),
    })
    const ended = exitOf(child)
    child.kill('SIGTERM')
    expect([await ended, host.ended]).toEqual([0, false])
    await host.close()
  },
)

slow('has the time zone of the Atelier that the user started last, not that of the agent', async () => {
  const dataDir = await makeTempDir()
  const zone = (): unknown => {
    const db = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
    const row = db.prepare("SELECT value FROM facts WHERE name = 'queue.zone'").get()
    db.close()
    return row?.['value']
  }
  const host = await startAgentsHost(FROM_SOURCE, dataDir)
  await host.close()
  const before = zone()
  expect(before).toEqual(expect.any(String))
  const { child, ask } = startStdio(dataDir, { TZ: 'Pacific/Kiritimati' })
  await ask(INITIALIZE)
  child.stdin.end()
  expect(await exitOf(child)).toBe(0)
  expect(zone()).toBe(before)
})

test.each([
  [[], { dataDir: undefined, localService: true }],
  [['--data-dir=/d', '--no-local-service'], { dataDir: '/d', localService: false }],
  [['--help'], { print: 'help' }],
  [['--version'], { print: 'version' }],
])('takes %j', (argv, data) => {
  expect(readStdioArguments(argv)).toMatchObject({ ok: true, data })
})

test.each([[['--data-dir=']], [['--port', '1']], [['folder']]])('refuses %j in one sentence', (argv) => {
  const result = readStdioArguments(argv)
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(result.ok || result.error.id.includes('\n')).toBe(false)
})
