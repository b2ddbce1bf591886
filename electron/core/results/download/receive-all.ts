/** Downloads one address to its end, over as many connections as that takes. */
import { problem, type DownloadProblem } from './problem.ts'
import { receive, type Received, type Receiving } from './receive.ts'

export type Complete = Extract<Received, { kind: 'complete' }>

/**
 * Resumes after an interruption, at once and a few times, while each connection brings something.
 *
 * @throws DiskRefusal, and the reason of `signal`.
 */
export async function receiveAll(receiving: Receiving): Promise<Complete | DownloadProblem> {
  const { url, part, limits } = receiving
  for (let tries = 0; ; tries++) {
    const before = part.sizeBytes
    if (before > 0 && before === part.continues?.totalBytes) {
      return { kind: 'complete', finalUrl: url, contentType: null, isLengthConfirmed: true }
    }
    const received = await receive(receiving)
    if (received.kind === 'complete' || received.kind === 'problem') return received
    const isLast = tries >= limits.mostResumes
    if (received.kind === 'changed') {
      if (isLast)
        return problem('wait', 'service_unavailable', 'The file changes while it is being downloaded.')
      continue
    }
    const hasProgress = part.continues !== null && part.sizeBytes > before
    if (isLast || !hasProgress) return received.problem
  }
}
