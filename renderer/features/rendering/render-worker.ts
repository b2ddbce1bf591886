/** The worker that decodes and encodes: one work, and then the page ends it. Its policy is its own (hosts/page/security-headers.ts). */
import { encode } from './encode.ts'
import { lastFrame } from './last-frame.ts'
import { type FromWorker, RenderProblem, type ToWorker } from './messages.ts'

/**
 * Well below the silence after which the host gives the work to another page. The page itself could not keep to it: a browser lets the
 * timers of one in the background run once a minute.
 */
const TELL_EVERY_MS = 5_000

let taken: (() => void) | null = null

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'taken') taken?.()
  else void run(data.work)
})

function tell(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

async function run(work: Extract<ToWorker, { kind: 'work' }>['work']): Promise<void> {
  let done = 0
  const telling = setInterval(() => tell({ kind: 'progress', done }), TELL_EVERY_MS)
  try {
    if (work.kind === 'lastFrame') return tell({ kind: 'frame', image: await lastFrame(work.assetId) })
    await encode(work.plan, { send, progress: (now) => (done = now) })
    tell({ kind: 'whole' })
  } catch (error) {
    const { reason, clip } = error instanceof RenderProblem ? error : new RenderProblem('failed')
    tell({ kind: 'failed', reason, ...(clip !== undefined && { clip }) })
  } finally {
    clearInterval(telling)
  }
}

/** One at a time: the next piece waits until the host has this one. */
async function send(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  taken = resolve
  tell({ kind: 'chunk', position, bytes }, [bytes.buffer])
  await promise
}
