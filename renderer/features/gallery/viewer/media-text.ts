/** The beginning of a text file of the library, read no further than is to be shown. */

export interface MediaText {
  readonly text: string
  /** Whether there is more than was read. */
  readonly isCut: boolean
}

/**
 * The first `mostBytes` of the file as UTF-8, which is all that the library keeps as text; what is not UTF-8 further on is
 * replaced, and a character that the end cuts is left out.
 *
 * @throws Error where the file does not come, or `signal` is aborted.
 */
export async function readMediaText(
  address: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<MediaText> {
  const response = await fetch(address, { signal })
  if (!response.ok || response.body === null) throw new Error(`The file did not come: ${response.status}.`)
  const decoder = new TextDecoder()
  let text = ''
  let left = mostBytes
  // Leaving the loop ends the request.
  for await (const bytes of chunksOf(response.body)) {
    text += decoder.decode(bytes.subarray(0, left), { stream: true })
    left -= bytes.length
    if (left < 0) return { text, isCut: true }
  }
  return { text: text + decoder.decode(), isCut: false }
}

/** Not every browser's streams can be iterated over. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel()
  }
}
