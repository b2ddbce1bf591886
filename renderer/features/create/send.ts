/** The one place that submits requests: a press is sent once. */
import type { Failure, Result } from '#contract/errors.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { Plan } from './build-requests.ts'
import type { PressGuard } from './press-guard.ts'

export type Sent = Result<RouteOutput<'tasks.submit'>>

export interface Sending {
  readonly bridge: Bridge
  /** Of every press, whichever button it was. */
  readonly guard: PressGuard
  onSending(isSending: boolean): void
}

/** `asked` is what the press asks for, without what is drawn by chance. */
export async function send(
  { bridge, guard, onSending }: Sending,
  asked: string,
  { requests, name }: Pick<Plan, 'requests' | 'name'>,
): Promise<Sent> {
  onSending(true)
  const pressId = guard.begin(asked, JSON.stringify([name, requests]))
  const response = await bridge.call('tasks.submit', {
    requests: [...requests],
    pressId,
    ...(name === undefined ? {} : { name }),
  })
  guard.end(!response.ok && isResponseLost(response.error))
  onSending(false)
  return response
}

/** The host may have taken the call all the same. */
export function isResponseLost({ code }: Failure): boolean {
  return code === 'not_available_here' || code === 'internal'
}
