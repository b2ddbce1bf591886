/** The fake WebUI, closed when the test ends. */
import { onTestFinished } from 'vitest'
import { startSdWebui, type SdWebui } from './sd-webui.ts'

export async function openSdWebui(): Promise<SdWebui> {
  const service = await startSdWebui()
  onTestFinished(() => service.close())
  return service
}
