/** One download: from a service that gives every file one response, or from an address. */
import { join } from 'node:path'
import { createDownloader, download, type DownloadOptions } from '#core/results/download/download.ts'
import type { DownloadLimits } from '#core/results/download/limits.ts'
import type { FaultyResponse } from './faulty-responses.ts'
import { makeTempDir } from './temp-dir.ts'
import { openFaultyService } from './test-service.ts'

export async function fetchFrom(
  answer: FaultyResponse,
  limits: Partial<DownloadLimits> = {},
  more: Partial<DownloadOptions> = {},
) {
  const service = await openFaultyService()
  service.always('file', answer)
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

/** One download of an address. */
export async function fetchUrl(url: string, allowLocal = true) {
  const partPath = join(await makeTempDir(), 'x.part')
  const { signal } = new AbortController()
  return { result: await download({ kind: 'url', url }, { partPath, allowLocal, signal }), partPath }
}
