/**
 * Finds what can decode films on this machine.
 */
import type { ReadFrames } from './film-source.ts'
import { findFfmpeg, readWithFfmpeg } from './read-with-ffmpeg.ts'
import { hasNodeAv, readWithNodeAv } from './read-with-node-av.ts'

/** What a machine needs that can decode no film. */
export const MISSING_READER =
  'video-to-video needs a decoder for films, and this machine has none: install ffmpeg, or the npm package node-av, and start the service again'

/** node-av where it is installed, else the system's ffmpeg, else null. Looks for files only; nothing is loaded or started. */
export async function findReader(): Promise<ReadFrames | null> {
  if (hasNodeAv()) return readWithNodeAv
  const program = await findFfmpeg()
  return program === null ? null : (source, range) => readWithFfmpeg(program, source, range)
}
