/** Stand-ins for services, closed when the test ends. */
import { onTestFinished } from 'vitest'
import { openTestApp, connectTo, type TestApp } from '../test-app.ts'
import { startComfyui, type Comfyui } from './comfyui/comfyui.ts'
import { REPLICATE_KEY, startReplicate, type Replicate } from './replicate/replicate.ts'
import { startSdWebui, type SdWebui } from './sd-webui/sd-webui.ts'

export async function openComfyui(checkpoints?: readonly string[]): Promise<Comfyui> {
  const service = await startComfyui(checkpoints)
  onTestFinished(() => service.close())
  return service
}

export async function openSdWebui(): Promise<SdWebui> {
  const service = await startSdWebui()
  onTestFinished(() => service.close())
  return service
}

export const FLUX = { provider: 'replicate', model: 'black-forest-labs/flux-schnell', prompt: 'a red fox' }

/** The stand-in of Replicate and the core with a profile at it. */
export async function openAtReplicate(): Promise<{
  readonly app: TestApp
  readonly service: Replicate
  readonly profileId: string
}> {
  const app = await openTestApp()
  // The held clock is the service's too: its list of predictions has times.
  const service = await startReplicate(() => app.clock.now())
  onTestFinished(() => service.close())
  const { baseUrl } = service
  const profileId = await connectTo(app, { kind: 'replicate', baseUrl, apiKey: REPLICATE_KEY })
  return { app, service, profileId }
}
