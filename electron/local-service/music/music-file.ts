/** Writes a finished piece as MP3 (LAME, variable bit rate, about 190 kbit/s) or WAV, labelled as what it is. */
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathTarget,
  Mp3OutputFormat,
  Output,
  WavOutputFormat,
} from 'mediabunny'
import { createMp3Encoder } from 'wasm-media-encoders'
import { SAMPLE_RATE, type Stereo } from './stereo.ts'

interface Labels {
  readonly title: string
  readonly genre: string
  readonly bpm: number
  /** What the piece is of, such as its model and seed. */
  readonly about: string
}

/** `onShare` hears how far it is, 0 to 1. */
export async function writeMusicFile(
  path: string,
  format: 'mp3' | 'wav',
  stereo: Stereo,
  { title, genre, bpm, about }: Labels,
  onShare: (share: number) => void,
): Promise<void> {
  const [output, codec] =
    format === 'mp3'
      ? ([new Mp3OutputFormat({ xingHeader: false }), 'mp3'] as const)
      : ([new WavOutputFormat(), 'pcm-s16'] as const)
  const file = new Output({ format: output, target: new FilePathTarget(path) })
  const source = new EncodedAudioPacketSource(codec)
  file.addAudioTrack(source)
  const comment = `Made by Sample studio, procedural music (${about})`
  file.setMetadataTags({
    title,
    artist: 'Sample studio',
    album: 'Sample studio',
    genre,
    beatsPerMinute: bpm,
    comment,
  })
  await file.start()
  const decoderConfig = { codec, sampleRate: SAMPLE_RATE, numberOfChannels: 2 }
  let at = 0
  for (const { data, samples } of format === 'mp3' ? await mp3Frames(stereo, onShare) : wavSeconds(stereo)) {
    await source.add(new EncodedPacket(data, 'key', at / SAMPLE_RATE, samples / SAMPLE_RATE), {
      decoderConfig,
    })
    at += samples
  }
  await file.finalize()
}

interface Packet {
  readonly data: Uint8Array
  readonly samples: number
}

const VBR_QUALITY = 2
const SAMPLES_PER_FRAME = 1152
/** Kilobits a second of MPEG-1 layer III, by the index in the header. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

async function mp3Frames(
  { left, right }: Stereo,
  onShare: (share: number) => void,
): Promise<readonly Packet[]> {
  const encoder = await createMp3Encoder()
  encoder.configure({ channels: 2, sampleRate: SAMPLE_RATE, vbrQuality: VBR_QUALITY })
  const chunks: Uint8Array[] = []
  for (let from = 0; from < left.length; from += SAMPLE_RATE) {
    const to = from + SAMPLE_RATE
    // The encoder returns a view of memory that it uses again.
    chunks.push(encoder.encode([left.subarray(from, to), right.subarray(from, to)]).slice())
    onShare(from / left.length)
  }
  const bytes = Buffer.concat([...chunks, encoder.finalize()])
  const packets: Packet[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const kilobits = BIT_RATES[bytes.readUInt8(at + 2) >> 4]
    if (bytes[at] !== 0xff || !kilobits) throw new Error('The encoder wrote something that is no frame.')
    const size = Math.floor((144_000 * kilobits) / SAMPLE_RATE) + ((bytes.readUInt8(at + 2) >> 1) & 1)
    packets.push({ data: bytes.subarray(at, at + size), samples: SAMPLES_PER_FRAME })
    at += size
  }
  return [{ data: infoFrame(packets.length, left.length), samples: SAMPLES_PER_FRAME }, ...packets]
}

/** What LAME puts before the first sample; decoders add 529 of their own and know it. */
const ENCODER_DELAY = 576

/**
 * The frame before the music, silent itself, that says how many samples the encoder added at both ends: without it players guess
 * the length. Its layout is after Gabriel Bouvigne and others, "MP3 Info Tag revision 1", with the number of frames alone.
 */
function infoFrame(frames: number, samples: number): Uint8Array {
  // 64 kbit/s, stereo, 44.1 kHz.
  const frame = Buffer.alloc(208)
  frame.set([0xff, 0xfb, 0x50, 0x44])
  frame.write('Xing', 36, 'latin1')
  frame.writeUInt32BE(1, 40)
  frame.writeUInt32BE(frames, 44)
  frame.write('LAME3.100', 48, 'latin1')
  const padding = frames * SAMPLES_PER_FRAME - ENCODER_DELAY - samples
  frame.writeUIntBE((ENCODER_DELAY << 12) | padding, 69, 3)
  return frame
}

/** Sixteen bits a sample, left and right in turn, a second to a packet. */
function* wavSeconds({ left, right }: Stereo): Iterable<Packet> {
  for (let from = 0; from < left.length; from += SAMPLE_RATE) {
    const samples = Math.min(SAMPLE_RATE, left.length - from)
    const mixed = Int16Array.from({ length: 2 * samples }, (_, index) =>
      Math.round(((index % 2 === 0 ? left : right)[from + (index >> 1)] as number) * 32_767),
    )
    yield { data: new Uint8Array(mixed.buffer), samples }
  }
}
