/** The faulty service and the proxy before it, closed when the test ends. */
import { onTestFinished } from 'vitest'
import { sendRequest, type ServiceRequest } from '#core/service/transport/send-request.ts'
import { startFaultyService, type FaultyService } from './faulty-service.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export async function openFaultyService(): Promise<FaultyService> {
  const service = await startFaultyService()
  onTestFinished(() => service.close())
  return service
}

export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy(targetPort)
  onTestFinished(() => proxy.close())
  return proxy
}

/** A port on loopback where nobody listens. */
export async function closedPort(): Promise<number> {
  const service = await startFaultyService()
  await service.close()
  return service.port
}

/** One submission, by the function that sends every request. */
export function postGenerate(baseUrl: string, more: Partial<ServiceRequest> = {}) {
  return sendRequest({
    method: 'POST',
    url: `${baseUrl}/api/v1/generate`,
    apiKey: 'canary-key',
    body: JSON.stringify({ prompt: 'x'.repeat(2_000) }),
    timeoutMs: 30_000,
    ...more,
  })
}
