/** The program for terminals and agents as a client starts it: a process with six variables of its environment. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { FROM_SOURCE, NODE_CACHE, startAgentsHost } from '#test/stand-ins/agents-host.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import manifest from '../../package.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, '../../electron/mcp/main.ts')
/** What the official SDK hands over of a client's environment, and nothing else (`DEFAULT_INHERITED_ENV_VARS`). */
const SIX = {
  HOME: process.env['HOME'] ?? '/',
  LOGNAME: 'fox',
  PATH: process.env['PATH'],
  SHELL: '/bin/sh',
  TERM: 'dumb',
  USER: 'fox',
}
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const isPosix = process.platform !== 'win32'
const noSignals = isPosix ? '' : ' (skipped: Windows has no signals)'

/** In a group of its own, by which whatever it leaves behind is found. */
function start(words: readonly string[], more: NodeJS.ProcessEnv = NODE_CACHE) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...(isPosix ? SIX : process.env), ...more },
    detached: isPosix,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = createInterface({ input: child.stdout })
  let ids = 0
  const ask = async (message: object): Promise<object> => {
    ids += 1
    const response = once(output, 'line')
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, ...message })}\n`)
    const [line] = (await response) as [string]
    return JSON.parse(line) as object
  }
  return { child, ask, errors: text(child.stderr), ended: once(child, 'exit') }
}

function groupOf({ pid = 0 }: ChildProcess): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** The names of its variables when it began; those of SIX where the system does not tell. */
async function variablesOf({ pid }: ChildProcess): Promise<readonly string[]> {
  if (process.platform !== 'linux') return Object.keys(SIX)
  const text = await readFile(`/proc/${pid}/environ`, 'utf8')
  return Array.from(text.matchAll(/([^=\0]+)=[^\0]*\0/gu), ([, name = '']) => name).toSorted()
}

slow('carries a client to the Atelier that runs, ends with its input, and leaves no process', async () => {
  const dataDir = await makeTempDir()
  const host = await startAgentsHost(FROM_SOURCE, dataDir)
  onTestFinished(() => host.close())
  const { child, ask, errors, ended } = start(['--mcp', '--data-dir', dataDir], {})
  expect(await variablesOf(child)).toEqual(Object.keys(SIX))
  expect(await ask(INITIALIZE)).toMatchObject({ result: { serverInfo: { name: 'atelier' } } })
  expect(await ask({ method: 'tools/list' })).toMatchObject({
    result: { tools: Array.from({ length: 11 }, () => expect.anything()) },
  })
  child.stdin.end()
  expect([await ended, await errors, host.ended]).toEqual([[0, null], '', false])
  expect(groupOf(child)).toBe(false)
})

/** A service manager in a folder for PATH; none runs and none is started, since there is no display. */
async function serviceManager(script: string) {
  const folder = await makeTempDir()
  await writeFile(join(folder, 'systemctl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { folder, PATH: `${folder}:${process.env['PATH']}` }
}

slow.skipIf(!isPosix)(`tells the agent and its log that there is no display${noSignals}`, async () => {
  const { folder, PATH } = await serviceManager('exit 1')
  const { child, ask, errors, ended } = start(['--mcp', '--data-dir', join(folder, 'data')], {
    ...NODE_CACHE,
    PATH,
  })
  const said = "Atelier isn't open, and there's no display to open it on. Ask the user to open Atelier."
  expect(await ask(INITIALIZE)).toMatchObject({ error: { message: said } })
  child.stdin.end()
  expect([await ended, await errors]).toEqual([[0, null], `${said}\n`])
})

slow.skipIf(!isPosix).each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  `ends with %s while it looks for Atelier, with all that it asks${noSignals}`,
  async (signal) => {
    const { folder, PATH } = await serviceManager('echo $$ > "$(dirname "$0")/pid"; exec sleep 1000')
    const { child, ended } = start(['--mcp', '--data-dir', join(folder, 'data')], { ...NODE_CACHE, PATH })
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...INITIALIZE })}\n`)
    await until(() => readFile(join(folder, 'pid'), 'utf8').catch(() => null))
    child.kill(signal)
    expect(await ended).toEqual([0, null])
    await until(() => !groupOf(child))
  },
)

test.skipIf(!isPosix)(`ends when its client reads no more${noSignals}`, async () => {
  const { folder, PATH } = await serviceManager('exit 1')
  const { child, ended } = start(['--mcp', '--data-dir', join(folder, 'data')], { ...NODE_CACHE, PATH })
  child.stdout.destroy()
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...INITIALIZE })}\n`)
  expect(await ended).toEqual([0, null])
})

slow('answers --version and --help, and refuses what it does not know', async () => {
  const run = async (...words: readonly string[]) => {
    const { child, errors, ended } = start(words)
    const said = text(child.stdout)
    return [(await ended)[0], await said, await errors]
  }
  expect(await run('--version')).toEqual([0, `${manifest.version}\n`, ''])
  expect(await run('--help')).toEqual([0, expect.stringContaining('atelier --mcp'), ''])
  expect(await run('--mcp', '--port', '1')).toEqual([
    2,
    '',
    expect.stringContaining("There's no argument --port."),
  ])
  expect(await run('--mcp', '--data-dir=')).toEqual([2, '', '--data-dir takes the path of a folder.\n'])
})
