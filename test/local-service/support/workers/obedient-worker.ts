/**
 * A worker that does what its job says: answers, fails or crashes.
 */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (job: string) => {
  if (job === 'crash') throw new Error('The worker fell over.')
  if (job === 'exit') process.exit(3)
  if (job === 'hang') return
  if (job === 'report') for (const share of [0.25, 0.5]) parentPort?.postMessage({ type: 'share', share }, [])
  parentPort?.postMessage(
    job === 'fail' ? { type: 'failed', message: 'No.' } : { type: 'done', result: job.toUpperCase() },
    [],
  )
})
