/** Which files a library of media takes in: told by their bytes. */
import { sniff, SNIFF_BYTES, type FileType } from '../../media/sniff.ts'
import { withFileSource } from '../provenance/byte-source.ts'

const TAKEN: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'model3d'])
export const MAX_FILE_BYTES = 8 * 1024 ** 3

/** Null for what is no media. `head` are the first bytes, `SNIFF_BYTES` of them or more where there are so many. */
export async function takenType(head: Uint8Array): Promise<FileType | null> {
  const sniffed = await sniff(head)
  return sniffed.kind === 'known' && TAKEN.has(sniffed.type.kind) ? sniffed.type : null
}

/** The same of a file. @throws Error when it cannot be read. */
export function takenTypeOf(path: string): Promise<FileType | null> {
  return withFileSource(path, async (source) => {
    // Copied, for what the source answers may be part of a larger read.
    return takenType(Uint8Array.from(await source.read(0, SNIFF_BYTES)))
  })
}
