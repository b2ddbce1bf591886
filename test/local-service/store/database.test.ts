import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#local-service/store/database.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

it('opens the same database again, but not twice at once', async () => {
  const dataDir = await makeTempDir()
  const first = openDatabase(dataDir)
  expect(() => openDatabase(dataDir)).toThrow(/database is locked/u)
  first.close()
  openDatabase(dataDir).close()
})

it('refuses a database of another version and leaves it as it is', async () => {
  const dataDir = await makeTempDir()
  const later = new DatabaseSync(join(dataDir, 'service.db'))
  later.exec('PRAGMA user_version = 999; CREATE TABLE unheard_of (x TEXT)')
  later.close()
  expect(() => openDatabase(dataDir)).toThrow('its database was written by another version')
  const reopened = new DatabaseSync(join(dataDir, 'service.db'))
  onTestFinished(() => reopened.close())
  expect(reopened.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'unheard_of' }])
})
