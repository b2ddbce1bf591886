/** A library with its export and import around it, and what a user would wait for. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Result } from '#contract/errors.ts'
import type { Asset, Job } from '#contract/library.ts'
import { createEventBus } from '#core/events.ts'
import { createJobs, type Jobs } from '#core/jobs/jobs.ts'
import { createExporter, type Exporter } from '#core/library/exchange/export-library.ts'
import { createImporter, type Importer } from '#core/library/exchange/import-library.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import type { Shell } from '#core/ports/shell.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { openTestLibrary, type TestLibrary } from '../fixtures.ts'

export interface Exchange extends TestLibrary {
  readonly exporter: Exporter
  readonly importer: Importer
  readonly jobs: Jobs
  /** The job as it ended. */
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
    () => undefined,
  )
  onTestFinished(() => jobs.close())
  return {
    ...inside,
    jobs,
    exporter: createExporter({ library, jobs, clock, dataDir, version: '1.2.3', shell }),
    importer: createImporter({ library, jobs, clock, db, shell, watchdog: NO_WATCHDOG }),
    ended: async (started) => {
      const answer = await started
      if (!answer.ok) throw new Error(answer.error.message)
      return until(() => jobs.list().find(({ id, state }) => id === answer.data.id && state !== 'running'))
    },
    assets: () =>
      [...library.store.each()]
        .toSorted((one, other) => other.createdAt - one.createdAt)
        .map(({ seq: _seq, place: _place, extension: _extension, ...asset }) => asset),
  }
}
