import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile, readSupportLogs } from '#adapters/node/log-file.ts'
import { redact } from '#adapters/node/redact.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

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
  'proxy http://user:CANARY@proxy.example:8080 refused',
  'used sk-CANARY0123456789 today',
  'jwt eyJCANARYabc.eyJCANARYdef.CANARYsignature',
])('takes the key out of %j', (line) => {
  expect(redact(line)).not.toContain('CANARY')
})

test('leaves an ordinary line alone', () => {
  const line = 'Task t_81 accepted as tsk_8f03 after 312 ms; the key was refused (401).'
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
