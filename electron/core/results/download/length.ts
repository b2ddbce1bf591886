/** Asks a file's server for its length once more. */
import { isEncoded } from './decode.ts'
import type { FileDoor } from './file-client.ts'

/** How many bytes there are, asked once more; counted, as far as `enoughBytes` and a little, where the server does not say. */
export async function lengthAgain(
  url: string,
  enoughBytes: number,
  door: FileDoor,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const answer = await door.ask(url, {}, signal)
    if (answer.kind === 'problem') return null
    const said = answer.status !== 200 || isEncoded(answer) ? '' : answer.header('content-length')
    let countedBytes = 0
    for await (const chunk of said === null ? answer.body : []) {
      countedBytes += chunk.length
      if (countedBytes > enoughBytes) break
    }
    answer.body.leave()
    return said === null ? countedBytes : Number.parseInt(said, 10)
  } catch {
    signal.throwIfAborted()
    return null
  }
}
