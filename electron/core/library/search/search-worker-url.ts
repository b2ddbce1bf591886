/**
 * Finds the script of the search's thread: `search-worker.ts` beside this file, or the built `search-worker.js` beside the
 * built entry that this file was bundled into.
 */
import { extname } from 'node:path'

/** The script's file URL. */
export function searchWorkerUrl(): URL {
  return new URL(`./search-worker${extname(import.meta.url)}`, import.meta.url)
}
