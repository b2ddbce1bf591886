/**
 * The one place that submits requests, and that tells one press of Generate from two: every request costs.
 *
 * - A key that repeats while it is held is no press: the key went down once.
 * - Nothing is a press while another one is on its way.
 * - The second click of a double click is no press. It asks for the same, and either the system counts it to the first, or it
 *   comes within `DOUBLE_CLICK_MS`. The time runs from the response: on a busy page the second click is handled only after it.
 * - A press after a response that was lost has the id of the lost one, so that the host (`pressId` of `tasks.submit`) makes
 *   nothing twice.
 */
import type { RenderedResult } from '#contract/errors.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Task } from '#contract/tasks.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { isResponseLost } from '../../bridge/use-press.ts'
import type { Plan } from './build-requests.ts'

export type PressKind = 'fresh' | 'repeatedKey' | 'secondClick'

export type Sent = RenderedResult<RouteOutput<'tasks.submit'>>

/** What a press sends, and to whose service. */
export type ToSend = Pick<Plan, 'profileId' | 'requests' | 'name'>

/** What is on its way to the host. */
export interface Pressed extends ToSend {
  readonly pressId: string
  /** When, in milliseconds since 1970. */
  readonly at: number
}

/** `asked` is what a press asks for, without what is drawn by chance: a second click may draw other seeds. */
export interface Sender {
  isPress(kind: PressKind, asked: string): boolean
  send(asked: string, plan: ToSend): Promise<Sent>
}

export interface SenderNeeds {
  readonly bridge: Bridge
  /** A fresh UUID. */
  createKey(): string
  /** Milliseconds on a clock that only goes forward. */
  now(): number
  /** null: the host has answered. */
  onSending(pressed: Pressed | null): void
  /** The host took it; before it is no longer on its way. */
  onAccepted(tasks: readonly Task[]): void
}

/** As long as the second click of a double click may take: the longest that systems offer is 900 ms, the usual 500. */
const DOUBLE_CLICK_MS = 500

export function createSender({ bridge, createKey, now, onSending, onAccepted }: SenderNeeds): Sender {
  let last = { asked: '', at: Number.NEGATIVE_INFINITY }
  /** The press whose response is not known; `all` is everything that it sends. */
  let open: { readonly pressId: string; readonly all: string } | null = null
  let isSending = false
  return {
    isPress(kind, asked) {
      if (isSending || kind === 'repeatedKey') return false
      const isSecond = asked === last.asked && (kind === 'secondClick' || now() - last.at < DOUBLE_CLICK_MS)
      if (isSecond) last = { asked, at: now() }
      return !isSecond
    },
    async send(asked, plan) {
      const { profileId, requests, name } = plan
      const all = JSON.stringify([profileId, name, requests])
      if (open?.all !== all) open = { pressId: createKey(), all }
      const { pressId } = open
      isSending = true
      onSending({ ...plan, pressId, at: Date.now() })
      const response = await bridge.call('tasks.submit', {
        requests: [...requests],
        pressId,
        // Another profile may be active by now than the one of which the price was shown.
        ...(profileId === '' ? {} : { profileId }),
        ...(name === undefined ? {} : { name }),
      })
      isSending = false
      last = { asked, at: now() }
      if (response.ok || !isResponseLost(response.error)) open = null
      if (response.ok) onAccepted(response.data.tasks)
      onSending(null)
      return response
    },
  }
}
