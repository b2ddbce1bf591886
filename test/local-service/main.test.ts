import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCommandLine } from '#local-service/command-line.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeFolder, startService } from './support/service.ts'

const main = fileURLToPath(new URL('../../electron/local-service/main.ts', import.meta.url))
const readyLine = z.object({
  ready: z.literal(true),
  baseUrl: z.url(),
  apiKey: z.string().startsWith('sample_'),
})

describe('the service as a program', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  const children: ChildProcessWithoutNullStreams[] = []
  beforeEach(async () => {
    folder = await makeFolder()
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    }
    await folder.remove()
  })

  function run(...args: string[]): ChildProcessWithoutNullStreams {
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, ATELIER_LOCAL_SERVICE_DATA_DIR: folder.path, NODE_OPTIONS: '' },
    })
    children.push(child)
    return child
  }

  async function ready(child: ChildProcessWithoutNullStreams): Promise<z.infer<typeof readyLine>> {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    return readyLine.parse(JSON.parse(line))
  }

  async function outcome(
    child: ChildProcessWithoutNullStreams,
  ): Promise<{ code: unknown; stdout: string; stderr: string }> {
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const [code] = (await once(child, 'close')) as [unknown]
    return { code, stdout, stderr }
  }

  slow.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'prints one line of JSON, serves, and ends cleanly at %s',
    async (signal) => {
      const child = run()
      const ended = outcome(child)
      const { baseUrl } = await ready(child)
      expect((await fetch(`${baseUrl}/ai/models`)).status).toBe(200)
      child.kill(signal)
      const { code, stdout, stderr } = await ended
      expect({ code, lines: stdout.trim().split('\n').length, stderr }).toEqual({
        code: 0,
        lines: 1,
        stderr: '',
      })
    },
  )

  slow('ends when stdin closes, if asked to', async () => {
    const child = run('--exit-with-parent')
    const ended = outcome(child)
    await ready(child)
    child.stdin.end()
    expect((await ended).code).toBe(0)
  })

  slow('refuses a wrong argument with one sentence and exit code 2', async () => {
    const { code, stdout, stderr } = await outcome(run('--port', 'many'))
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: '--port must be a whole number from 0 to 65535, not "many".\n',
    })
  })

  it.each([
    [['--port', '70000'], /^--port must be/u],
    [['--api-key', ''], /^--api-key must not be empty/u],
    [['--colour', 'red'], /^Unknown option '--colour'[^\n]*$/u],
    [['stray'], /^Unexpected argument 'stray'[^\n]*$/u],
    [['--key', 'a b'], /^--key must be NAME or NAME=KEY[^\n]*$/u],
    [['--key', 'ada='], /^--key must be NAME or NAME=KEY[^\n]*$/u],
    [['--key', 'local=mine'], /^--key must be .* not "local"\.$/u],
    [['--keep-days', '0'], /^--keep-days must be a number above 0, not "0"\.$/u],
    [['--keep-gb', 'much'], /^--keep-gb must be a number above 0, not "much"\.$/u],
  ])('finds the fault in %j', (args, message) => {
    expect(readCommandLine(args, {})).toEqual({
      kind: 'wrong',
      message: expect.stringMatching(message) as string,
    })
  })

  slow('knows further users, stores their keys, and prints none that were not asked for', async () => {
    const first = run('--key', 'ada', '--key', 'grace=secret-of-grace')
    const lines = createInterface(first.stdout)
    const [line] = (await once(lines, 'line')) as [string]
    const { keys } = z.object({ keys: z.record(z.string(), z.string()) }).parse(JSON.parse(line))
    expect(keys).toEqual({
      ada: expect.stringMatching(/^sample_\S{30,}$/u) as string,
      grace: 'secret-of-grace',
    })
    first.kill('SIGTERM')
    await once(first, 'exit')

    const second = run()
    const [next] = (await once(createInterface(second.stdout), 'line')) as [string]
    expect(Object.keys(JSON.parse(next) as object)).toEqual(['ready', 'baseUrl', 'apiKey'])
    const { baseUrl } = readyLine.parse(JSON.parse(next))
    for (const key of Object.values(keys)) {
      const headers = { Authorization: `Bearer ${key}` }
      expect((await fetch(`${baseUrl}/api/v1/task/none`, { headers })).status).toBe(404)
    }
  })

  slow('refuses two users with one key', async () => {
    const { code, stderr } = await outcome(run('--key', 'ada=same', '--key', 'grace=same'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The keys do not fit: the users "ada" and "grace" cannot have the same key\.\n$/u)
  })

  slow('says so when the folder is in use, the port is taken or the folder is a file', async () => {
    const other = await startService()
    try {
      const port = new URL(other.baseUrl).port
      const file = join(folder.path, 'file')
      await writeFile(file, '')
      const outcomes = await Promise.all([
        outcome(run('--data-dir', other.dataDir)),
        outcome(run('--port', port)),
        outcome(run('--data-dir', file)),
      ])
      expect(outcomes.map(({ code }) => code)).toEqual([1, 1, 1])
      const [inUse, taken, broken] = outcomes.map(({ stderr }) => stderr)
      expect(inUse).toMatch(/^The folder .* is in use by another sample service\.\n$/u)
      expect(taken).toMatch(/^Port \d+ is in use by another program; choose another or 0\.\n$/u)
      expect(broken).toMatch(/^The folder .* cannot be used: [^\n]*\n$/u)
    } finally {
      await other.stop()
    }
  })
})
