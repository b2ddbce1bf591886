/** The faulty service and the proxy before it, closed when the test ends. */
import { onTestFinished } from 'vitest'
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
