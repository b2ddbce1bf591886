/** How long requests would take and what they would cost, as far as the host knows: asked once the form has stood still. */
import { useEffect, useState } from 'react'
import type { RenderedFailure } from '#contract/errors.ts'
import type { BatchForecast } from '#contract/queue.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHostState, useHost } from '#renderer/bridge/host.tsx'
import type { Estimate } from '#contract/spending.ts'
import { amountsText, leftText, priceText } from '#renderer/ui/amount-fields.tsx'
import type { Formatter } from '#renderer/ui/text.ts'
import { useForm } from '../create-context.ts'
import { useSettledQuery } from '../use-settled-query.ts'
import { SEED_KEYS } from './plan-axes.ts'

type ForecastRequests = RouteInput<'queue.forecast'>['requests']
type EstimateRequests = RouteInput<'spending.estimate'>['requests']

/** What the host said of the requests given, never of those before them; both null while it is not known. */
export interface Told<Data> {
  readonly data: Data | null
  readonly problem: RenderedFailure | null
}

const NOTHING_TOLD = { data: null, problem: null }

/** Asked again with each task that ends. */
export function useForecast(requests: ForecastRequests | null): Told<BatchForecast> {
  const saved = useHostState('queue', ({ queue }) => queue?.counts.saved ?? 0)
  const told = useSettledQuery(
    requests,
    (bridge, asked) => bridge.call('queue.forecast', { requests: asked }),
    saved,
  )
  return told.isCurrent ? told : NOTHING_TOLD
}

/** What is asked of the host: requests that differ in prompt and seed alone take as long as each other. */
export function forecastRequests(requests: readonly GenerateRequest[]): ForecastRequests {
  return grouped(
    requests.map(({ provider, model, mediaType, scene, options }) => ({
      provider,
      model,
      mediaType,
      scene,
      options: withoutSeed(options),
      count: 1,
    })),
  )
}

/** The same for what they cost, which may go by how long the prompt is. */
export function estimateRequests(requests: readonly GenerateRequest[]): EstimateRequests {
  return grouped(
    requests.map(({ provider, model, mediaType, scene, options, prompt = '' }) => ({
      provider,
      model,
      mediaType,
      scene,
      options: withoutSeed(options),
      characters: prompt.length,
      count: 1,
    })),
  )
}

function withoutSeed(options: GenerateRequest['options']) {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([key]) => !SEED_KEYS.includes(key)))
}

function grouped<Asked extends { count: number }>(requests: readonly Asked[]): Asked[] {
  const groups = new Map<string, Asked>()
  for (const request of requests) {
    const key = JSON.stringify(request)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...request })
    else group.count += 1
  }
  return [...groups.values()]
}

export function useEstimate(requests: EstimateRequests | null): Told<Estimate> {
  const { bridge } = useHost()
  const profileId = useForm((form) => form.profileId)
  const [version, setVersion] = useState(0)
  useEffect(
    () =>
      bridge.on(({ name }) => {
        if (name === 'spending.changed' || name === 'settings.changed') setVersion((before) => before + 1)
      }),
    [bridge],
  )
  const told = useSettledQuery(
    requests === null || profileId === '' ? null : { profileId, requests },
    (asking, question) => asking.call('spending.estimate', question),
    version,
  )
  return told.isCurrent ? told : NOTHING_TOLD
}

/** What stands at the button: the price of this press, of each result where it makes several, and what the caps leave. */
export function pressPrice(estimate: Estimate, results: number, formatter: Formatter): readonly string[] {
  const { amounts, unpriced, isFree } = estimate
  if (isFree) return []
  const each = amounts.map(({ unit, value }) => ({ unit, value: value / results }))
  const isShared = results > 1 && unpriced === 0 && amounts.length > 0
  const left = leftText(estimate, formatter)
  return [
    priceText(estimate, formatter),
    ...(isShared ? [formatter.text('price.each', { amounts: amountsText(each, formatter) })] : []),
    ...(left === null ? [] : [left]),
  ]
}

/** What the question before a batch says of its price; nothing of what is not known yet. */
export function priceValues(isFree: boolean, estimate: Estimate | null, formatter: Formatter) {
  // Of a service that is free a single model may not be.
  if (isFree && estimate?.isFree !== false) return { known: 'free', price: '' }
  if (estimate === null) return { known: 'asked', price: '' }
  return { known: estimate.amounts.length === 0 ? 'no' : 'yes', price: priceText(estimate, formatter) }
}
