/**
 * Finds the results in a task's response: here where it is small, else in the process that can be stopped, with its deadline, its
 * memory and its note on disk.
 */
import { createHash } from 'node:crypto'
import type { Json } from '#contract/json.ts'
import { UNREADABLE, type Reader } from '../../reading/reader.ts'
import { findResults, type FindContext, type Findings } from './find-results.ts'

/** So much is searched within a moment, whatever it is: the scans are linear (linear-scans.test.ts). */
export const MAX_CHARACTERS_HERE = 256 * 1024

/** `UNREADABLE` where the response stopped whoever read it. @throws the reason of `signal`, and an Error when Atelier closes. */
export async function readFindings(
  reader: Pick<Reader, 'read' | 'forgive'>,
  taskId: string,
  taskResult: Json,
  context: FindContext,
  signal: AbortSignal,
): Promise<Findings | typeof UNREADABLE> {
  const json = JSON.stringify(taskResult)
  if (json.length <= MAX_CHARACTERS_HERE) return findResults(taskResult, context)
  const sha256 = createHash('sha256').update(`answer of ${taskId}`).digest('hex')
  const findings = await reader.read('results', { json, context }, { sha256, signal })
  // The state of the task keeps it from being read again, until the user wants it.
  if (findings === UNREADABLE) reader.forgive(sha256)
  return findings
}
