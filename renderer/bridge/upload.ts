/** Sends a file's bytes to `POST /inputs`, the same on both hosts. */
import type { Result } from '#contract/errors.ts'
import type { InputMedia } from '#contract/input.ts'
import { HOST_AWAY, readAnswer } from './answer.ts'

export interface UploadDoor {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  /** Where `/inputs` is; empty for the page's own origin. */
  readonly origin?: string
  /** The host no longer accepts this page. */
  onEnded(): void
}

export async function uploadTo(door: UploadDoor, file: Blob, name: string): Promise<Result<InputMedia>> {
  try {
    const response = await door.fetch(`${door.origin ?? ''}/inputs`, {
      method: 'POST',
      headers: {
        ...door.headers,
        'content-type': file.type || 'application/octet-stream',
        'x-file-name': encodeURIComponent(name),
      },
      body: file,
    })
    if (response.status === 401 || response.status === 403) door.onEnded()
    return readAnswer<InputMedia>(await response.json())
  } catch {
    return HOST_AWAY
  }
}
