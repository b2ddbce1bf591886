/**
 * Finds services on this computer by where they usually are.
 *
 * Asks this computer alone, without a key and without a proxy, and waits for nobody long.
 */
import type { FoundService } from '#contract/services.ts'
import { isLoopback } from '../results/safe-address.ts'
import { createSend } from './client.ts'
import type { ServiceApi } from './service-api.ts'

const PATIENCE_MS = 1_500
const MOST_REQUESTS = 2

export interface UsualPlace {
  readonly api: ServiceApi
  readonly baseUrl: string
}

/** Those that answer as the service does, also where they want a key; in the order given. `now` in milliseconds since the epoch. */
export async function findServices(
  places: readonly UsualPlace[],
  now: number,
  patienceMs = PATIENCE_MS,
): Promise<readonly FoundService[]> {
  const own = places.filter(({ baseUrl }) => isLoopback(URL.parse(baseUrl)?.hostname ?? ''))
  const found = await Promise.all(own.map((place) => ask(place, now, AbortSignal.timeout(patienceMs))))
  return found.filter((one) => one !== null)
}

async function ask(
  { api, baseUrl }: UsualPlace,
  now: number,
  signal: AbortSignal,
): Promise<FoundService | null> {
  const send = createSend({ api, baseUrl }, now, signal, MOST_REQUESTS)
  const { reachable, authorized, message } = await api.test(send, { baseUrl })
  // Without a word about the key, something else answered.
  return reachable && authorized !== null ? { kind: api.kind, baseUrl, says: message } : null
}
