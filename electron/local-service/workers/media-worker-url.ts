/**
 * Finds the script of the threads: `media-worker.ts` beside this file, or the built `media-worker.js` beside the built entry
 * that this file was bundled into.
 */
import { extname } from 'node:path'

/** The script's file URL. */
export function mediaWorkerUrl(): URL {
  return new URL(`./media-worker${extname(import.meta.url)}`, import.meta.url)
}
