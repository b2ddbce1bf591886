/** The worker that decodes and encodes: one work, and then the page ends it. Its policy is its own (hosts/page/security-headers.ts). */
import { encode } from './encode.ts'
import { lastFrame } from './last-frame.ts'
import { type FromWorker, RenderProblem, type ToWorker } from './messages.ts'

let taken: (() => void) | null = null

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'taken') taken?.()
  else void run(data.work)
})

function tell(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

async function run(work: Extract<ToWorker, { kind: 'work' }>['work']): Promise<void> {
  try {
    if (work.kind === 'lastFrame') return tell({ kind: 'frame', image: await lastFrame(work.assetId) })
    await encode(work.plan, { send, progress: (done) => tell({ kind: 'progress', done }) })
    tell({ kind: 'whole' })
  } catch (error) {
    const { reason, clip } = error instanceof RenderProblem ? error : new RenderProblem('failed')
    tell({ kind: 'failed', reason, ...(clip !== undefined && { clip }) })
  }
}

/** One at a time: the next piece waits until the host has this one. */
async function send(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  taken = resolve
  tell({ kind: 'chunk', position, bytes }, [bytes.buffer])
  await promise
}
