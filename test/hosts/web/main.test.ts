import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { readWebArguments } from '#hosts/web/arguments.ts'
import { slow } from '#test/stand-ins/scale.ts'

const ENTRY = join(import.meta.dirname, '../../../electron/hosts/web/main.ts')
const readyLine = z.strictObject({
  ready: z.literal(true),
  origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+$/),
  url: z.string(),
  token: z.string(),
  pid: z.int(),
})

function startHost(...args: readonly string[]) {
  const host = spawn(process.execPath, [ENTRY, '--no-open', '--no-local-service', ...args])
  onTestFinished(() => void host.kill('SIGKILL'))
  return host
}

async function runToEnd(...args: readonly string[]) {
  const host = startHost(...args)
  const ended = once(host, 'exit')
  const [out, sentence] = await Promise.all([text(host.stdout), text(host.stderr)])
  const [code] = await ended
  return { code, out, sentences: sentence.trim().split('\n') }
}

test('prints one ready line, answers, and ends cleanly when its terminal closes', async () => {
  const dataDir = await makeTempDir()
  const host = startHost('--data-dir', dataDir)
  const lines: string[] = []
  const output = createInterface({ input: host.stdout }).on('line', (line) => lines.push(line))
  await once(output, 'line')
  const { origin, url, token, pid } = readyLine.parse(JSON.parse(lines[0] ?? ''))
  expect(pid).toBe(host.pid)
  expect(url.startsWith(`${origin}/?token=`) && !url.includes(token)).toBe(true)
  const call = (route: string) =>
    fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
  expect(await (await call('app.info')).json()).toMatchObject({ ok: true, data: { host: 'web', dataDir } })
  expect((await fetch(url, { redirect: 'manual' })).status).toBe(303)
  const second = await runToEnd('--data-dir', dataDir)
  expect([second.code, second.out, second.sentences.length]).toEqual([1, '', 1])
  // By the system and by the shell.
  host.kill('SIGHUP')
  host.kill('SIGHUP')
  expect(await once(host, 'exit')).toEqual([0, null])
  expect(lines).toHaveLength(1)
  expect((await readdir(dataDir)).includes('logs')).toBe(true)
})

slow('ends with 2 and a sentence on a bad argument', async () => {
  expect(await runToEnd('--port', 'many')).toEqual({
    code: 2,
    out: '',
    sentences: ['--port takes a number from 0 to 65535, not “many”.'],
  })
})

slow.runIf(process.platform === 'linux')(
  'ends with 1 and a sentence when the folder cannot be made',
  async () => {
    expect(await runToEnd('--data-dir', '/proc/atelier')).toEqual({
      code: 1,
      out: '',
      sentences: [
        "Atelier can't write to the data folder /proc/atelier. Choose another one with --data-dir.",
      ],
    })
  },
)

slow('answers --version and --help on standard output, and makes no folder', async () => {
  const dataDir = join(await makeTempDir(), 'never made')
  const [version, help] = [
    await runToEnd('--version', '--data-dir', dataDir),
    await runToEnd('--help', '--data-dir', dataDir),
  ]
  expect([version, help]).toEqual([
    { code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), sentences: [''] },
    { code: 0, out: expect.stringContaining('--data-dir DIR'), sentences: [''] },
  ])
  expect(existsSync(dataDir)).toBe(false)
})

slow.runIf(process.platform !== 'win32')(
  'leaves a note of what ended it, without keys, and tells of it at the next start',
  async () => {
    const dataDir = await makeTempDir()
    const fault = join(await makeTempDir(), 'fault.mjs')
    const lines = `process.once('SIGUSR2', () => { throw new Error('Bearer CANARY-0123456789 refused') })`
    await writeFile(fault, lines)
    const broken = spawn(process.execPath, [
      `--import=${pathToFileURL(fault).href}`,
      ENTRY,
      '--no-open',
      '--no-local-service',
      '--data-dir',
      dataDir,
    ])
    onTestFinished(() => void broken.kill('SIGKILL'))
    await once(createInterface({ input: broken.stdout }), 'line')
    broken.kill('SIGUSR2')
    const [code] = await once(broken, 'exit')
    const folder = join(dataDir, 'logs')
    const notes = (await readdir(folder)).filter((name) => name.startsWith('crash-'))
    expect([code === 0, notes.length]).toEqual([false, 1])
    const note = await readFile(join(folder, notes[0] ?? ''), 'utf8')
    expect([note.includes('refused'), note.includes('CANARY')]).toEqual([true, false])

    const next = startHost('--data-dir', dataDir)
    const [line] = await once(createInterface({ input: next.stdout }), 'line')
    const { origin, token } = readyLine.parse(JSON.parse(String(line)))
    const response = await fetch(`${origin}/rpc/notices.list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ data: { items: [{ code: 'crashed' }] } })
    next.kill('SIGTERM')
    await once(next, 'exit')
  },
)

test('takes every argument, and has a default for each', () => {
  expect(readWebArguments([])).toEqual({
    ok: true,
    data: { port: 0, open: true, localService: true, samples: false },
  })
  const argv = ['--port', '8080', '--data-dir=/d', '--no-open', '--no-local-service', '--samples']
  expect(readWebArguments(argv)).toEqual({
    ok: true,
    data: { port: 8080, dataDir: '/d', open: false, localService: false, samples: true },
  })
})

test('takes the words that are answered in place of a start', () => {
  expect(readWebArguments(['--version'])).toMatchObject({ ok: true, data: { print: 'version' } })
  expect(readWebArguments(['--version', '-h'])).toMatchObject({ ok: true, data: { print: 'help' } })
})

test.each([
  [['--port', 'x']],
  [['--port', '65536']],
  [['--port', '-1']],
  [['--port=']],
  [['--port']],
  [['--data-dir=']],
  [['--data-dir']],
  [['--nope']],
  [['folder']],
])('refuses %j in one sentence', (argv) => {
  const result = readWebArguments(argv)
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(result.ok || result.error.id.includes('\n')).toBe(false)
})
