/** A proxy that makes tunnels (CONNECT) to one server on this computer, whatever name it is asked for, or refuses. */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listen } from './loopback.ts'

interface ConnectProxy {
  readonly address: string
  /** What tunnels were asked for, as `host:port`. */
  readonly asked: readonly string[]
  /** Requests that were no CONNECT: none of them is answered. */
  readonly others: readonly string[]
  /** Answers every wish for a tunnel with this status. */
  refuseWith: number | null
  /** `user:password` without which every wish for a tunnel is answered with 407. */
  wants: string | null
  /** Cuts the line instead of an answer to CONNECT. */
  cutsTunnels: boolean
  close(): Promise<void>
}

export async function startConnectProxy(targetPort: number): Promise<ConnectProxy> {
  const asked: string[] = []
  const others: string[] = []
  const server = createServer((request, response) => {
    others.push(`${request.method} ${request.url}`)
    response.writeHead(400).end()
  })
  server.on('connect', (request, near: Socket, head: Buffer) => {
    asked.push(request.url ?? '')
    if (proxy.cutsTunnels) return void near.destroy()
    if (proxy.wants !== null && request.headers['proxy-authorization'] !== basic(proxy.wants))
      return void near.end('HTTP/1.1 407 Who is it\r\nProxy-Authenticate: Basic realm="company"\r\n\r\n')
    if (proxy.refuseWith !== null) return void near.end(`HTTP/1.1 ${proxy.refuseWith} No\r\n\r\n`)
    const far = connect(targetPort, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.write(head)
      near.pipe(far).pipe(near)
    })
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  const { origin, close } = await listen(server)
  const proxy: ConnectProxy = {
    address: origin,
    asked,
    others,
    refuseWith: null,
    wants: null,
    cutsTunnels: false,
    close,
  }
  return proxy
}

function basic(account: string): string {
  return `Basic ${Buffer.from(account).toString('base64')}`
}

/** A certificate that nobody vouches for, with its key: worth nothing, for servers on loopback in tests. */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfOBFZ89IttylSP2s
RG/x7GIqIo5uGsP8JapJ5ESAhHihRANCAASPK/Km9dUi8/ch+fqySsPd7eOu7yp+
dI8M/TWmHTn9SSKj7pUsTRlEWzhf88bnc7Knq4eSIDo2Jm+HcwB6AjcD
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUTh2TrCDh8DP8FIcZw6A6TxcOYDwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzMjY0N1oYDzIxMjYxMDI4
MDMyNjQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASPK/Km9dUi8/ch+fqySsPd7eOu7yp+dI8M/TWmHTn9SSKj7pUsTRlE
Wzhf88bnc7Knq4eSIDo2Jm+HcwB6AjcDo28wbTAdBgNVHQ4EFgQUzhi7sXfY0wud
fgvBNetQnx7M2aEwHwYDVR0jBBgwFoAUzhi7sXfY0wudfgvBNetQnx7M2aEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgciucsUwZ/14Io4gT4ycYwZ9dcT5oHcVWHx8GQJCUJasCIDxl
B7GF52xDkXVikxPZFw32lYTkRtFzw14K1YAf2kOs
-----END CERTIFICATE-----`,
}
