/** Sends bytes to one of the host's doors for files (`POST /inputs` and its like), the same on both hosts. */
import type { Result } from '#contract/errors.ts'
import { HOST_AWAY, readAnswer } from './answer.ts'

export interface UploadDoor {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  /** The host's origin; empty for the page's own. */
  readonly origin?: string
  /** The host no longer accepts this page. */
  onEnded(): void
}

/** Posts `file` to `path`; its name travels in a header, and the date of a file that has one. */
export async function uploadTo<Data>(
  door: UploadDoor,
  path: string,
  file: Blob,
  name = '',
): Promise<Result<Data>> {
  try {
    const response = await door.fetch(`${door.origin ?? ''}${path}`, {
      method: 'POST',
      headers: {
        ...door.headers,
        'content-type': file.type || 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
        ...('lastModified' in file && { 'x-file-modified': String(file.lastModified) }),
      },
      body: file,
    })
    if (response.status === 401 || response.status === 403) door.onEnded()
    return readAnswer<Data>(await response.json())
  } catch {
    return HOST_AWAY
  }
}
