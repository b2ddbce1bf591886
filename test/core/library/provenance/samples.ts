/** One real file of each kind, small, made here: what a service delivers before Atelier says anything in it. */
import {
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacket,
  Input,
  MovOutputFormat,
  MP4,
  OggOutputFormat,
  Output,
} from 'mediabunny'
import sharp, { type Sharp } from 'sharp'
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'

const WIDTH = 23
const HEIGHT = 17

/** Pixels of which no two neighbours are alike, so that a shifted byte shows. */
function noise(channels: 3 | 4): Sharp {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * channels)
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 73 + (index >> 3) * 31) % 256
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels } })
}

export const SAMPLES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'a.png': () => noise(4).png().toBuffer(),
  'photo.jpg': () =>
    noise(3)
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' } })
      .toBuffer(),
  'plain.jpg': () => noise(3).jpeg().toBuffer(),
  'lossy.webp': () => noise(3).webp().toBuffer(),
  'lossless.webp': () => noise(4).webp({ lossless: true }).toBuffer(),
  'extended.webp': () =>
    noise(4)
      .webp()
      .withExif({ IFD0: { Make: 'Camera' } })
      .toBuffer(),
  'video.mp4': () => tinyVideo({ width: 32, height: 16, frames: 6, fps: 12 }),
  'video.mov': makeMov,
  'song.mp3': makeMp3,
  'song.ogg': makeOgg,
  'song.opus': makeOpus,
  'audio.wav': () => Promise.resolve(tinyAudio(0.3)),
  'audio.flac': () => Promise.resolve(makeFlac()),
}

/** Formats that carry no recipe. */
export const OTHERS: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'image.gif': () => noise(3).gif().toBuffer(),
  'image.avif': () => noise(3).avif().toBuffer(),
}

export function extensionOf(name: string): string {
  return name.split('.').at(-1) ?? ''
}

async function makeMov(): Promise<Uint8Array> {
  const video = await tinyVideo({ width: 32, height: 16, frames: 6, fps: 12 })
  const input = new Input({ formats: [MP4], source: new BufferSource(video) })
  const target = new BufferTarget()
  const output = new Output({ format: new MovOutputFormat(), target })
  await (await Conversion.init({ input, output })).execute()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

async function makeOgg(): Promise<Uint8Array> {
  const encoder = await createOggEncoder()
  encoder.configure({ sampleRate: 44_100, channels: 1, vbrQuality: 1 })
  const tone = Float32Array.from(
    { length: 88_200 },
    (_, at) => Math.sin((2 * Math.PI * 440 * at) / 44_100) / 2,
  )
  const parts = [Buffer.from(encoder.encode([tone]))]
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}

/** Silence, in packets as RFC 6716, 3.1 lays them down, put into pages by another writer. */
async function makeOpus(): Promise<Uint8Array> {
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const description = Buffer.from('4f707573486561640101000080bb0000000000', 'hex')
  const meta = { decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description } }
  for (let number = 0; number < 60; number++) {
    const silence = Uint8Array.of(0xf8, 0xff, 0xfe, number)
    await source.add(new EncodedPacket(silence, 'key', number / 50, 1 / 50), meta)
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

async function makeMp3(): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: 44_100, channels: 1, bitrate: 64 })
  const tone = Float32Array.from(
    { length: 22_050 },
    (_, at) => Math.sin((2 * Math.PI * 440 * at) / 44_100) / 2,
  )
  const parts = [Buffer.from(encoder.encode([tone]))]
  parts.push(Buffer.from(encoder.finalize()))
  return Buffer.concat(parts)
}

/** Frames of 192 samples of 16 bits that are all the same (RFC 9639, 9.2.3: constant subframes). */
function makeFlac(): Uint8Array {
  const frames = 4
  const info = Buffer.alloc(34)
  info.writeUInt16BE(192, 0)
  info.writeUInt16BE(192, 2)
  // 44,100 a second in 20 bits, one channel in 3, 16 bits in 5, the number of samples in 36.
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n) | BigInt(192 * frames), 10)
  const music = Array.from({ length: frames }, (_, number) => {
    const head = Buffer.from([0xff, 0xf8, 0x19, 0x08, number])
    const frame = Buffer.concat([head, remainder(head, 8, 0x07), Buffer.from([0, 0, number])])
    return Buffer.concat([frame, remainder(frame, 16, 0x8005)])
  })
  return Buffer.concat([Buffer.from('664c614380000022', 'hex'), info, ...music])
}

/** The check that ends a FLAC head or frame (RFC 9639, 9.1.8 and 9.3). */
function remainder(bytes: Uint8Array, bits: 8 | 16, polynomial: number): Buffer {
  let value = 0
  for (const byte of bytes) {
    value ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++)
      value = ((value << 1) ^ (value >> (bits - 1) ? polynomial : 0)) & (2 ** bits - 1)
  }
  const check = Buffer.alloc(bits / 8)
  check.writeUIntBE(value, 0, bits / 8)
  return check
}
