/** A library with watched folders, whose clock goes on only while a test waits. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Json } from '#contract/json.ts'
import type { WatchedFolder } from '#contract/watched.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createWatchedFolders, type WatchedFolders } from '#core/library/exchange/watched/watched-folders.ts'
import type { SettingsFile } from '#core/ports/settings.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { type Exchange, openExchange } from '../fixtures.ts'

export interface WatchingLibrary extends Exchange {
  readonly watched: WatchedFolders
  readonly settings: SettingsFile
  /** @throws Error where that is refused. */
  watch(path: string, mode?: 'copy' | 'in-place'): Promise<WatchedFolder>
  /** Lets the time go on until it is so. */
  untilTrue(ask: () => boolean): Promise<void>
  /** Lets so much time pass, with all that is to happen in it. */
  pass(ms: number): Promise<void>
}

export async function openWatching(
  dir?: string,
  settings: SettingsFile = memorySettings(),
): Promise<WatchingLibrary> {
  const exchange = await openExchange(undefined, dir)
  const { clock } = exchange
  const log = () => undefined
  const watched = createWatchedFolders({
    ...exchange,
    events: createEventBus(log),
    log,
    shell: undefined,
    watchdog: NO_WATCHDOG,
    file: settings,
  })
  watched.start()
  const close = async () => {
    await watched.close()
    await exchange.close()
  }
  onTestFinished(close)
  const step = () => clock.advance(1_000)
  return {
    ...exchange,
    watched,
    settings,
    close,
    watch: async (path, mode = 'copy') => {
      const added = await watched.add({ path, mode })
      if (!added.ok) throw new Error(added.error.id)
      return added.data
    },
    untilTrue: async (ask) => void (await until(ask, { meanwhile: step })),
    pass: async (ms) => {
      const endMs = clock.monotonicMs() + ms
      await until(() => clock.monotonicMs() >= endMs, { meanwhile: step })
    },
  }
}

export function memorySettings(): SettingsFile {
  const values = new Map<string, Json>()
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) }
}

export async function makeFolder(): Promise<string> {
  const folder = join(await makeTempDir(), 'incoming')
  await mkdir(folder)
  return folder
}
