/**
 * The sequence header of AV1, which says how what follows it is decoded.
 *
 * Source: AV1 Bitstream & Decoding Process Specification (2019), 5.3.1 and 5.3.2 (`obu_header`), 4.10.5 (`leb128`).
 */
const SEQUENCE_HEADER = 1
const HAS_EXTENSION = 0b100
const HAS_SIZE = 0b10
/** Of eight bytes with seven bits each. */
const MAX_SIZE_BYTES = 8

/** Null where a packet holds none. */
export function sequenceHeader(packet: Uint8Array): Uint8Array | null {
  let at = 0
  while (at < packet.length) {
    const head = packet[at] ?? 0
    at += (head & HAS_EXTENSION) === 0 ? 1 : 2
    let size = packet.length - at
    if ((head & HAS_SIZE) !== 0) {
      size = 0
      for (let place = 0, more = true; more && place < MAX_SIZE_BYTES; place++) {
        const byte = packet[at++] ?? 0
        size += (byte & 0x7f) * 2 ** (7 * place)
        more = byte > 0x7f
      }
    }
    if (head >> 3 === SEQUENCE_HEADER) return packet.subarray(at, at + size)
    at += size
  }
  return null
}
