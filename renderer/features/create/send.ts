/** The one place that submits requests: a press is sent once. */
import type { Task } from '#contract/tasks.ts'
import type { Failure, Result } from '#contract/errors.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { Plan } from './build-requests.ts'
import type { PressGuard } from './press-guard.ts'

export type Sent = Result<RouteOutput<'tasks.submit'>>

/** What is on its way to the host. */
export interface Pressed extends Pick<Plan, 'requests' | 'name'> {
  readonly pressId: string
  /** When, in milliseconds since 1970. */
  readonly at: number
}

export interface Sending {
  readonly bridge: Bridge
  /** Of every press, whichever button it was. */
  readonly guard: PressGuard
  /** null: the host has answered. */
  onSending(pressed: Pressed | null): void
  /** The host took it; before it is no longer on its way. */
  onAccepted(tasks: readonly Task[]): void
}

/** `asked` is what the press asks for, without what is drawn by chance. */
export async function send(
  { bridge, guard, onSending, onAccepted }: Sending,
  asked: string,
  plan: Pick<Plan, 'requests' | 'name'>,
): Promise<Sent> {
  const { requests, name } = plan
  const pressId = guard.begin(asked, JSON.stringify([name, requests]))
  onSending({ ...plan, pressId, at: Date.now() })
  const response = await bridge.call('tasks.submit', {
    requests: [...requests],
    pressId,
    ...(name === undefined ? {} : { name }),
  })
  guard.end(!response.ok && isResponseLost(response.error))
  if (response.ok) onAccepted(response.data.tasks)
  onSending(null)
  return response
}

/** The host may have taken the call all the same. */
export function isResponseLost({ code }: Failure): boolean {
  return code === 'not_available_here' || code === 'internal'
}
