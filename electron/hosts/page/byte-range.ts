/** The Range header of a request for a file. */

/** `end` is inclusive, as in Content-Range. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' }

const WHOLE: ByteRange = { kind: 'whole' }
const UNSATISFIABLE: ByteRange = { kind: 'unsatisfiable' }

/**
 * What to send of `sizeBytes` bytes (RFC 9110, section 14). An invalid header (inverted, another unit, not numbers) is ignored.
 * Several ranges at once are answered with the whole: the RFC allows it, and a player never asks for them.
 */
export function readRange(header: string | null, sizeBytes: number): ByteRange {
  const set = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1]
  if (set === undefined || sizeBytes === 0) return WHOLE
  const specs = set
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  const ranges = specs.map((spec) => readSpec(spec, sizeBytes))
  if (ranges.length === 0 || ranges.includes(null)) return WHOLE
  if (ranges.every((range) => range?.kind === 'unsatisfiable')) return UNSATISFIABLE
  return (ranges.length === 1 ? ranges[0] : null) ?? WHOLE
}

/** One range of the set, or null where it is not one. */
function readSpec(spec: string, sizeBytes: number): ByteRange | null {
  const match = /^(\d*)-(\d*)$/.exec(spec)
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? UNSATISFIABLE : { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Number(last)
  if (last !== '' && end < start) return null
  return start >= sizeBytes ? UNSATISFIABLE : { kind: 'part', start, end: Math.min(end, sizeBytes - 1) }
}
