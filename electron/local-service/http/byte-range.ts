/**
 * Reads the Range header of a file request (RFC 9110, section 14).
 */

/** The bytes from `start` to `end`, both included. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * The one range that `header` asks for in a file of `sizeBytes`; `'unsatisfiable'` for one outside the file. Null, which means
 * the whole file, without a header, for several ranges, and for anything else that is not understood.
 */
export function readByteRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= sizeBytes ? 'unsatisfiable' : { start, end }
}
