/**
 * Encodes stereo samples to MP3 (LAME, variable bit rate, about 190 kbit/s), and makes the frame that stands before the music: how
 * long it is, where its hundredths lie, and how many samples the encoder added at both ends. Without it, players guess the length.
 *
 * Its layout is after Gabriel Bouvigne and others, "MP3 Info Tag revision 1".
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
    // The encoder returns a view of memory that it uses again.
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

interface InfoFrame {
  /** The frames of music, in order. */
  readonly frames: readonly Uint8Array[]
  /** Samples of music; the frames hold some more. */
  readonly samples: number
}

export const SAMPLES_PER_FRAME = 1152
/** What LAME puts before the first sample (its encoder delay); decoders add 529 of their own and know it. */
const ENCODER_DELAY = 576
const SIDE_INFO_BYTES = 32
const HEADER_BYTES = 4
const XING_AT = HEADER_BYTES + SIDE_INFO_BYTES
const LAME_AT = XING_AT + 120
/** Frame count, size, table of contents and quality are there. */
const ALL_FIELDS = 0x0f
/** LAME's -V 2, as the scale of the tag counts it. */
const QUALITY = 78
const VARIABLE_BIT_RATE = 0x04
/** 64 kbit/s, the least that holds the tag: 208 bytes. */
const BIT_RATE_INDEX = 5
const FRAME_BYTES = 208

/** The frame for these frames of MPEG-1 layer III, 44.1 kHz, stereo. */
export function makeInfoFrame({ frames, samples }: InfoFrame): Uint8Array {
  const frame = new Uint8Array(FRAME_BYTES)
  const view = new DataView(frame.buffer)
  const bytes = FRAME_BYTES + frames.reduce((sum, each) => sum + each.length, 0)
  frame.set([0xff, 0xfb, BIT_RATE_INDEX << 4, 0x44])
  writeText(frame, XING_AT, 'Xing')
  view.setUint32(XING_AT + 4, ALL_FIELDS)
  view.setUint32(XING_AT + 8, frames.length)
  view.setUint32(XING_AT + 12, bytes)
  frame.set(hundredths(frames, bytes), XING_AT + 16)
  view.setUint32(XING_AT + 116, QUALITY)
  writeText(frame, LAME_AT, 'LAME3.100')
  frame[LAME_AT + 9] = VARIABLE_BIT_RATE
  const padding = frames.length * SAMPLES_PER_FRAME - ENCODER_DELAY - samples
  frame.set([ENCODER_DELAY >> 4, ((ENCODER_DELAY & 15) << 4) | (padding >> 8), padding & 255], LAME_AT + 21)
  view.setUint32(LAME_AT + 28, bytes)
  view.setUint16(LAME_AT + 34, checksum(frame.subarray(0, LAME_AT + 34)))
  return frame
}

/** For each hundredth of the time, the place in the file in 256ths. */
function hundredths(frames: readonly Uint8Array[], bytes: number): Uint8Array {
  const table = new Uint8Array(100)
  let [place, index] = [FRAME_BYTES, 0]
  for (let hundredth = 0; hundredth < 100; hundredth += 1) {
    for (; index < Math.floor((frames.length * hundredth) / 100); index += 1)
      place += frames[index]?.length ?? 0
    table[hundredth] = Math.min(255, Math.floor((place / bytes) * 256))
  }
  return table
}

/** CRC-16 with the polynomial 0x8005, reflected, from zero. */
function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

function writeText(into: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) into[at + index] = text.charCodeAt(index)
}
