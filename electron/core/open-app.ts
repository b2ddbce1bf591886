/**
 * Opens the application in a data directory, and once more where the first attempt finds the database damaged.
 *
 * Owns what starts when its services are there, and how they end.
 */
import { type Result, succeed } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { App, AppOptions } from './app.ts'
import { assemble, type Services } from './assemble.ts'
import { createByteCalls } from './byte-calls.ts'
import { damageOf, isDamage, loggedDamage } from './store/damage.ts'
import { openDirectory, type OpenDirectory } from './open-directory.ts'
import { checkIntegrity } from './store/recovery/integrity.ts'
import { askForRecovery, databasePath } from './store/recovery/recover.ts'
import { forgetSilence } from './reading/watchdog.ts'
import { createGuard, createRouter } from './router.ts'
import { handlersOf, handOffDeps } from './handlers.ts'

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
    options.log(`library.db is damaged: ${loggedDamage(reason)}`)
    await askForRecovery(options.dataDir, reason, options.clock.now())
    return openOnce(options)
  }
}

/** What is wrong with library.db when a start fails; null when it is not the cause. Rows that contradict one another fail in many ways. */
async function damageBehind(error: unknown, { dataDir }: AppOptions): Promise<Message | null> {
  if (isDamage(error)) return damageOf(error)
  const order = { path: databasePath(dataDir), depth: 'indexes' } as const
  return checkIntegrity(order, new AbortController().signal).catch(() => null)
}

/** @throws also where library.db turns out to be damaged. */
async function openOnce(options: AppOptions): Promise<Result<App>> {
  const opened = await openDirectory(options.dataDir, options.clock)
  if (!opened.ok) return opened
  try {
    return succeed(await openIn(options, opened.data))
  } catch (error) {
    opened.data.release(true)
    throw error
  }
}

/** @throws where library.db turns out to be damaged; whatever was started is closed again. */
async function openIn(options: AppOptions, directory: OpenDirectory): Promise<App> {
  const services = await assemble(options, directory)
  const { context, agents, profiles, tasks, maintenance } = services
  const { dataDir, events } = context
  const guard = createGuard({ ...context, onDamage: maintenance.foundDamage })
  const call = createRouter(handlersOf(options, services), guard)
  await start(services, (isDamaged) => close(services, directory, isDamaged))
  await forgetSilence(dataDir)
  return {
    call,
    subscribe: events.subscribe,
    agents: agents.access,
    ...createByteCalls(options.shell, services, handOffDeps(services), guard),
    setLocalService: (at) => profiles.setLocalService(at),
    wake: () => tasks.engine.wake(),
    finishSending: (limitMs) => tasks.engine.finishSending(limitMs),
    close: () => close(services, directory, maintenance.hasDamage()),
    closeAtOnce: () => directory.release(maintenance.hasDamage()),
  }
}

/** @throws where library.db turns out to be damaged; everything is closed then. */
async function start(
  { context, base, library: { library, archives, watched }, models, tasks, maintenance, sequences }: Services,
  closeAll: (isDamaged: boolean) => Promise<void>,
): Promise<void> {
  try {
    tasks.engine.recover(base.skipped)
  } catch (error) {
    if (isDamage(error)) maintenance.foundDamage(error)
    await closeAll(true)
    throw error
  }
  maintenance.start()
  sequences.start()
  models.pastTasks.tell().catch((error: unknown) => {
    context.log(`Past tasks were not read to their end: ${String(error)}`)
    if (isDamage(error)) maintenance.foundDamage(error)
  })
  library.makeMissingThumbnails()
  archives.resume().catch((error: unknown) => context.log(`Imports do not go on: ${String(error)}`))
  watched.start()
}

async function close(services: Services, { release }: OpenDirectory, isDamaged: boolean): Promise<void> {
  const { agents, base, cast, library, inputs, models, tasks, maintenance, sequences, uiStateFile } = services
  // Whatever fails here, the directory is released.
  try {
    agents.close()
    base.reader.endSoon()
    inputs.storage.close()
    models.pastTasks.close()
    await models.examples.close()
    await uiStateFile.close()
    await cast.close()
    library.archives.close()
    await base.jobs.close()
    await library.watched.close()
    await library.importer.close()
    await library.arena.close()
    await tasks.engine.close()
    await sequences.close()
    tasks.spending.close()
    await maintenance.close()
    await library.library.close()
    await base.reader.close()
    await base.watchdog.close()
  } finally {
    release(isDamaged)
  }
}
