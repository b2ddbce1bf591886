/**
 * The HTTP client for files: follows redirects itself, checks the address of every hop, and takes credentials to no other origin
 * than that of the address it was given.
 *
 * What a response means for the file is the caller's business.
 */
import type { LookupFunction } from 'node:net'
import type * as undici from 'undici'
import type { Dispatcher } from 'undici'
import { message } from '#contract/messages/message.ts'
import { straight, type FindProxy } from '#core/ports/shell.ts'
import { findRoute } from '#core/network/find-route.ts'
import { asksSignIn } from '#core/network/proxy-refusal.ts'
import { retryAfterMs } from '#core/network/retry-after.ts'
import type { DownloadLimits } from './limits.ts'
import { problem, type DownloadProblem } from './problem.ts'
import {
  guardedLookup,
  RefusedName,
  refusedAddress,
  refusedPlain,
  withTls,
  type AddressRefusal,
} from '../../network/safe-address.ts'

const MAX_IDLE_BYTES = 16 * 1024

/** Where files may be fetched from; the rules of safe-address.ts unless told otherwise. */
export interface AddressGuard {
  /** Why an address may not be fetched, or null. */
  refused(url: URL): AddressRefusal | null
  /** For connections with TLS, and for plain ones. */
  lookup(plain: boolean): LookupFunction
}

export interface FileResponse extends HttpResponse {
  readonly kind: 'response'
  /** Where the last redirect led. */
  readonly url: URL
}

/** The headers that a file at this URL is asked for with, beside what every file is; none for most. */
export type Credentials = (url: URL) => Readonly<Record<string, string>>

/** Keeps connections for the next request. */
export interface FileClient {
  /** Returns every problem but a failed connection. @throws Error when the connection fails, and when `signal` aborts. */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    credentials?: Credentials,
  ): Promise<FileResponse | DownloadProblem>
  close(): Promise<void>
}

export function guardFor(allowLocal: boolean, ownHost?: string): AddressGuard {
  return {
    refused: (url) => refusedAddress(url, allowLocal),
    lookup: (plain) => guardedLookup(allowLocal, plain, undefined, ownHost),
  }
}

export function createFileClient(
  guard: AddressGuard,
  limits: DownloadLimits,
  findProxy: FindProxy = straight,
): FileClient {
  /** By the proxy's address: the user may change it meanwhile. */
  const proxied = new Map<string, Dispatcher>()
  const through = ({ ProxyAgent }: typeof undici, proxy: string): Dispatcher => {
    const known = proxied.get(proxy)
    if (known) return known
    const agent = new ProxyAgent({
      uri: proxy,
      proxyTunnel: true,
      allowH2: false,
      connectTimeout: limits.connectMs,
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
    })
    proxied.set(proxy, agent)
    return agent
  }
  /** @throws Error with the code `EPRIVATE` where the name must not be connected to. */
  const dispatcherFor = async (url: URL): Promise<Dispatcher> => {
    const isPlain = url.protocol === 'http:'
    const proxy = await findRoute(url, findProxy, guard.lookup(isPlain))
    // Loaded with the first file, to keep it out of the start.
    const loaded = await import('undici')
    return proxy === null ? straightAgent(loaded, isPlain) : through(loaded, proxy)
  }
  const direct = new Map<boolean, Dispatcher>()
  const straightAgent = ({ Agent }: typeof undici, isPlain: boolean): Dispatcher => {
    const known = direct.get(isPlain)
    if (known) return known
    const agent = new Agent({
      // One file at a time per connection: its end then affects no other file.
      allowH2: false,
      connect: { lookup: guard.lookup(isPlain), timeout: limits.connectMs },
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
    })
    direct.set(isPlain, agent)
    return agent
  }
  const get: FileClient['get'] = async (address, headers, signal, credentials = () => ({})) => {
    let url = URL.parse(address)
    const firstOrigin = url?.origin
    if (!url) return problem('reread', 'unreadable_answer', 'results.addressUnreadable')
    for (let hop = 0; hop <= limits.mostRedirects; hop++) {
      const given: URL = url
      const reason = guard.refused(given) ?? (await refusedPlain(given, guard.lookup(true)))
      const secure = reason === 'unsafeProtocol' ? withTls(given) : null
      url = secure ?? given
      const refused = secure ? guard.refused(secure) : reason
      if (refused !== null) return refusedProblem(refused, url.hostname, url.protocol)
      const agent = await dispatcherFor(url)
      signal.throwIfAborted()
      const own = url.origin === firstOrigin ? credentials(url) : {}
      const all = { accept: '*/*', 'accept-encoding': 'identity', ...headers, ...own }
      const response = await httpGet(agent, url, all, signal).catch((error: unknown) => {
        if (!secure || signal.aborted || isUnresolved(error)) throw error
        return null
      })
      // Another address may have it: this one does not.
      if (!response) return { ...refusedProblem('unsafeProtocol', given.hostname), next: 'reread' }
      const location = response.header('location')
      if (response.status < 300 || response.status >= 400 || location === null) {
        return { kind: 'response', url, ...response }
      }
      await drain(response)
      url = URL.parse(location, url.href)
      if (!url) return problem('reread', 'unreadable_answer', 'results.redirectUnreadable')
    }
    return problem('reread', 'unreadable_answer', 'results.redirectsForever')
  }
  return {
    get,
    close: async () => {
      const all = [...direct.values(), ...proxied.values()]
      await Promise.all(all.map((agent) => agent.destroy()))
    },
  }
}

/** The client with these for every address it is given. */
export function withCredentials(client: FileClient, credentials: Credentials | undefined): FileClient {
  if (!credentials) return client
  return { ...client, get: (url, headers, signal) => client.get(url, headers, signal, credentials) }
}

/** Reads the body of a redirect where it is short, so that the connection can be reused. */
async function drain({ header, body }: HttpResponse): Promise<void> {
  const length = Number(header('content-length') ?? Number.NaN)
  let read = 0
  for await (const chunk of length <= MAX_IDLE_BYTES ? body : []) read += chunk.length
  if (read !== length) body.cancel()
}

export function requestedWaitMs(response: FileResponse): number | null {
  return retryAfterMs(response.header('retry-after'), response.header('date'), Date.now())
}

export function problemOfConnection(error: unknown): DownloadProblem {
  // A name may lead elsewhere later: a captive portal answers all of them with itself.
  if (error instanceof RefusedName) return { ...refusedProblem(error.refusal, error.hostname), next: 'wait' }
  const said = asksSignIn(error)
    ? message('shared.proxySignIn')
    : message('results.unreachable', { reason: reasonOf(error) })
  return problem('wait', 'service_unavailable', said)
}

/** A name is refused for its protocol only where that is http. */
function refusedProblem(refusal: AddressRefusal, host: string, protocol = 'http:'): DownloadProblem {
  return problem('never', 'unsafe_content', message(`results.refused.${refusal}`, { host, protocol }))
}

/** No host was asked yet. */
function isUnresolved(error: unknown): boolean {
  return error instanceof RefusedName || /^(?:ENOTFOUND|EAI_AGAIN)$/.test(reasonOf(error))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** Pauses the connection at the first and resumes it below the second, so that a slow disk does not fill the memory. */
const PAUSE_AT_BYTES = 256 * 1024
const RESUME_BELOW_BYTES = 128 * 1024

interface Body extends AsyncIterable<Uint8Array> {
  /** Closes the connection unless the body has ended. */
  cancel(): void
}

interface HttpResponse {
  readonly status: number
  /** The first value of a header, by its name in lower case, or null. */
  header(name: string): string | null
  readonly body: Body
}

/** @throws Error when the connection fails before the headers arrive, and the reason of `signal`. */
function httpGet(
  dispatcher: Dispatcher,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    let controller: Dispatcher.DispatchController | null = null
    const body = createBufferedBody(() => controller)
    const abort = (): void => controller?.abort(signal.reason as Error)
    const removeListener = (): void => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers: { ...headers } },
      {
        onRequestStart: (given) => {
          controller = given
          if (signal.aborted) abort()
        },
        onResponseStart: (_, status, given) => {
          // An informational response comes before the one that counts (RFC 9110, 15.2).
          if (status < 200) return
          const header = (name: string): string | null => {
            const value = given[name]
            return (Array.isArray(value) ? value[0] : value) ?? null
          }
          resolve({ status, header, body })
        },
        onResponseData: (_, chunk) => body.push(chunk),
        onResponseEnd: () => {
          removeListener()
          body.end(null)
        },
        onResponseError: (_, error) => {
          removeListener()
          reject(error)
          body.end(error)
        },
      },
    )
  })
}

interface BufferedBody extends Body {
  push(chunk: Uint8Array): void
  /** With the error that ended it, or null. */
  end(error: Error | null): void
}

function createBufferedBody(controller: () => Dispatcher.DispatchController | null): BufferedBody {
  const chunks: Uint8Array[] = []
  let bufferedBytes = 0
  let ended: { readonly error: Error | null } | null = null
  let wake: (() => void) | null = null
  const cancel = (): void => {
    chunks.length = 0
    if (!ended) controller()?.abort(new Error('The body was cancelled.'))
  }
  const read = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const chunk = chunks.shift()
        if (chunk) {
          bufferedBytes -= chunk.length
          if (bufferedBytes < RESUME_BELOW_BYTES && controller()?.paused) controller()?.resume()
          yield chunk
        } else if (ended) {
          if (ended.error) throw ended.error
          return
        } else {
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    } finally {
      cancel()
    }
  }
  return {
    [Symbol.asyncIterator]: read,
    cancel,
    push: (chunk) => {
      chunks.push(chunk)
      bufferedBytes += chunk.length
      if (bufferedBytes >= PAUSE_AT_BYTES) controller()?.pause()
      wake?.()
    },
    end: (error) => {
      ended = { error }
      wake?.()
    },
  }
}
