/** What is found damaged before anything is written, and what is not damage: a newer schema, a lock, a refusing disk. */
import { cp, mkdir, readdir, readFile, rm, statfs, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '#core/store/database.ts'
import { openLibraryDatabase, readSubjects } from '#core/open-directory.ts'
import { inspectDatabase, type Inspected } from '#core/store/recovery/inspect.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'

async function validDirectory(): Promise<string> {
  const dataDir = await makeTempDir()
  const { db, close } = await openLibraryDatabase(dataDir, 0)
  db.durably(() => db.run("INSERT INTO facts (name, value) VALUES ('queue.paused', 'true')"))
  close(false)
  return dataDir
}

async function inspect(path: string): Promise<Inspected> {
  return inspectDatabase(path, (await readSubjects(dirname(path))).recoverable)
}

/** Changes the closed file, and answers what the inspection says of it. */
async function inspected(change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = join(await validDirectory(), 'library.db')
  await writeFile(path, change(await readFile(path)))
  try {
    await inspect(path)
    return 'valid'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const flipped = (at: number) => (bytes: Buffer) => {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x40, at)
  return bytes
}

test.each([
  0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 44, 47, 52, 55, 56, 59, 60, 62, 63, 64, 67, 68, 71, 72, 91,
])('finds byte %i of the header changed', async (at) => {
  expect(await inspected(flipped(at))).not.toBe('valid')
})

test('finds a file that was cut off, anywhere', async () => {
  for (const part of [0.1, 0.5, 0.9, 0.999]) {
    expect(await inspected((bytes) => bytes.subarray(0, Math.floor(bytes.length * part)))).not.toBe('valid')
  }
})

test('takes a valid file for valid, also with a log and with something behind its end', async () => {
  expect(await inspected((bytes) => bytes)).toBe('valid')
  expect(await inspected((bytes) => Buffer.concat([bytes, Buffer.alloc(5_000, 7)]))).toBe('valid')
  const dataDir = await validDirectory()
  const { db, close } = await openLibraryDatabase(dataDir, 0)
  for (let commit = 0; commit < 50; commit++)
    db.durably(() => db.run("INSERT OR REPLACE INTO facts (name, value) VALUES ('a', '1')"))
  const crashed = await makeTempDir()
  await cp(dataDir, crashed, { recursive: true })
  close(false)
  expect(await inspect(join(crashed, 'library.db'))).toEqual({ commits: 51, copiedAt: null })
})

test('finds a file that was cut off also when its log tells how long it is', async () => {
  const dataDir = await validDirectory()
  const { db, close } = await openLibraryDatabase(dataDir, 0)
  db.durably(() => db.run("INSERT INTO facts (name, value) VALUES ('a', '1')"))
  const crashed = await makeTempDir()
  await cp(dataDir, crashed, { recursive: true })
  close(false)
  const path = join(crashed, 'library.db')
  await truncate(path, 40 * 4096)
  await expect(inspect(path)).rejects.toThrow(/store\.damage\.end|malformed/)
})

test('changes nothing in what it looks at', async () => {
  const dataDir = await validDirectory()
  const path = join(dataDir, 'library.db')
  const database = new DatabaseSync(path)
  database.exec('DROP TABLE facts')
  const crashed = await makeTempDir()
  await cp(dataDir, crashed, { recursive: true })
  database.close()
  const read = async () => [
    await readFile(join(crashed, 'library.db')),
    await readFile(join(crashed, 'library.db-wal')),
  ]
  const before = await read()
  await expect(inspect(join(crashed, 'library.db'))).rejects.toThrow(/facts/)
  expect(await read()).toEqual(before)
})

test('never takes a damaged version for a newer Atelier, nor a newer one for damage', async () => {
  expect(await inspected(flipped(61))).toMatch(/version/)
  const dataDir = await validDirectory()
  const path = join(dataDir, 'library.db')
  const database = new DatabaseSync(path)
  database.exec("PRAGMA user_version = 77; UPDATE facts SET value = '77' WHERE name = 'schema.version'")
  database.close()
  const before = await readFile(path)
  await expect(openLibraryDatabase(dataDir, 0)).rejects.toThrow(/newer Atelier/)
  expect((await readFile(path)).equals(before)).toBe(true)
  expect((await readdir(dataDir)).filter((name) => name.includes('damaged'))).toEqual([])
})

test('moves nothing while the disk is full, and recovers when there is room', async (context) => {
  const dataDir = join(await makeTempDir(), 'data')
  await mkdir(dataDir)
  if (!tryTmpfs(dataDir, 'size=4m')) return context.skip('no small disk can be mounted here')
  const { close } = await openLibraryDatabase(dataDir, 0)
  close(false)
  const path = join(dataDir, 'library.db')
  const damaged = flipped(0)(await readFile(path))
  await writeFile(path, damaged)
  const { bavail, bsize } = await statfs(dataDir)
  await writeFile(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize, 1)).catch(() => undefined)
  await expect(openLibraryDatabase(dataDir, 0)).rejects.toThrow(/ENOSPC|full/)
  expect((await readdir(dataDir)).filter((name) => name.includes('.damaged-'))).toEqual([])
  expect((await readFile(path)).equals(damaged)).toBe(true)
  await rm(join(dataDir, 'ballast'))
  const recovered = await openLibraryDatabase(dataDir, 0)
  expect(recovered.db.get("SELECT value FROM facts WHERE name = 'rebuild.pending'")).not.toBeNull()
  recovered.close(false)
})

test('a valid database on a full disk is left where it is', async (context) => {
  const dataDir = join(await makeTempDir(), 'data')
  await mkdir(dataDir)
  if (!tryTmpfs(dataDir, 'size=4m')) return context.skip('no small disk can be mounted here')
  openDatabase(join(dataDir, 'library.db')).close()
  const before = await readFile(join(dataDir, 'library.db'))
  const { bavail, bsize } = await statfs(dataDir)
  await writeFile(join(dataDir, 'ballast'), Buffer.alloc(bavail * bsize, 1)).catch(() => undefined)
  const opened = await openLibraryDatabase(dataDir, 0).catch((error: unknown) => String(error))
  if (typeof opened !== 'string') opened.close(false)
  expect((await readFile(join(dataDir, 'library.db'))).equals(before)).toBe(true)
  expect((await readdir(dataDir)).filter((name) => /damaged|recovery|fresh/.test(name))).toEqual([])
})
