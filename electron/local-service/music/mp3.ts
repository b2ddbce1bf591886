/**
 * Encodes stereo samples to MP3 frames: LAME, variable bit rate, about 190 kbit/s.
 */
import { createMp3Encoder } from 'wasm-media-encoders'

import { SAMPLE_RATE, type Stereo } from './stereo.ts'

/** LAME's -V 2. */
const VBR_QUALITY = 2
const PIECE_SECONDS = 1
/** Kilobits a second of MPEG-1 layer III, by the index in the header. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** The frames of `stereo`, in order. `onShare` hears how far it is, 0 to 1. */
export async function encodeMp3(
  { left, right }: Stereo,
  onShare: (share: number) => void,
): Promise<readonly Uint8Array[]> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, vbrQuality: VBR_QUALITY })
  const pieces: Uint8Array[] = []
  const step = SAMPLE_RATE * PIECE_SECONDS
  for (let from = 0; from < left.length; from += step) {
    const piece = encoder.encode([left.subarray(from, from + step), right.subarray(from, from + step)])
    // The encoder answers a view of memory that it uses again.
    pieces.push(piece.slice())
    onShare(from / left.length)
  }
  pieces.push(encoder.finalize().slice())
  return splitFrames(Buffer.concat(pieces))
}

/** The frames that follow each other in `bytes`. Throws when something else stands between them. */
function splitFrames(bytes: Uint8Array): readonly Uint8Array[] {
  const frames: Uint8Array[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const third = bytes[at + 2] as number
    const kilobits = BIT_RATES[third >> 4]
    if (bytes[at] !== 0xff || kilobits === undefined || kilobits === 0)
      throw new Error('The encoder wrote something that is no frame.')
    const length = Math.floor((144_000 * kilobits) / SAMPLE_RATE) + ((third >> 1) & 1)
    frames.push(bytes.subarray(at, at + length))
    at += length
  }
  return frames
}
