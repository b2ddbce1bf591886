/**
 * Sets a settings file aside that cannot be read, so that Atelier starts with its defaults and nothing is lost.
 *
 * What single values mean is parsed by their readers; here it only has to be one JSON object.
 */
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const settingsText = z.string().transform((text, context) => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    context.addIssue('not a JSON object')
    return z.NEVER
  }
})

/** Renames a broken `settings.json` to `settings.broken-<now>.json`; a sentence for the user where it did, else null. */
export function setAsideBrokenSettings(dataDir: string, now: number): string | null {
  const path = join(dataDir, 'settings.json')
  const text = readIfThere(path)
  if (text === null || settingsText.safeParse(text).success) return null
  const aside = `settings.broken-${now}.json`
  renameSync(path, join(dataDir, aside))
  return `The settings file could not be read. It was kept as ${aside}, and Atelier started with default settings.`
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    // A folder in its place, or a file of another user: no settings that could be read.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : ''
  }
}
