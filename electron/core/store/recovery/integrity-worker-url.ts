/**
 * Finds the script of the check's thread: `integrity-worker.ts` beside this file, or the built `integrity-worker.js` beside
 * the built entry that this file was bundled into.
 */
import { extname } from 'node:path'

/** The script's file URL. */
export function integrityWorkerUrl(): URL {
  return new URL(`./integrity-worker${extname(import.meta.url)}`, import.meta.url)
}
