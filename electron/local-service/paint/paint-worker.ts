/**
 * Entry of a drawing thread: takes a paint job and the input image, answers the encoded picture.
 */
import { parentPort } from 'node:worker_threads'
import type { WorkerAnswer } from '../workers/worker-pool.ts'
import type { PaintJob, PaintedFile } from './paint-job.ts'
import { paintFile } from './paint-file.ts'

const port = parentPort
port?.on('message', (job: PaintJob & { readonly input: Uint8Array | null }) => {
  void answer(job).then((reply) => port.postMessage(reply, []))
})

async function answer(
  job: PaintJob & { readonly input: Uint8Array | null },
): Promise<WorkerAnswer<PaintedFile>> {
  try {
    return { ok: true, result: { bytes: await paintFile(job, job.input) } }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
