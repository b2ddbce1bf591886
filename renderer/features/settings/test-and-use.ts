/** Adds a service that answers and takes its key, and makes it the one in use. */
import { useState } from 'react'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import type { RouteInput } from '#contract/routes.ts'
import type { Bridge } from '#renderer/bridge/bridge.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Capabilities } from '#contract/services.ts'
import type { Call } from '#renderer/bridge/use-call.ts'
import { useFormatter } from '#renderer/ui/text.ts'

interface UsedService {
  readonly name: string
  /** How many models it lists; 0 where it does not say. */
  readonly models: number
}

/** A service that fails the test is not added; the failure names the field that it is about. `key`: what it takes. */
export async function testAndUse(
  bridge: Bridge,
  service: RouteInput<'profiles.create'>,
  key: Capabilities['key'],
): Promise<RenderedResult<UsedService>> {
  const created = await bridge.call('profiles.create', service)
  if (!created.ok) return created
  const { id, name } = created.data
  const problem = await problemOf(bridge, id, key === 'required', service.apiKey !== undefined)
  const used = problem ?? (await bridge.call('profiles.activate', { id }))
  if (!used.ok) {
    await bridge.call('profiles.remove', { id })
    return used
  }
  const models = await bridge.call('models.list', { refresh: true })
  return { ok: true, data: { name, models: models.ok ? models.data.items.length : 0 } }
}

async function problemOf(
  bridge: Bridge,
  id: string,
  needsKey: boolean,
  hasKey: boolean,
): Promise<{ readonly ok: false; readonly error: RenderedFailure } | null> {
  const test = await bridge.call('profiles.test', { id })
  if (!test.ok) return test
  const { reachable, authorized, message } = test.data
  if (reachable && (authorized === true || (authorized === null && !needsKey))) return null
  const field = (needsKey && !hasKey) || authorized === false ? 'apiKey' : 'baseUrl'
  return { ok: false, error: { code: 'invalid_input', message, field } }
}

/** A connection test and its result in words. */
export function useConnectionTest(run: Call['run']) {
  const { text, number } = useFormatter()
  const [found, setFound] = useState<string | null>(null)
  async function test(
    call: Promise<RenderedResult<Pick<ProfileTest, 'reachable' | 'message' | 'latencyMs'>>>,
  ): Promise<void> {
    setFound(null)
    const result = await run(call)
    if (result === null) return
    const { reachable, message, latencyMs } = result
    setFound(reachable ? text('connection.found', { message, ms: number(latencyMs) }) : message)
  }
  return { found, test }
}
