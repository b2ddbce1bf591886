/** What reads files from outside, on a database and a folder of its own. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openReader } from '#core/reading/open-reader.ts'
import type { Reader } from '#core/reading/reader.ts'
import { openDatabase } from '#core/store/database.ts'
import { sharedReader } from './shared-reader.ts'
import { makeTempDir } from './temp-dir.ts'

export async function openTestReader(patience = 1): Promise<Reader> {
  const dataDir = await makeTempDir()
  const db = openDatabase(join(dataDir, 'library.db'))
  const log = () => undefined
  const reader = await openReader({ db, dataDir, clock: Date, spawn: sharedReader, log, patience })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  return reader
}
