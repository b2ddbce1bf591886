/** Why a result was not downloaded, and what can be done. */
import { written } from '#contract/messages/message.ts'
import type { Failure } from '#contract/errors.ts'

/**
 * `wait`: the same address may work later. `reread`: the address is dead, the task may name a new one. `never`: the content is
 * not a file to keep. `disk`: the disk refused.
 */
export interface DownloadProblem {
  readonly kind: 'problem'
  readonly next: 'wait' | 'reread' | 'never' | 'disk'
  readonly failure: Failure
  /** Of `wait`: what the file's server asked for. */
  readonly waitMs?: number
  /** Of `disk`: the missing space, as far as it is known. */
  readonly neededBytes?: number
}

export function problem(
  next: DownloadProblem['next'],
  code: Failure['code'],
  message: string,
): DownloadProblem {
  return { kind: 'problem', next, failure: { code, ...written(message), charged: 'yes' } }
}

/** The problem that an unsuccessful status stands for. `waitMs` is what the server asked for. */
export function problemOfStatus(status: number, waitMs: number | null): DownloadProblem {
  if ([401, 403, 404, 410].includes(status)) {
    return problem('reread', 'not_found', `The file's address no longer works (${status}).`)
  }
  if ([408, 425, 429].includes(status) || status >= 500) {
    const later = problem('wait', 'service_unavailable', `The file's server answered ${status}.`)
    return waitMs === null ? later : { ...later, waitMs }
  }
  return problem('reread', 'service_unavailable', `The file's server answered ${status}.`)
}

export function tooLarge(largestBytes: number): DownloadProblem {
  const size = sizeWords(largestBytes)
  return problem('never', 'unsafe_content', `The file is larger than ${size} and was not kept.`)
}

function sizeWords(bytes: number): string {
  if (bytes >= 1024 ** 3) return `${bytes / 1024 ** 3} GB`
  return bytes >= 1024 ** 2 ? `${Math.round(bytes / 1024 ** 2)} MB` : `${bytes} bytes`
}

export function diskProblem(failure: Failure, neededBytes?: number): DownloadProblem {
  return { kind: 'problem', next: 'disk', failure, ...(neededBytes === undefined ? {} : { neededBytes }) }
}
