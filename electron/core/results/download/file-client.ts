/**
 * One request for a file: without credentials, redirects followed by hand, every hop checked, and the answer's head read.
 *
 * Through a proxy it is the proxy that looks a name up and connects. So the name's addresses are looked up and checked here
 * before the proxy is asked, and a name that only the proxy knows is not fetched. What the proxy then finds under the name
 * cannot be checked here.
 *
 * What an answer means for the file is the caller's business.
 */
import type { LookupFunction } from 'node:net'
import type * as undici from 'undici'
import type { Dispatcher } from 'undici'
import { straight, type FindProxy } from '../../ports/proxy.ts'
import { retryAfterMs } from '../../service/transport/retry-after.ts'
import { checkName } from './check-name.ts'
import { exchange, type Exchanged } from './http-get.ts'
import type { DownloadLimits } from './limits.ts'
import { problem, type DownloadProblem } from './problem.ts'
import { guardedLookup, refusedAddress } from '../safe-address.ts'

const MOST_IDLE_BYTES = 16 * 1024

/** Where files may be fetched from; the rules of safe-address.ts unless told otherwise. */
export interface AddressGuard {
  /** Why an address may not be fetched, or null. */
  refused(url: URL): string | null
  /** For connections with TLS, and for plain ones. */
  lookup(plain: boolean): LookupFunction
}

export interface FileAnswer extends Exchanged {
  readonly kind: 'answer'
  /** Where the last redirect led. */
  readonly url: URL
}

/** Connections to the hosts of files, kept for the next request. */
export interface FileDoor {
  /** Every problem but a refusing connection, which throws. @throws also when `signal` aborts. */
  ask(
    url: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<FileAnswer | DownloadProblem>
  close(): Promise<void>
}

export function guardFor(allowLocal: boolean): AddressGuard {
  return {
    refused: (url) => refusedAddress(url, allowLocal),
    lookup: (plain) => guardedLookup(allowLocal, plain),
  }
}

export function createFileDoor(
  guard: AddressGuard,
  limits: DownloadLimits,
  findProxy: FindProxy = straight,
): FileDoor {
  /** By the proxy's address: the user may choose another one meanwhile. */
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
  /** @throws where the name leads where it must not, as connecting does. */
  const dispatcherFor = async (url: URL): Promise<Dispatcher> => {
    const isPlain = url.protocol === 'http:'
    const proxy = await findProxy(url)
    // Loaded for the first file, so that no start waits for it.
    const loaded = await import('undici')
    if (proxy === null) return straightAgent(loaded, isPlain)
    await checkName(guard.lookup(isPlain), url.hostname)
    return through(loaded, proxy)
  }
  const direct = new Map<boolean, Dispatcher>()
  const straightAgent = ({ Agent }: typeof undici, isPlain: boolean): Dispatcher => {
    const known = direct.get(isPlain)
    if (known) return known
    const agent = new Agent({
      // One file at a time on a connection: its end is then the end of nothing else.
      allowH2: false,
      connect: { lookup: guard.lookup(isPlain), timeout: limits.connectMs },
      headersTimeout: limits.silenceMs,
      bodyTimeout: limits.silenceMs,
    })
    direct.set(isPlain, agent)
    return agent
  }
  const ask: FileDoor['ask'] = async (asked, headers, signal) => {
    let url = URL.parse(asked)
    if (!url) return problem('reread', 'unreadable_answer', "The file's address is not one that can be read.")
    for (let hop = 0; hop <= limits.mostRedirects; hop++) {
      const refused = guard.refused(url)
      if (refused !== null) return problem('never', 'unsafe_content', `The file was not fetched: ${refused}.`)
      const agent = await dispatcherFor(url)
      signal.throwIfAborted()
      const all = { accept: '*/*', 'accept-encoding': 'identity', ...headers }
      const answer: Exchanged = await exchange(agent, url, all, signal)
      const location = answer.header('location')
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        return { kind: 'answer', url, ...answer }
      }
      await finish(answer)
      url = URL.parse(location, url.href)
      if (!url) return problem('reread', 'unreadable_answer', 'The address leads nowhere.')
    }
    return problem('reread', 'unreadable_answer', 'The address redirects without end.')
  }
  return {
    ask,
    close: async () => {
      const all = [...direct.values(), ...proxied.values()]
      await Promise.all(all.map((agent) => agent.destroy()))
    },
  }
}

/** The words of a redirect are read only where they are few, so that the connection can be used again. */
async function finish({ header, body }: Exchanged): Promise<void> {
  const length = Number(header('content-length') ?? Number.NaN)
  let read = 0
  for await (const chunk of length <= MOST_IDLE_BYTES ? body : []) read += chunk.length
  if (read !== length) body.leave()
}

/** What the file's server asks for before it is asked again, or null. */
export function askedWaitMs(answer: FileAnswer): number | null {
  return retryAfterMs(answer.header('retry-after'), answer.header('date'), Date.now())
}

/** The problem in a request or a connection that failed. */
export function problemOfConnection(error: unknown): DownloadProblem {
  const reason = reasonOf(error)
  if (reason === 'EPRIVATE') {
    const words = error instanceof Error ? error.message : reason
    return problem('never', 'unsafe_content', `The file was not fetched: ${words}.`)
  }
  return problem('wait', 'service_unavailable', `The file cannot be fetched now (${reason}).`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
