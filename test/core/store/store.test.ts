/** Opening a data directory: one Atelier at a time, in a directory that can be written, with a schema it knows. */
import { say } from '#test/stand-ins/say.ts'
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile, open, cp } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/store/database.ts'
import { openDirectory } from '#core/open-directory.ts'
import { MIGRATIONS } from '#core/store/migrations.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { diskFailure, DiskRefusal, fileFailure, onDisk, probeDisk } from '#core/store/disk-errors.ts'
import { writeFileDurably } from '#core/store/files.ts'
import { join } from 'node:path'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp, REQUEST } from '#test/stand-ins/test-app.ts'

test('opens a directory for one Atelier at a time, and says so to the second', async () => {
  const app = await openTestApp()
  const before = await readFile(join(app.dataDir, 'library.db'))
  const second = await openDirectory(app.dataDir, app.clock)
  expect(second).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(second.ok ? '' : say(second.error)).toMatch(/already running .+ Quit it first/)
  expect((await readFile(join(app.dataDir, 'library.db'))).equals(before)).toBe(true)
  await app.close()
  const third = await openDirectory(app.dataDir, app.clock)
  expect(third.ok).toBe(true)
  if (third.ok) {
    third.data.release(false)
  }
})

test('holds the directory against another process too, and lets go when that one dies', async () => {
  const dataDir = await makeTempDir()
  const hold = `const {DatabaseSync}=require('node:sqlite');const d=new DatabaseSync(process.argv[1]);
    d.exec('BEGIN EXCLUSIVE');process.kill(process.pid,'SIGKILL')`
  expect(() =>
    execFileSync(process.execPath, ['-e', hold, join(dataDir, '.lock')], { stdio: 'ignore' }),
  ).toThrow(/Command failed|SIGKILL/)
  const app = await openTestApp({ dataDir })
  const ask = `const {DatabaseSync}=require('node:sqlite');const d=new DatabaseSync(process.argv[1]);
    try{d.exec('BEGIN EXCLUSIVE');console.log('taken')}catch{console.log('held')}`
  const response = execFileSync(process.execPath, ['-e', ask, join(app.dataDir, '.lock')], {
    encoding: 'utf8',
  })
  expect(response.trim()).toBe('held')
})

test('refuses a database of a newer Atelier and leaves it as it is', async () => {
  const dataDir = await makeTempDir()
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  database.exec('PRAGMA user_version = 9999; CREATE TABLE theirs (x)')
  database.close()
  const opened = await openDirectory(dataDir, createManualClock())
  expect(opened).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(opened.ok ? '' : say(opened.error)).toMatch(/newer version of Atelier/)
  const after = new DatabaseSync(join(dataDir, 'library.db'))
  expect(after.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()).toEqual([
    { name: 'theirs' },
  ])
  after.close()
  const again = await openDirectory(dataDir, createManualClock())
  expect(again.ok).toBe(false)
})

test('takes an older database that another program holds for locked, not for damaged', async () => {
  const dataDir = await makeTempDir()
  const path = join(dataDir, 'library.db')
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  const older = MIGRATIONS.slice(0, -1)
  other.exec(`PRAGMA journal_mode = WAL; ${older.join(';')}; PRAGMA user_version = ${older.length}`)
  other.exec('PRAGMA wal_checkpoint; BEGIN IMMEDIATE')
  expect(await openDirectory(dataDir, createManualClock())).toMatchObject({
    ok: false,
    error: { id: 'store.cannotOpen', values: { said: 'database is locked' } },
  })
  expect((await readdir(dataDir)).filter((name) => name.includes('damaged'))).toEqual([])
  other.exec('ROLLBACK')
  const opened = await openDirectory(dataDir, createManualClock())
  expect(opened.ok).toBe(true)
  if (opened.ok) opened.data.release(false)
})

test('sets a file aside that is no database, byte for byte', async () => {
  const dataDir = await makeTempDir()
  const noise = Buffer.alloc(8_192, 'not a database ')
  await writeFile(join(dataDir, 'library.db'), noise)
  const opened = await openDirectory(dataDir, createManualClock())
  expect(opened.ok).toBe(true)
  if (opened.ok) opened.data.release(false)
  const [aside = ''] = (await readdir(dataDir)).filter((name) =>
    name.startsWith('library.db.damaged-20250701T'),
  )
  expect((await readFile(join(dataDir, aside))).equals(noise)).toBe(true)
})

test('makes the lock anew when its file is damaged, and still lets only one in', async () => {
  const dataDir = await makeTempDir()
  await writeFile(join(dataDir, '.lock'), 'not a database '.repeat(600))
  const app = await openTestApp({ dataDir })
  expect(await openDirectory(dataDir, app.clock)).toMatchObject({ ok: false, error: { code: 'conflict' } })
})

test('brings an empty database to the newest version', async () => {
  const database = openDatabase(join(await makeTempDir(), 'x.db'))
  expect(database.get('PRAGMA user_version')).toEqual({ user_version: MIGRATIONS.length })
  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 })
  database.close()
})

test('commits all of a transaction or nothing, also when it is nested', async () => {
  const database = openDatabase(join(await makeTempDir(), 'x.db'))
  onTestFinished(() => database.close())
  const write = (name: string) => database.run('INSERT INTO facts (name, value) VALUES (?, ?)', name, '1')
  // What the database notes of itself has a name of more letters.
  const names = () => database.all("SELECT name FROM facts WHERE name GLOB '[a-z]'").map((row) => row['name'])
  expect(() =>
    database.transaction(() => {
      write('a')
      database.transaction(() => write('b'))
      throw new Error('changed my mind')
    }),
  ).toThrow('changed my mind')
  expect(names()).toEqual([])
  database.durably(() => write('c'))
  expect(names()).toEqual(['c'])
})

test('commits durably with a full sync, and only then', async () => {
  const database = openDatabase(join(await makeTempDir(), 'x.db'))
  onTestFinished(() => database.close())
  const sync = () => database.get('PRAGMA synchronous')?.['synchronous']
  expect([sync(), database.durably(sync), sync()]).toEqual([1, 2, 1])
  expect(() => database.transaction(() => database.durably(sync))).toThrow(/part of another transaction/)
  expect(() =>
    database.durably(() => {
      throw new Error('x')
    }),
  ).toThrow('x')
  expect(sync()).toBe(1)
})

test('says that a file is in the way of the directory', async () => {
  const dir = await makeTempDir()
  await writeFile(join(dir, 'file'), '')
  for (const dataDir of [join(dir, 'file'), join(dir, 'file', 'inside')]) {
    const opened = await openDirectory(dataDir, createManualClock())
    expect(opened).toMatchObject({ ok: false, error: { code: 'disk_error' } })
    expect(opened.ok ? '' : say(opened.error)).toMatch(
      /can't use the data folder.+file where a folder is needed/,
    )
  }
})

test('says that the directory cannot be written', async (context) => {
  const dir = await makeTempDir()
  const dataDir = join(dir, 'data')
  await mkdir(dataDir)
  if (process.getuid?.() === 0) {
    if (!tryTmpfs(dataDir, 'size=1m,ro'))
      return context.skip('root may write everywhere, and nothing can be mounted here')
  } else {
    await chmod(dataDir, 0o500)
    onTestFinished(() => chmod(dataDir, 0o700))
  }
  expect(await openDirectory(dataDir, createManualClock())).toMatchObject({
    ok: false,
    error: { code: 'disk_error' },
  })
})

const withCode = (code: string) => Object.assign(new Error(`${code}: no, write '/home/someone/x'`), { code })

test('tells a disk that refuses from every other error', () => {
  expect(diskFailure(withCode('ENOSPC'))).toMatchObject({ code: 'disk_full' })
  expect(diskFailure(withCode('EDQUOT'))).toMatchObject({ code: 'disk_full' })
  expect(diskFailure(withCode('EIO'))).toMatchObject({ code: 'disk_error' })
  expect(diskFailure(withCode('EROFS'))?.id).not.toContain('/home/')
  expect(diskFailure(withCode('ENOENT'))).toBeNull()
  expect(diskFailure(Object.assign(new Error('full'), { errcode: 13 }))).toMatchObject({ code: 'disk_full' })
  expect(diskFailure('ENOSPC')).toBeNull()
})

test('takes any operation that fails for the disk only where files alone are touched', async () => {
  const missing = join(await makeTempDir(), 'missing', 'file')
  const error: unknown = await open(missing, 'w').catch((reason: unknown) => reason)
  expect(diskFailure(error)).toBeNull()
  const failure = fileFailure(error)
  expect(failure).toMatchObject({ code: 'disk_error' })
  expect(failure && say(failure)).toContain('ENOENT')
  expect(JSON.stringify(failure)).not.toContain(missing)
  await expect(onDisk(open(missing, 'w'))).rejects.toBeInstanceOf(DiskRefusal)
  // As the process that reads files passes it on.
  expect(fileFailure(withCode('EBUSY'))).toMatchObject({ code: 'disk_error' })
  expect(fileFailure(withCode('ERR_OUT_OF_RANGE'))).toBeNull()
})

test('leaves an error of another kind as it is', async () => {
  const error = new TypeError('x is not a function')
  expect(fileFailure(error)).toBeNull()
  await expect(onDisk(Promise.reject(error))).rejects.toBe(error)
})

test('finds out whether a disk takes anything, and whether there is room for it', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'probe')
  expect(await probeDisk(path, 1_000)).toBeNull()
  expect(await probeDisk(path, Number.MAX_SAFE_INTEGER)).toMatchObject({ code: 'disk_full' })
  expect(await probeDisk(join(folder, 'missing', 'probe'), 0)).toMatchObject({ code: 'disk_error' })
})

test('many writers of one file all succeed, one of them whole, and leave nothing beside it', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'deep', 'file.bin')
  const bodies = Array.from({ length: 20 }, (_, number) => String(number).repeat(100_000))
  await Promise.all(bodies.map((body) => writeFileDurably(path, body)))
  expect(bodies).toContain(await readFile(path, 'utf8'))
  expect(await readdir(join(folder, 'deep'))).toEqual(['file.bin'])
})

test('a write that fails leaves what was there, and nothing beside it', async () => {
  const folder = await makeTempDir()
  await mkdir(join(folder, 'taken'))
  await expect(writeFileDurably(join(folder, 'taken'), 'x')).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['taken'])
})

test('opens it again with what was in it, and calls it neither damaged nor repaired', async () => {
  const first = await openTestApp()
  await first.ask('queue.pause', {})
  const { tasks } = await first.ask('tasks.submit', { requests: [REQUEST] })
  // What a crash leaves: the files of this moment, without a goodbye.
  const dataDir = join(await makeTempDir(), 'after the crash')
  await cp(first.dataDir, dataDir, { recursive: true })
  const again = await openTestApp({ dataDir })
  expect((await again.ask('notices.list', {})).items).toEqual([])
  expect((await again.ask('tasks.list', {})).items.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id))
})
