/**
 * A worker that does what its job says: responds, fails, crashes, or never ends.
 */
import { parentPort } from 'node:worker_threads'

parentPort?.on('message', (job: string) => {
  if (job === 'crash') throw new Error('The worker fell over.')
  if (job === 'exit') process.exit(3)
  if (job === 'hang') return
  const kept: unknown[] = []
  // A chain of small objects: one array that grows asks for so much at once that V8 may end the whole process.
  let chain: object = {}
  while (job === 'fill heap') chain = { chain }
  while (job === 'fill buffers') kept.push(new Uint8Array(1_000_000).fill(1))
  if (job.startsWith('report')) parentPort?.postMessage({ type: 'share', share: 0 }, [])
  while (job === 'report, then spin') kept.length = 0
  for (let count = 0; job === 'report for 2 s' && count < 40; count += 1) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    parentPort?.postMessage({ type: 'share', share: 0.5 }, [])
  }
  if (job === 'report') for (const share of [0.25, 0.5]) parentPort?.postMessage({ type: 'share', share }, [])
  parentPort?.postMessage(
    job === 'fail' ? { type: 'failed', message: 'No.' } : { type: 'done', result: job.toUpperCase() },
    [],
  )
})
