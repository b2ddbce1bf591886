/** A library with assets in it, without any service: files published straight into it. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { createEventBus } from '#core/calls/events.ts'
import type { NewAsset } from '#core/library/assets/add-asset.ts'
import { createBackgroundQueue } from '#core/library/background-queue.ts'
import { createLibrary, type Library } from '#core/library/library.ts'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'
import { createOutsideFiles } from '#core/library/assets/outside-files.ts'
import type { LibraryQuery } from '#core/library/assets/asset-store.ts'
import { createTrash } from '#core/library/maintenance/trash.ts'
import { openReader } from '#core/open-reader.ts'
import { sniff } from '#core/media/sniff.ts'
import { openDatabase, type Database } from '#core/store/database.ts'
import type { KeyedLock } from '#core/store/keyed-lock.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { createManualClock, type ManualClock } from '#test/stand-ins/manual-clock.ts'
import { sharedReader } from '#test/stand-ins/shared-reader.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

export interface TestLibrary {
  readonly library: Library
  readonly db: Database
  readonly dataDir: string
  readonly clock: ManualClock
  readonly logLines: readonly string[]
  /** Adds an image, another one for every number, a minute after the one before. */
  add(number: number, facts?: Partial<NewAsset['facts']>): Promise<Asset>
  addBytes(bytes: Uint8Array, facts?: Partial<NewAsset['facts']>): Promise<Asset>
  prompts(query: LibraryQuery): Promise<(string | undefined)[]>
  close(): Promise<void>
}

export async function openTestLibrary(dir?: string): Promise<TestLibrary> {
  const dataDir = dir ?? (await makeTempDir())
  const db = openDatabase(join(dataDir, 'library.db'))
  const clock = createManualClock()
  const logLines: string[] = []
  const log = (line: string) => void logLines.push(line)
  const media = await openMediaFolder(dataDir, createOutsideFiles(db))
  const reader = await openReader({ db, dataDir, clock, spawn: sharedReader, log })
  const events = createEventBus(log)
  const library = createLibrary({ dataDir, db, clock, events, log }, media, reader)
  let closed = false
  let added = 0
  const addBytes: TestLibrary['addBytes'] = async (bytes, facts = {}) => {
    clock.advance(60_000)
    const path = media.partPath(`test-${added++}`)
    await writeFile(path, bytes)
    const sniffed = await sniff(bytes)
    if (sniffed.kind !== 'known') throw new Error('The bytes are of no known kind.')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return library.add({
      file: { path, sha256, sizeBytes: bytes.byteLength, type: sniffed.type },
      facts: {
        taskId: `task-${added}`,
        place: 0,
        mediaType: 'image',
        provider: 'stand-in',
        model: 'sample',
        scene: 'text-to-image',
        options: {},
        ...facts,
      },
    })
  }
  const close = async () => {
    if (closed) return
    closed = true
    reader.endSoon()
    await library.close()
    await reader.close()
    db.close()
  }
  onTestFinished(close)
  return {
    library,
    db,
    dataDir,
    clock,
    logLines,
    addBytes,
    add: async (number, facts) => addBytes(await makeImage(number), facts),
    prompts: async (query) => {
      const page = await library.search.query(query)
      if (!page.ok) throw new Error(page.error.id)
      return page.data.items.map(({ prompt }) => prompt)
    },
    close,
  }
}

export async function emptyTrash({ clock, db, library }: TestLibrary): Promise<void> {
  const log = () => undefined
  const maintenanceQueue = createBackgroundQueue(log)
  const trash = createTrash({ ...library, db, clock, log, events: createEventBus(log), maintenanceQueue })
  await trash.empty()
  await trash.close()
}

/** The same while something else is under way: `begin` resolves when it is done, or waits for whoever holds the content. */
export function deleteMeanwhile(test: TestLibrary) {
  const asked = Promise.withResolvers<void>()
  let isDeleting = false
  let ended: Promise<void> | undefined
  const hold: KeyedLock['hold'] = (key, work) => {
    asked.resolve()
    return test.library.contents.hold(key, () => {
      isDeleting = true
      return work()
    })
  }
  return {
    begin: async (): Promise<void> => {
      ended ??= emptyTrash({ ...test, library: { ...test.library, contents: { hold } } })
      await asked.promise
      await setImmediate()
      if (isDeleting) await ended
    },
    ended: (): Promise<void> | undefined => ended,
  }
}
