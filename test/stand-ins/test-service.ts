/** The faulty service and the proxy before it, closed when the test ends. */
import { createServer } from 'node:net'
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

/** A port at which nobody listens, nor will: the system gives out none of these by itself, so no other test gets it meanwhile. */
export async function closedPort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return closedPort()
  await new Promise((resolve) => server.close(resolve))
  return port
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
