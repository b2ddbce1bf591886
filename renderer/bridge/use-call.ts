/** Calls of a view: their answers, whether one is on its way, and why one failed. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import { useHost } from './host.tsx'

export interface Call {
  readonly busy: boolean
  readonly error: RenderedFailure | null
  /** The call's data; null where it failed, with the reason in `error`. */
  run<Data>(call: Promise<RenderedResult<Data>>): Promise<Data | null>
}

/** For what a press does. */
export function useCall(): Call {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<RenderedFailure | null>(null)
  return {
    busy,
    error,
    async run(call) {
      setBusy(true)
      const response = await call
      setBusy(false)
      setError(response.ok ? null : response.error)
      return response.ok ? response.data : null
    },
  }
}

export interface Query<Data> {
  /** null until it is known; the last one while another is on its way. */
  readonly data: Data | null
  readonly error: RenderedFailure | null
  /** Whether both are about the input as it is now. */
  readonly isCurrent: boolean
  reload(): void
}

/** Runs `ask`, and once more afterwards where it was wanted meanwhile. */
export function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let wanted = 0
  return async () => {
    wanted += 1
    if (wanted > 1) return
    do {
      wanted = 1
      await ask()
    } while (wanted > 1)
    wanted = 0
  }
}

/**
 * What a route answers: asked for when this is first shown, for another input, after a reconnect, and after an event that says
 * that it may have changed. Events that come faster than answers do not keep these away. Nothing is asked for while the input is null.
 */
export function useQuery<Name extends RouteName>(
  route: Name,
  input: RouteInput<Name> | null,
  isOutdatedBy?: (event: EventMessage) => boolean,
): Query<RouteOutput<Name>> {
  const { bridge } = useHost()
  const [query, setQuery] = useState<
    Pick<Query<RouteOutput<Name>>, 'data' | 'error'> & { readonly question: string | null }
  >({ data: null, error: null, question: null })
  const askAgain = useRef<() => Promise<void>>(undefined)
  const question = JSON.stringify(input)
  const reload = useCallback(() => void askAgain.current?.(), [])
  useEffect(() => {
    let isCurrent = true
    const asked = JSON.parse(question) as RouteInput<Name> | null
    const ask = oneAtATime(async () => {
      if (asked === null || !isCurrent) return
      const response = await bridge.call(route, asked)
      if (!isCurrent) return
      if (response.ok) setQuery({ data: response.data, error: null, question })
      else setQuery(({ data }) => ({ data, error: response.error, question }))
    })
    askAgain.current = ask
    void ask()
    // Events were missed meanwhile.
    const stop = bridge.onReconnect(() => void ask())
    return () => {
      isCurrent = false
      stop()
    }
  }, [bridge, route, question])
  useEffect(() => {
    if (isOutdatedBy === undefined) return
    return bridge.on((event) => {
      if (isOutdatedBy(event)) reload()
    })
  })
  return { data: query.data, error: query.error, isCurrent: query.question === question, reload }
}
