/**
 * A server of files that does with each what its plan says, and keeps book: what it holds, how many bytes left it, who came
 * with credentials, and who came where nobody may come.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { seededRandom } from './seeded-random.ts'
import {
  respondBadly,
  respondWell,
  type Content,
  type AssetFault,
  type AssetPlan,
} from './hostile-responses.ts'
import { noiseImage, sha256 } from './hostile-content.ts'
import { listen } from './loopback.ts'

export interface HostileAssets {
  readonly origin: string
  /** Every content that ever was offered for a file, whole, by its SHA-256. */
  versions(number: number): ReadonlySet<string>
  offer(plan: AssetPlan): void
  /** The address of a file as the service names it now; an expired one is signed anew. */
  address(number: number): string
  /** Bytes of bodies that left for a file. */
  sentBytes(number: number): number
  requests(number: number): number
  /** Called before each piece of a body leaves, with the bytes that left for the file so far. */
  onSent: ((number: number, sentBytes: number) => void) | null
  /** Requests that brought a cookie, an authorization or a referrer, and requests to where nobody may come. */
  readonly wrongs: readonly string[]
  close(): Promise<void>
}

interface Offered {
  readonly plan: AssetPlan
  readonly faults: AssetFault[]
  readonly versions: Set<string>
  /** The file's own, so that what happens to it does not hang on what happens to others meanwhile. */
  readonly random: () => number
  content: Content
  edition: number
  sentBytes: number
  requests: number
}

const EXPIRED = [401, 403, 404, 410, 200]

export async function startHostileAssets(seed: number): Promise<HostileAssets> {
  const offered = new Map<number, Offered>()
  const wrongs: string[] = []
  const inner = await listen(
    createServer((request, response) => {
      wrongs.push(`somebody came to ${request.url ?? ''} where nobody may come`)
      response.end()
    }),
  )

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const name of ['authorization', 'cookie', 'referer', 'proxy-authorization']) {
      if (request.headers[name] !== undefined) wrongs.push(`a request brought ${name}`)
    }
    const [, number = '', edition = ''] = /^\/(\d+)\.png\?sign=(\d+)/.exec(request.url ?? '') ?? []
    const file = offered.get(Number(number))
    if (!file) return void response.writeHead(404).end()
    file.requests++
    if (Number(edition) < file.edition) return expired(file, response)
    const isLoop = request.url?.endsWith('&loop') === true
    const fault = isLoop ? 'redirect loop' : file.faults.shift()
    if (fault === 'expired') {
      file.edition++
      return expired(file, response)
    }
    if (fault === 'changed') change(file)
    const asked = {
      request,
      response,
      plan: file.plan,
      content: file.content,
      share: file.random(),
      innerPort: inner.port,
      sent: (bytes: number) => {
        file.sentBytes += bytes
        service.onSent?.(file.plan.number, file.sentBytes)
      },
    }
    await (fault === undefined || fault === 'changed' ? respondWell(asked) : respondBadly(fault, asked))
  }
  const expired = (file: Offered, response: ServerResponse): void => {
    const status = EXPIRED[file.edition % EXPIRED.length] ?? 404
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html><title>Expired</title>')
  }

  const outer = await listen(
    createServer((request, response) => {
      response.on('error', () => undefined)
      answer(request, response).catch(() => response.destroy())
    }),
  )
  const service: HostileAssets = {
    origin: outer.origin,
    wrongs,
    onSent: null,
    offer: (plan) => {
      const file: Offered = {
        plan,
        faults: [...plan.faults],
        versions: new Set(),
        random: seededRandom(seed + plan.number),
        content: { bytes: Buffer.alloc(0), etag: null },
        edition: 1,
        sentBytes: 0,
        requests: 0,
      }
      offered.set(plan.number, file)
      change(file)
    },
    versions: (number) => offered.get(number)?.versions ?? new Set(),
    address: (number) => `${service.origin}/${number}.png?sign=${offered.get(number)?.edition ?? 0}`,
    sentBytes: (number) => offered.get(number)?.sentBytes ?? 0,
    requests: (number) => offered.get(number)?.requests ?? 0,
    close: async () => {
      await Promise.all([outer.close(), inner.close()])
    },
  }
  return service
}

/** Puts another content in the file's place, under another tag. */
function change(file: Offered): void {
  const { number, sizeBytes, tag } = file.plan
  const version = file.versions.size
  const bytes = noiseImage(number * 8 + version, sizeBytes + version * 10)
  const name = `"${sha256(bytes).slice(0, 32)}"`
  file.versions.add(sha256(bytes))
  file.content = { bytes, etag: tag === 'none' ? null : tag === 'weak' ? `W/${name}` : name }
}
