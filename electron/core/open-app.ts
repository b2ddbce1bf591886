/** Opens the application in a data directory, and once more where the first attempt finds the database damaged. */
import { type Result, succeed } from '#contract/errors.ts'
import type { App, AppOptions } from './app.ts'
import { assemble } from './assemble.ts'
import { isDamage } from './store/damage.ts'
import { openDirectory } from './store/data-directory.ts'
import { checkIntegrity } from './store/recovery/integrity.ts'
import { askForRecovery, databasePath } from './store/recovery/recover.ts'

/**
 * Opens the data directory and resumes what is open. What is damaged there is set aside and built again.
 *
 * Fails as data: `conflict` when another Atelier has this directory open, `disk_error` or `disk_full` when it cannot be
 * written.
 */
export async function openApp(options: AppOptions): Promise<Result<App>> {
  try {
    return await openOnce(options)
  } catch (error) {
    // Found by what every start reads. The next one recovers it.
    const reason = await damageBehind(error, options)
    if (reason === null) throw error
    options.log(`library.db is damaged: ${reason}`)
    await askForRecovery(options.dataDir, reason, options.clock.now())
    return openOnce(options)
  }
}

/** What is wrong with library.db when a start fails; null when it is not the cause. Rows that contradict one another fail in many ways. */
async function damageBehind(error: unknown, { dataDir }: AppOptions): Promise<string | null> {
  if (isDamage(error)) return error instanceof Error ? error.message : String(error)
  const order = { path: databasePath(dataDir), depth: 'indexes' } as const
  return checkIntegrity(order, new AbortController().signal).catch(() => null)
}

/** @throws also where library.db turns out to be damaged. */
async function openOnce(options: AppOptions): Promise<Result<App>> {
  const opened = await openDirectory(options.dataDir, options.clock)
  if (!opened.ok) return opened
  try {
    return succeed(await assemble(options, opened.data))
  } catch (error) {
    opened.data.release(true)
    throw error
  }
}
