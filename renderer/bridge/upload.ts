/** Uploads a file to the host (`POST /inputs` and its like), the same on both hosts. */
import type { Result } from '#contract/errors.ts'
import { HOST_AWAY, readResult } from './result.ts'

export interface HostEndpoint {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  /** The host's origin; empty for the page's own. */
  readonly origin?: string
  /** The host no longer accepts this page. */
  onEnded(): void
}

/** Posts `file` to `path`; its name travels in a header, and the date of a file that has one. */
export async function uploadTo<Data>(
  endpoint: HostEndpoint,
  path: string,
  file: Blob,
  name = '',
): Promise<Result<Data>> {
  try {
    const response = await endpoint.fetch(`${endpoint.origin ?? ''}${path}`, {
      method: 'POST',
      headers: {
        ...endpoint.headers,
        'content-type': file.type || 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
        ...('lastModified' in file && { 'x-file-modified': String(file.lastModified) }),
      },
      body: file,
    })
    if (response.status === 401 || response.status === 403) endpoint.onEnded()
    return readResult<Data>(await response.json())
  } catch {
    return HOST_AWAY
  }
}
