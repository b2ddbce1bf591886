/** Which contents the library has no copy of, and where they lie: from the files of other tools that stayed in place. */
import type { Database } from '../../store/database.ts'
import { selectNumber } from '../../store/reader.ts'
import type { OutsideFiles } from './media-folder.ts'

export function createOutsideFiles(db: Database): OutsideFiles {
  // Most libraries have none, and are asked at every tile.
  let mayHaveAny = selectNumber(db, 'SELECT EXISTS (SELECT 1 FROM archive_files WHERE in_place = 1)') === 1
  return {
    find: (sha256) => (mayHaveAny ? outsidePathOf(db, sha256) : null),
    noted: () => {
      mayHaveAny = true
    },
    forget: (sha256) => {
      if (mayHaveAny)
        db.run('UPDATE archive_files SET in_place = 0 WHERE sha256 = ? AND in_place = 1', sha256)
    },
  }
}

/** Null for a content that the library holds itself. */
export function outsidePathOf(db: Database, sha256: string): string | null {
  const row = db.get('SELECT path FROM archive_files WHERE sha256 = ? AND in_place = 1 LIMIT 1', sha256)
  return row ? String(row['path']) : null
}
