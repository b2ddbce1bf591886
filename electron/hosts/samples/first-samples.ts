/**
 * Puts the sample assets into a library that has just been made, so that the gallery shows something from the start.
 *
 * Only ever once, in a data directory without a library, and never in the way of the start. They are files like the user's
 * own: their recipes stand in the inspector, and whoever does not want them throws them away.
 */
import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#core/app.ts'

/** The samples that others were made from: kept as inputs too, so that those tell it. */
const SOURCES: ReadonlySet<string> = new Set(['02-fox-in-snow.jpg', '08-lake-at-sunset.mp4'])

/** True where nobody has worked yet. Ask before the application is opened: opening makes the library. */
export function isFirstStart(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'library.db')) && !existsSync(join(dataDir, 'media'))
}

/** Takes in the files of `folder`, in the order of their names. What cannot be taken in is logged; nothing is thrown. */
export async function takeInSamples(
  app: Pick<App, 'call' | 'importFile'>,
  folder: string,
  log: (line: string) => void,
): Promise<void> {
  try {
    for (const name of (await readdir(folder)).toSorted()) {
      const taken = await app.importFile({ name, body: createReadStream(join(folder, name)) })
      if (!taken.ok) log(`The sample ${name} was not taken in: ${taken.error.id ?? taken.error.code}`)
      else if (SOURCES.has(name)) await app.call('inputs.add', { assetId: taken.data.asset.id })
    }
  } catch (error) {
    log(`The samples could not be taken in: ${error instanceof Error ? error.message : String(error)}`)
  }
}
