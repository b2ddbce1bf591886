import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile, readSupportLogs } from '#adapters/node/log-file.ts'
import { redact } from '#adapters/node/redact.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'

const clock = createManualClock(Date.UTC(2025, 0, 2, 3, 4, 5))

test('writes one dated line each, also after a restart', async () => {
  const dataDir = await makeTempDir()
  openLogFile(dataDir, clock)('one\nforged line')
  openLogFile(dataDir, clock)('two')
  expect(await readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8')).toBe(
    '2025-01-02T03:04:05.000Z one forged line\n2025-01-02T03:04:05.000Z two\n',
  )
})

test('keeps five files and drops the oldest lines', async () => {
  const dataDir = await makeTempDir()
  const log = openLogFile(dataDir, clock, 100)
  for (let line = 1; line <= 20; line += 1) log(`line ${line} ${'x'.repeat(60)}`)
  const names = (await readdir(join(dataDir, 'logs'))).toSorted()
  expect(names).toEqual(['atelier.1.log', 'atelier.2.log', 'atelier.3.log', 'atelier.4.log', 'atelier.log'])
  const newest = await readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8')
  const oldest = await readFile(join(dataDir, 'logs', 'atelier.4.log'), 'utf8')
  expect([newest.includes('line 20 '), oldest.includes('line 16 ')]).toEqual([true, true])
})

test('never takes the application down', async () => {
  const dataDir = await makeTempDir()
  await writeFile(join(dataDir, 'logs'), 'in the way')
  expect(() => openLogFile(dataDir, clock)('lost')).not.toThrow()
  await rm(join(dataDir, 'logs'))
  await mkdir(join(dataDir, 'logs', 'atelier.log'), { recursive: true })
  expect(() => openLogFile(dataDir, clock)('lost')).not.toThrow()
})

test.each([
  'Authorization: Bearer CANARY-0123',
  'authorization=CANARY',
  '{"apiKey":"CANARY"}',
  "api_key: 'CANARY'",
  'x-api-key: CANARY',
  'GET /?token=CANARY&x=1',
  'https://cdn.example/a.png?X-Amz-Signature=CANARY',
  'password = CANARY',
  'GET https://service.example/v1/models?key=CANARY&page=2',
  'https://cdn.example/a.png?se=1&sig=CANARY',
  'https://cdn.example/a.png?X-Amz-Credential=CANARY%2F2026',
  '{"authorization":"Key 0f8fad5b:CANARY"}',
  'Authorization: Token CANARY',
  'authorization: Basic CANARY',
  'cookie: theme=dark; atelier-4321=CANARY',
  'FAL_KEY=0f8fad5b:CANARY',
  'ATELIER_AGENT_TOKEN=CANARY',
  'the token atelier_0CANARY0123456789 is unknown',
  'used AIzaSyCANARY0123456789 today',
  'used r8_CANARY0123456789 today',
  'http://user:p@CANARY@proxy.example:8080 refused',
  'proxy http://user:CANARY@proxy.example:8080 refused',
  'used sk-CANARY0123456789 today',
  'jwt eyJCANARYabc.eyJCANARYdef.CANARYsignature',
])('takes the key out of %j', (line) => {
  expect(redact(line)).not.toContain('CANARY')
})

test('leaves an ordinary line alone', () => {
  for (const line of [
    'Task t_81 accepted as tsk_8f03 after 312 ms; the key was refused (401).',
    'The folder atelier_exports is gone; the basic idea of a token, a key and a cookie.',
    'https://service.example/v1/models?page=2&keys=3 answered 404',
  ])
    expect(redact(line)).toBe(line)
})

test('gives the newest notes and the end of the log, in whole lines and without keys', async () => {
  const dataDir = await makeTempDir()
  const folder = join(dataDir, 'logs')
  await mkdir(folder)
  const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line} token=CANARY`)
  await writeFile(join(folder, 'atelier.log'), lines.join('\n'))
  for (const time of [1, 2, 3, 4]) await writeFile(join(folder, `crash-${time}.txt`), `note ${time}\n`)
  await writeFile(join(folder, 'crash-x.txt'), 'not ours')
  const text = await readSupportLogs(dataDir)
  expect(text).toMatch(
    /^== crash-4\.txt\nnote 4\n\n== crash-3\.txt\nnote 3\n\n== crash-2\.txt\nnote 2\n\n== atelier/,
  )
  expect(text).toMatch(/== atelier\.log\nline \d+ token=\[removed\]\n/)
  expect(text.endsWith('line 4999 token=[removed]')).toBe(true)
  expect([text.includes('CANARY'), text.length < 60_000]).toEqual([false, true])
})

test('says that there is none', async () => {
  expect(await readSupportLogs(await makeTempDir())).toBe('There is no log.')
})

async function setUp() {
  const dataDir = await makeTempDir()
  const folder = join(dataDir, 'logs')
  const time = { now: Date.UTC(2025, 0, 2) }
  const open = () => openCrashNotes(dataDir, () => time.now, '1.2.3')
  return { dataDir, folder, time, open, notes: open() }
}

test('keeps what broke, without keys, and tells of it once', async () => {
  const { folder, time, open, notes } = await setUp()
  expect(notes.notice()).toBeNull()
  notes.keep('An error met nobody.', new Error('refused: Bearer CANARY-0123456789'))
  const [name = ''] = await readdir(folder)
  const text = await readFile(join(folder, name), 'utf8')
  expect(text).toMatch(
    /^2025-01-02T00:00:00.000Z Atelier 1\.2\.3\nAn error met nobody\.\nError: refused: Bearer/,
  )
  expect(text).not.toContain('CANARY')
  const next = open()
  expect(next.notice()).toMatchObject({ id: 'crash', message: { id: 'hosts.broke' } })
  expect(next.notice()).not.toBeNull()
  next.markRead()
  expect([open().notice(), await readdir(folder)]).toEqual([null, [`crash-${time.now}.txt`]])
})

test('keeps the five newest', async () => {
  const { folder, time, notes } = await setUp()
  for (let crash = 0; crash < 7; crash += 1) {
    time.now += 1_000
    notes.keep('again', 'x')
  }
  const names = (await readdir(folder)).toSorted()
  expect([names.length, names.at(-1)]).toEqual([5, `crash-${time.now}.unread.txt`])
})

test('writes no more than twenty in one run', async () => {
  const { folder, time, notes } = await setUp()
  const first = time.now
  for (let crash = 0; crash < 50; crash += 1) {
    time.now += 1
    notes.keep('again', 'x')
  }
  expect((await readdir(folder)).toSorted().at(-1)).toBe(`crash-${first + 20}.unread.txt`)
})

test('tells of a run that did not end, and not of one that did', async () => {
  const { open, notes, folder } = await setUp()
  await mkdir(folder)
  notes.begin()
  expect(open().notice()?.message.id).toBe('hosts.crashed')
  notes.end()
  expect(open().notice()).toBeNull()
})

test('never throws, whatever the disk says', async () => {
  const { dataDir, notes } = await setUp()
  await writeFile(join(dataDir, 'logs'), 'in the way')
  notes.keep('x', new Error('x'))
  notes.begin()
  notes.markRead()
  notes.end()
  expect(notes.notice()).toBeNull()
})
