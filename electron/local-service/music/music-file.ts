/** Writes a finished piece as MP3 or WAV, labelled as what it is. */
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathTarget,
  type MetadataTags,
  Mp3OutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny'
import { createMp3Encoder } from 'wasm-media-encoders'
import { SAMPLE_RATE, type Stereo } from './stereo.ts'

export const LABEL = 'Made by Sample studio, procedural music'

interface Labels {
  readonly title: string
  readonly genre: string
  readonly bpm: number
  /** Such as "D minor". */
  readonly key: string
  readonly comment: string
}

/** Writes `stereo` to `path`. `onShare` hears how far it is, 0 to 1. */
export async function writeMusicFile(
  path: string,
  format: 'mp3' | 'wav',
  stereo: Stereo,
  labels: Labels,
  onShare: (share: number) => void,
): Promise<void> {
  if (format === 'wav')
    return await writePackets(path, new WavOutputFormat(), 'pcm-s16', wavPackets(stereo), tags(labels))
  const frames = await encodeMp3(stereo, onShare)
  const packets = frames.map((frame, index) => packet(frame, index * SAMPLES_PER_FRAME, SAMPLES_PER_FRAME))
  const raw = { TKEY: shortKey(labels.key), TSSE: 'LAME -V 2' }
  await writePackets(path, new Mp3OutputFormat(), 'mp3', packets, {
    ...tags(labels),
    raw,
  })
}

function tags({ title, genre, bpm, comment }: Labels): MetadataTags {
  return { title, artist: 'Sample studio', album: 'Sample studio', genre, beatsPerMinute: bpm, comment }
}

/** ID3's spelling of a key: "Dm", "F#", at most three characters. */
function shortKey(key: string): string {
  const [tonic = '', mode = ''] = key.split(' ')
  return ['minor', 'dorian', 'phrygian'].includes(mode) ? `${tonic}m` : tonic
}

async function writePackets(
  path: string,
  format: OutputFormat,
  codec: AudioCodec,
  packets: readonly EncodedPacket[],
  metadata: MetadataTags,
): Promise<void> {
  const output = new Output({ format, target: new FilePathTarget(path) })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  output.setMetadataTags(metadata)
  await output.start()
  const decoderConfig = { codec, sampleRate: SAMPLE_RATE, numberOfChannels: 2 }
  for (const each of packets) await source.add(each, { decoderConfig })
  await output.finalize()
}

function packet(data: Uint8Array, at: number, samples: number): EncodedPacket {
  return new EncodedPacket(data, 'key', at / SAMPLE_RATE, samples / SAMPLE_RATE)
}

/** Sixteen bits a sample, left and right in turn, a second to a packet. */
function wavPackets({ left, right }: Stereo): readonly EncodedPacket[] {
  const packets: EncodedPacket[] = []
  for (let from = 0; from < left.length; from += SAMPLE_RATE) {
    const count = Math.min(SAMPLE_RATE, left.length - from)
    const samples = new Int16Array(2 * count)
    for (let at = 0; at < count; at += 1) {
      samples[2 * at] = Math.round((left[from + at] as number) * 32_767)
      samples[2 * at + 1] = Math.round((right[from + at] as number) * 32_767)
    }
    packets.push(packet(new Uint8Array(samples.buffer), from, count))
  }
  return packets
}

/** LAME's -V 2. */
const VBR_QUALITY = 2
const PIECE_SECONDS = 1
const SAMPLES_PER_FRAME = 1152
/** Kilobits a second of MPEG-1 layer III, by the index in the header. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

/** The frames of `stereo`, in order. `onShare` hears how far it is, 0 to 1. */
async function encodeMp3(
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
