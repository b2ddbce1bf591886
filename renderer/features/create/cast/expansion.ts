/** What the cast makes of the requests of a plan: asked of the host once the form has stood still, and nothing without a handle. */
import { useEffect, useMemo, useState } from 'react'
import type { CastUse, ExpandedRequest } from '#contract/cast.ts'
import { handleKey, handlesIn } from '#contract/rules/handles.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHost } from '../../../bridge/host.tsx'
import { useForm } from '../create-context.ts'
import { useSettledQuery } from '../use-settled-query.ts'

/** Requests that one call may ask about. */
const MAX_ASKED = 1_000

export interface Expansion {
  /** What is sent in place of the requests; null while that is not known. */
  readonly requests: readonly GenerateRequest[] | null
  /** What is said of it; null where no prompt has a handle, and until it is known. It stands while the next is asked. */
  readonly cast: CastNotes | null
}

/** What the cast adds to the requests of one press. */
export interface CastNotes {
  /** Each member once, as the first request has it. */
  readonly uses: readonly CastUse[]
  /** Handles of nobody, each once, without `@`. */
  readonly unknown: readonly string[]
  readonly refusal: string | null
}

export function useExpansion(requests: readonly GenerateRequest[]): Expansion {
  const { bridge } = useHost()
  const profileId = useForm((form) => form.profileId)
  const [version, setVersion] = useState(0)
  useEffect(
    () => bridge.on(({ name }) => name === 'cast.changed' && setVersion((before) => before + 1)),
    [bridge],
  )
  const isAsked = useMemo(() => requests.length <= MAX_ASKED && requests.some(mentions), [requests])
  const question = isAsked && profileId !== '' ? { profileId, requests: [...requests] } : null
  const { data, problem, isCurrent } = useSettledQuery(
    question,
    (asking, asked) => asking.call('cast.expand', asked),
    version,
  )
  const items = data?.items ?? null
  const cast = useMemo(() => items && castNotes(items), [items])
  const expanded = useMemo(() => items?.map(({ request }) => request) ?? null, [items])
  if (question === null) return { requests, cast: null }
  // What the host could not say is told by the press.
  if (problem !== null) return { requests, cast: null }
  return { requests: isCurrent ? expanded : null, cast }
}

function mentions({ prompt = '' }: GenerateRequest): boolean {
  return handlesIn(prompt).length > 0
}

export function castNotes(items: readonly ExpandedRequest[]): CastNotes {
  const uses = new Map<string, CastUse>()
  const unknown = new Map<string, string>()
  for (const item of items) {
    for (const use of item.uses) if (!uses.has(use.memberId)) uses.set(use.memberId, use)
    for (const handle of item.unknown)
      if (!unknown.has(handleKey(handle))) unknown.set(handleKey(handle), handle)
  }
  const refusal = items.find((item) => item.refusal !== undefined)?.refusal
  return { uses: [...uses.values()], unknown: [...unknown.values()], refusal: refusal?.text ?? null }
}
