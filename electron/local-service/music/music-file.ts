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
import { encodeMp3, makeInfoFrame, SAMPLES_PER_FRAME } from './mp3.ts'
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
  const info = makeInfoFrame({ frames, samples: stereo.left.length })
  const packets = [info, ...frames].map((frame, index) =>
    packet(frame, index * SAMPLES_PER_FRAME, SAMPLES_PER_FRAME),
  )
  const raw = { TKEY: shortKey(labels.key), TSSE: 'LAME -V 2' }
  await writePackets(path, new Mp3OutputFormat({ xingHeader: false }), 'mp3', packets, {
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
