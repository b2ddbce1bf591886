/**
 * Opens a media file for reading its packets and index. The file is closed when the work ends, whatever becomes of it: the
 * library's own source leaves files open that it does not recognise.
 */
import { open } from 'node:fs/promises'
import { ALL_FORMATS, CustomSource, Input } from 'mediabunny'

/**
 * `wholly`: it will be read from end to end, so that ever more is read at once and ahead. Else its index is.
 *
 * @throws Error when the file cannot be opened, and what `work` throws.
 */
export async function withMediaInput<Value>(
  path: string,
  work: (input: Input) => Promise<Value>,
  { wholly = false }: { readonly wholly?: boolean } = {},
): Promise<Value> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const source = new CustomSource({
      getSize: () => size,
      read: async (start, end) => {
        const length = end - start
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, start)
        // What is missing would be read as zeros, and become part of the joined file.
        if (bytesRead < length) throw new Error('The file is shorter than it was when it was opened.')
        return buffer
      },
      // The one for networks learns that a file is read in order, and then reads up to 8 MB at once.
      prefetchProfile: wholly ? 'network' : 'fileSystem',
      // What is still read ahead when the work has ended finds the file closed.
      handleUnhandledError: () => undefined,
    })
    const input = new Input({ source, formats: ALL_FORMATS })
    try {
      return await work(input)
    } finally {
      input.dispose()
    }
  } finally {
    await file.close()
  }
}
