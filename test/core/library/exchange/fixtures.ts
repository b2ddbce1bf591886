/** A library with its export and import around it, and what a user would wait for. */
import { say } from '#test/stand-ins/say.ts'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Result } from '#contract/errors.ts'
import type { Asset, Job } from '#contract/library.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createJobs, type Jobs } from '#core/jobs/jobs.ts'
import { createExporter, type Exporter } from '#core/library/exchange/export-library.ts'
import { createExportsFolder, type ExportsFolder } from '#core/library/exchange/exports-folder.ts'
import { createImporter, type Importer } from '#core/library/exchange/import-library.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import type { Shell } from '#core/ports/shell.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { openTestLibrary, type TestLibrary } from '../fixtures.ts'

export interface Exchange extends TestLibrary {
  readonly exporter: Exporter
  readonly exports: ExportsFolder
  readonly importer: Importer
  readonly jobs: Jobs
  ended(started: Promise<Result<Job>>): Promise<Job>
  /** Every asset, newest first, also those in the trash. */
  assets(): Asset[]
}

export async function openExchange(shell?: Shell, dir?: string): Promise<Exchange> {
  const dataDir = join(dir ?? (await makeTempDir()), 'data')
  await mkdir(dataDir, { recursive: true })
  const inside = await openTestLibrary(dataDir)
  const { library, db, clock } = inside
  const jobs = createJobs(
    createEventBus(() => undefined),
    clock,
    say,
    () => undefined,
  )
  onTestFinished(() => jobs.close())
  const exports = createExportsFolder(dataDir)
  return {
    ...inside,
    jobs,
    exports,
    exporter: createExporter({
      library,
      jobs,
      clock,
      exports,
      version: '1.2.3',
      shell,
    }),
    importer: createImporter({ library, jobs, clock, db, shell, watchdog: NO_WATCHDOG }),
    ended: async (started) => {
      const response = await started
      if (!response.ok) throw new Error(response.error.id)
      return until(() => jobs.list().find(({ id, state }) => id === response.data.id && state !== 'running'))
    },
    assets: () =>
      [...library.store.each()]
        .toSorted((one, other) => other.createdAt - one.createdAt)
        .map(({ seq: _seq, place: _place, extension: _extension, ...asset }) => asset),
  }
}

/** The files by name. @throws Error where a length, a checksum or a name does not agree. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const count = zip.readUInt16LE(end + 10)
  const files = new Map<string, Buffer>()
  let position = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32BE(position) !== 0x504b0102) throw new Error(`No entry at ${position}.`)
    const [method, sum] = [zip.readUInt16LE(position + 10), zip.readUInt32LE(position + 16)]
    const [packed, sizeBytes] = [zip.readUInt32LE(position + 20), zip.readUInt32LE(position + 24)]
    const nameBytes = zip.readUInt16LE(position + 28)
    const isUtf8 = (zip.readUInt16LE(position + 8) & 0x0800) !== 0
    const name = zip.toString(isUtf8 ? 'utf8' : 'latin1', position + 46, position + 46 + nameBytes)
    const local = zip.readUInt32LE(position + 42)
    const localName = zip.readUInt16LE(local + 26)
    const start = local + 30 + localName + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + sizeBytes)
    const isValid =
      method === 0 && packed === sizeBytes && crc32(data) === sum && zip.readUInt32BE(local) === 0x504b0304
    if (!isValid || files.has(name)) throw new Error(`The entry ${name} is not valid.`)
    files.set(name, data)
    position += 46 + nameBytes + zip.readUInt16LE(position + 30) + zip.readUInt16LE(position + 32)
  }
  if (position !== end) throw new Error('The directory does not end where it should.')
  return files
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).toSorted()
}
