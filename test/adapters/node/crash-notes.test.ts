import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

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
  expect(next.notice()).toMatchObject({ id: 'crash', message: expect.stringContaining('broke last time') })
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
  expect(open().notice()?.message).toContain('did not end properly')
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
