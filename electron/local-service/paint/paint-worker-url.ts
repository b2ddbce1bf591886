/**
 * Finds the script of the drawing threads: `paint-worker.ts` beside this file, or the built `paint-worker.js` beside the
 * built entry that this file was bundled into.
 */
import { extname } from 'node:path'

/** The script's file URL. */
export function paintWorkerUrl(): URL {
  return new URL(`./paint-worker${extname(import.meta.url)}`, import.meta.url)
}
