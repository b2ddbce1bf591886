/**
 * A worker that does what its job says: answers, fails or crashes.
 */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (job: string) => {
  if (job === 'crash') throw new Error('The worker fell over.')
  if (job === 'exit') process.exit(3)
  if (job === 'hang') return
  parentPort?.postMessage(
    job === 'fail' ? { ok: false, message: 'No.' } : { ok: true, result: job.toUpperCase() },
    [],
  )
})
