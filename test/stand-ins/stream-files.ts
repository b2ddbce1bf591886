/** A real stream (HLS) of a small video with audio: its playlists and segments by their names, made anew for each test. */
import { createH264MP4Encoder } from 'h264-mp4-encoder'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  CmafOutputFormat,
  Conversion,
  HlsOutputFormat,
  Input,
  MpegTsOutputFormat,
  Output,
  PathedTarget,
} from 'mediabunny'
import { createMp3Encoder } from 'wasm-media-encoders'

const WIDTH = 64
const HEIGHT = 48
const FPS = 10
const SECONDS = 3
const SAMPLE_RATE = 44_100

export interface StreamFiles {
  /** The playlist that names versions. */
  readonly main: string
  /** The playlist that names segments. */
  readonly list: string
  readonly files: ReadonlyMap<string, Buffer>
}

/** Three seconds in segments of one: `ts` in MPEG transport streams, `mp4` in pieces of MP4, `single` in ranges of one file. */
export async function makeStream(kind: 'ts' | 'mp4' | 'single'): Promise<StreamFiles> {
  const targets = new Map<string, BufferTarget>()
  const segmentFormat = kind === 'ts' ? new MpegTsOutputFormat() : new CmafOutputFormat()
  const output = new Output({
    format: new HlsOutputFormat({
      segmentFormat,
      targetDuration: 1,
      singleFilePerPlaylist: kind === 'single',
    }),
    target: new PathedTarget('main.m3u8', ({ path }) => {
      const target = new BufferTarget()
      targets.set(path, target)
      return target
    }),
  })
  const conversions: Conversion[] = []
  for (const bytes of [await video(), await audio()]) {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    conversions.push(
      await Conversion.init({
        input,
        output,
        composable: true,
        copy: { mode: 'forced', shiftTolerance: Infinity },
      }),
    )
  }
  await output.start()
  await Promise.all(conversions.map((conversion) => conversion.execute()))
  await output.finalize()
  const files = new Map(
    [...targets].map(([path, { buffer }]) => [path, Buffer.from(buffer ?? new ArrayBuffer())]),
  )
  const list = [...files.keys()].find((path) => /^playlist.*m3u8$/.test(path)) ?? ''
  return { main: 'main.m3u8', list, files }
}

async function video(): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width: WIDTH, height: HEIGHT, frameRate: FPS, groupOfPictures: FPS })
  encoder.initialize()
  for (let frame = 0; frame < FPS * SECONDS; frame++) {
    const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * 4 }, (_, at) => (at * 7 + frame * 31) % 251)
    encoder.addFrameRgba(pixels)
  }
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return bytes
}

async function audio(): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 64 })
  const tone = Float32Array.from({ length: SAMPLE_RATE * SECONDS }, (_, at) => Math.sin(at / 20) / 4)
  const head = encoder.encode([tone]).slice()
  return Buffer.concat([head, encoder.finalize()])
}
