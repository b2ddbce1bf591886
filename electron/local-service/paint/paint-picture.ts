/**
 * The drawing threads' work: one paint job, with the picture to start from as a file on disk.
 */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { paintFile } from './paint-file.ts'
import type { PaintJob, PaintedFile } from './paint-job.ts'

/** Draws and encodes `job`; rejects when the input cannot be read. */
export async function paintPicture(
  job: PaintJob & { readonly inputPath: string | null },
): Promise<PaintedFile> {
  // A thread of the pool is the budget; the codec's own threads would come on top of it.
  sharp.concurrency(1)
  const input = job.inputPath === null ? null : await readFile(job.inputPath)
  return { bytes: await paintFile(job, input) }
}
