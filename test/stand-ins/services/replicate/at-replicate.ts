/** The stand-in of Replicate and the core with a profile at it, closed when the test ends. */
import { onTestFinished } from 'vitest'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { REPLICATE_KEY, startReplicate, type Replicate } from './replicate.ts'

export const FLUX = { provider: 'replicate', model: 'black-forest-labs/flux-schnell', prompt: 'a red fox' }

export async function openAtReplicate(): Promise<{
  readonly app: TestApp
  readonly service: Replicate
  readonly profileId: string
}> {
  const app = await openTestApp()
  // The held clock is the service's too: its list of predictions has times.
  const service = await startReplicate(() => app.clock.now())
  onTestFinished(() => service.close())
  const profile = {
    name: 'Mine',
    kind: 'replicate',
    baseUrl: service.baseUrl,
    apiKey: REPLICATE_KEY,
  } as const
  const { id } = await app.ask('profiles.create', profile)
  await app.ask('profiles.activate', { id })
  return { app, service, profileId: id }
}
