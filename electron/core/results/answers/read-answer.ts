/** What an answer on disk says: its skeleton, or of a file without JSON around it, where that file is. */
import { open } from 'node:fs/promises'
import type { Json } from '#contract/json.ts'
import { sniff, SNIFF_BYTES } from '../sniff.ts'
import { placeholderFor, type AnswerFile } from './answer-part.ts'
import { readSkeleton } from './skeleton.ts'

const MEDIA = /^(?:audio|video|image|model)\//i
const LONGEST_TYPE = 100

/**
 * `contentType` is what the service called it, null where that is not known any more. `isFramed`: the answer is known to have come
 * whole; without it only JSON can tell. Undefined where the file says nothing that can be read.
 *
 * @throws the disk's error
 */
export async function readAnswer(
  answer: AnswerFile,
  contentType: string | null,
  isFramed: boolean,
): Promise<Json | undefined> {
  const json = await readSkeleton(answer)
  if (json !== undefined || !isFramed) return json
  const { head, sizeBytes } = await headOf(answer)
  const isNamed = contentType !== null && MEDIA.test(contentType)
  if (!isNamed && !(await isMedia(head))) return undefined
  const file = placeholderFor(answer.taskId, { start: 0, end: sizeBytes, isRaw: true })
  return { file, ...(isNamed ? { contentType: contentType.slice(0, LONGEST_TYPE) } : {}) }
}

async function isMedia(head: Uint8Array): Promise<boolean> {
  const sniffed = await sniff(head)
  return sniffed.kind === 'known' && sniffed.type.kind !== 'text'
}

/** The first bytes of an answer, and its length. @throws the disk's error */
async function headOf({ path }: AnswerFile): Promise<{ readonly head: Buffer; readonly sizeBytes: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), sizeBytes: size }
  } finally {
    await file.close()
  }
}
