/** Large images that come together are decoded within the memory that the process for it may take. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { forkReader, openReader } from '#core/reading/open-reader.ts'
import { openDatabase } from '#core/store/database.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** Beyond its memory the process ends itself (reader-guard-worker.ts), and another one would be started. */
test('six JPEGs of 39 million pixels at once end no process', async () => {
  const dataDir = await makeTempDir()
  const source = join(dataDir, 'large.jpg')
  const image = sharp({ create: { width: 7_000, height: 5_600, channels: 3, background: 'teal' } })
  await writeFile(
    source,
    await image.jpeg({ progressive: true, chromaSubsampling: '4:4:4', optimizeCoding: false }).toBuffer(),
  )
  const db = openDatabase(join(dataDir, 'library.db'))
  let starts = 0
  const lines: string[] = []
  const reader = await openReader({
    db,
    dataDir,
    clock: Date,
    spawn: (entry) => {
      starts++
      return forkReader(entry)
    },
    log: (line) => void lines.push(line),
  })
  onTestFinished(async () => {
    await reader.close()
    db.close()
  })
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, number) =>
      reader.read(
        'thumbnail',
        { source, target: join(dataDir, `${number}.webp`) },
        { sha256: String(number).repeat(64) },
      ),
    ),
  )
  expect(made).toEqual(Array.from({ length: 6 }, () => ({ hash: null })))
  expect(lines).toEqual([])
  expect(starts).toBe(1)
})
