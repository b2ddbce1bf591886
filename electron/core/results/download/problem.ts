/** Why a result was not downloaded, and what can be done. */
import { type Failure, failure } from '#contract/errors.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { MediaType, Refused } from '../../media/sniff.ts'

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
  said: Message | PlainMessageId,
): DownloadProblem {
  return { kind: 'problem', next, failure: failure(code, said, { charged: 'yes' }) }
}

/** `waitMs` is what the server asked for. */
export function problemOfStatus(status: number, waitMs: number | null): DownloadProblem {
  if ([401, 403, 404, 410].includes(status)) {
    return problem('reread', 'not_found', message('results.addressDead', { status }))
  }
  if ([408, 425, 429].includes(status) || status >= 500) {
    const later = problem('wait', 'service_unavailable', message('results.serverStatus', { status }))
    return waitMs === null ? later : { ...later, waitMs }
  }
  return problem('reread', 'service_unavailable', message('results.serverStatus', { status }))
}

export function tooLarge(largestBytes: number): DownloadProblem {
  const megabytes = Math.max(1, Math.round(largestBytes / 1024 ** 2))
  return problem('never', 'unsafe_content', message('results.tooLarge', { megabytes }))
}

export type NotKept = Refused | 'playlist'

export function notKept(what: NotKept): Message {
  return isMediaType(what)
    ? message('results.notKept.otherType', { mimeType: what })
    : message(`results.notKept.${what}`)
}

function isMediaType(what: NotKept): what is MediaType {
  return what.includes('/')
}

export function diskProblem(failure: Failure, neededBytes?: number): DownloadProblem {
  return { kind: 'problem', next: 'disk', failure, ...(neededBytes === undefined ? {} : { neededBytes }) }
}
