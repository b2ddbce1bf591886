/** The one place that submits requests: a press is sent once. */
import type { Task } from '#contract/tasks.ts'
import type { Failure, Result } from '#contract/errors.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Bridge } from '#renderer/bridge/bridge.ts'
import type { Plan } from './build-requests.ts'

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

/**
 * Tells one press of Generate from two: every request costs. This is the only place that decides it.
 *
 * - A key that repeats while it is held is no press: the key went down once.
 * - Nothing is a press while another one is on its way.
 * - The second click of a double click is no press. It asks for the same, and either the system counts it to the first, or it
 *   comes within `DOUBLE_CLICK_MS`. The time runs from the response: on a busy page the second click is handled only after it.
 * - A press after a response that was lost has the id of the lost one, so that the host (`pressId` of `tasks.submit`) makes
 *   nothing twice.
 */
export type PressKind = 'fresh' | 'repeatedKey' | 'secondClick'

interface PressGuard {
  /** `form` is what is asked for, without what is drawn by chance: a second click may draw other seeds. */
  isPress(kind: PressKind, form: string): boolean
  /** The id of a press that is sent now. `requests` is everything that is sent. */
  begin(form: string, requests: string): string
  /** `isLost`: the host may have taken the call, and nobody knows. */
  end(isLost: boolean): void
}

export interface PressGuardNeeds {
  /** A fresh UUID. */
  createKey(): string
  /** Milliseconds on a clock that only goes forward. */
  now(): number
}

/** As long as the second click of a double click may take: the longest that systems offer is 900 ms, the usual 500. */
const DOUBLE_CLICK_MS = 500

export function createPressGuard({ createKey, now }: PressGuardNeeds): PressGuard {
  let last = { form: '', at: Number.NEGATIVE_INFINITY }
  let open: { readonly id: string; readonly requests: string } | null = null
  let isSending = false
  return {
    isPress(kind, form) {
      if (isSending || kind === 'repeatedKey') return false
      const isSecond = form === last.form && (kind === 'secondClick' || now() - last.at < DOUBLE_CLICK_MS)
      if (isSecond) last = { form, at: now() }
      return !isSecond
    },
    begin(form, requests) {
      isSending = true
      last = { form, at: now() }
      if (open?.requests !== requests) open = { id: createKey(), requests }
      return open.id
    },
    end(isLost) {
      isSending = false
      last = { ...last, at: now() }
      if (!isLost) open = null
    },
  }
}
