/** Why a task failed at its service: what Atelier knows, else the service's own words. */
import { failure, type Failure } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { RemoteTask } from '../service/service-api.ts'

/** In characters. */
const MAX_REASON = 2_000

export function whyFailed({ message: saidBy, reason }: RemoteTask): Failure {
  const said =
    reason ??
    (saidBy === undefined
      ? message('tasks.failed')
      : message('tasks.failed.saying', { said: saidBy.slice(0, MAX_REASON) }))
  return failure('service_rejected', said, { charged: 'maybe' })
}
