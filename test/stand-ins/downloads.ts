/** One download: from a service that gives every file one response, or from an address. */
import { join } from 'node:path'
import { channel } from 'node:diagnostics_channel'
import { createDownloader, download, type DownloadOptions } from '#core/results/download/download.ts'
import type { DownloadLimits } from '#core/results/download/limits.ts'
import type { FaultyResponse } from './faulty-responses.ts'
import { makeTempDir } from './temp-dir.ts'
import { openFaultyService } from './test-service.ts'

export async function fetchFrom(
  response: FaultyResponse,
  limits: Partial<DownloadLimits> = {},
  more: Partial<DownloadOptions> = {},
) {
  const service = await openFaultyService()
  service.always('file', response)
  const partPath = join(await makeTempDir(), 'x.part')
  const downloader = createDownloader({ limits })
  try {
    const { signal } = new AbortController()
    const url = `${service.baseUrl}/files/x`
    const result = await downloader.fetch(
      { kind: 'url', url },
      { partPath, allowLocal: true, signal, ...more },
    )
    return { result, partPath, service }
  } finally {
    await downloader.close()
  }
}

export function serve(bytes: Uint8Array, headers: Record<string, string | number> = {}): FaultyResponse {
  return { name: '200', give: ({ response }) => void response.writeHead(200, headers).end(bytes) }
}

export async function fetchUrl(url: string, allowLocal = true) {
  const partPath = join(await makeTempDir(), 'x.part')
  const { signal } = new AbortController()
  return { result: await download({ kind: 'url', url }, { partPath, allowLocal, signal }), partPath }
}

/** Counts what undici hands out of bodies, by the path of the request, as it says on its diagnostics channel. */
interface ReceivedBytes {
  /** Of all requests for this path, whatever their query. */
  of(path: string): number
  stop(): void
}

export function countReceivedBytes(): ReceivedBytes {
  const counts = new Map<string, number>()
  const chunks = channel('undici:request:bodyChunkReceived')
  const count = (message: unknown): void => {
    const { request, chunk } = message as { request: { path: string }; chunk: Uint8Array }
    const path = request.path.split('?')[0] ?? ''
    counts.set(path, (counts.get(path) ?? 0) + chunk.length)
  }
  chunks.subscribe(count)
  return {
    of: (path) => counts.get(path) ?? 0,
    stop: () => {
      chunks.unsubscribe(count)
    },
  }
}

export interface RangedFile {
  readonly bytes: Buffer
  /** As it stands in the header; none unless given. */
  readonly etag?: string
  /** The connection ends after so many bytes of this answer. */
  readonly cutAfter?: number
  /** The connection stays open and silent after so many bytes of this answer. */
  readonly stallAfter?: number
  /** What comes besides, or instead. */
  readonly headers?: Readonly<Record<string, string>>
}

/** One answer; a range is honoured where If-Range names the tag. */
export function rangedFile({ bytes, etag, cutAfter, stallAfter, headers }: RangedFile): FaultyResponse {
  return {
    name: 'file',
    give: ({ request, response }) => {
      const asked = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const from = request.headers['if-range'] === etag ? asked : 0
      const body = bytes.subarray(from)
      const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
      response.writeHead(from > 0 ? 206 : 200, {
        'content-type': 'image/png',
        'content-length': body.length,
        ...(etag === undefined ? {} : { etag }),
        ...(from > 0 ? range : {}),
        ...headers,
      })
      const upTo = cutAfter ?? stallAfter
      if (upTo === undefined) response.end(body)
      else response.write(body.subarray(0, upTo), () => cutAfter !== undefined && response.destroy())
    },
  }
}
