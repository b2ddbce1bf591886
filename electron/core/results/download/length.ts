/** Asks a file's server for its length again. */
import { isEncoded } from './decode.ts'
import type { FileClient } from './file-client.ts'

/**
 * The length of the file, or null where it cannot be had. Where the server does not state it, counts the bytes up to a little
 * more than `enoughBytes`.
 */
export async function fetchLength(
  url: string,
  enoughBytes: number,
  client: FileClient,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const response = await client.get(url, {}, signal)
    if (response.kind === 'problem') return null
    const stated = response.status !== 200 || isEncoded(response) ? '' : response.header('content-length')
    let countedBytes = 0
    for await (const chunk of stated === null ? response.body : []) {
      countedBytes += chunk.length
      if (countedBytes > enoughBytes) break
    }
    response.body.cancel()
    return stated === null ? countedBytes : Number.parseInt(stated, 10)
  } catch {
    signal.throwIfAborted()
    return null
  }
}
