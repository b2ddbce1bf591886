/**
 * Gives each press that may send something an id, so that the host makes nothing twice of one press.
 *
 * A press after a response that was lost has the id of the lost one.
 */
import { useState } from 'react'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'

/** Makes the call of one press about `what`, for example the task that is tried again. */
export type PressCall = <Data>(
  what: string,
  call: (pressId: string) => Promise<RenderedResult<Data>>,
) => Promise<RenderedResult<Data>>

export function createPressCall(createKey: () => string): PressCall {
  const lost = new Map<string, string>()
  return async (what, call) => {
    const pressId = lost.get(what) ?? createKey()
    const response = await call(pressId)
    if (!response.ok && isResponseLost(response.error)) lost.set(what, pressId)
    else lost.delete(what)
    return response
  }
}

export function usePress(): PressCall {
  const [press] = useState(() => createPressCall(() => window.crypto.randomUUID()))
  return press
}

/** The host may have taken the call all the same. */
export function isResponseLost({ code }: RenderedFailure): boolean {
  return code === 'not_available_here' || code === 'internal'
}
