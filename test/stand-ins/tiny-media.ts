/** Real videos and real audio, small enough to be made in a test. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as encoderPackage from 'h264-mp4-encoder'

/** The package is CommonJS: Node offers its exports as `default`, Vite as they are. */
const { createH264MP4Encoder } =
  (encoderPackage as { readonly default?: typeof encoderPackage }).default ?? encoderPackage

interface TinyVideo {
  /** Even numbers, in pixels. */
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly fps: number
}

/** A real video (H.264 in MP4) of one grey that grows lighter. */
export async function tinyVideo({ width, height, frames, fps }: TinyVideo): Promise<Uint8Array> {
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width, height, frameRate: fps })
  encoder.initialize()
  for (let frame = 0; frame < frames; frame++) {
    encoder.addFrameRgba(new Uint8Array(width * height * 4).fill(64 + frame))
  }
  encoder.finalize()
  const bytes = encoder.FS.readFile(encoder.outputFilename)
  encoder.delete()
  return bytes
}

/** Samples a second. */
const RATE = 8_000

/** Real audio (16-bit PCM in WAV): a tone of 440 Hz, one channel. */
export function tinyAudio(seconds: number): Uint8Array {
  const samples = Math.round(seconds * RATE)
  const bytes = Buffer.alloc(44 + samples * 2)
  bytes.write('RIFF', 0, 'ascii')
  bytes.writeUInt32LE(36 + samples * 2, 4)
  bytes.write('WAVEfmt ', 8, 'ascii')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'ascii')
  bytes.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) {
    bytes.writeInt16LE(Math.round(Math.sin((2 * Math.PI * 440 * at) / RATE) * 12_000), 44 + at * 2)
  }
  return bytes
}

const AT_ONCE = 64

/** Fills a `media/` with tiny files and their sidecars, without any database: what a rebuild finds. */
interface MediaCorpus {
  readonly count: number
  /** What asset `number` was made from; several words by default. */
  readonly prompt?: (number: number) => string
  readonly trashedAt?: number
}

/** The assets' ids, in order. */
export async function fillMedia(
  dataDir: string,
  { count, prompt = (number) => `image ${number} of a red fox in snow`, trashedAt }: MediaCorpus,
): Promise<readonly string[]> {
  const root = join(dataDir, 'media')
  for (let folder = 0; folder < 256; folder++)
    await mkdir(join(root, folder.toString(16).padStart(2, '0')), { recursive: true })
  const ids: string[] = []
  for (let at = 0; at < count; at += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index)
    ids.push(...numbers.map((number) => `asset_corpus-${number}`))
    await Promise.all(
      numbers.map(async (number) => {
        const bytes = `the bytes of image ${number}`
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const base = join(root, sha256.slice(0, 2), sha256)
        const entry = {
          assetId: `asset_corpus-${number}`,
          taskId: `task_corpus-${number}`,
          place: 0,
          mediaType: 'image',
          createdAt: 1_700_000_000_000 + number * 1_000,
          provider: 'stand-in',
          model: `model-${number % 40}`,
          scene: 'text-to-image',
          prompt: prompt(number),
          options: { seed: number, steps: 30 },
          inputs: [],
          rating: number % 6,
          favorite: number % 10 === 0,
          tags: [`tag-${number % 50}`],
          ...(trashedAt === undefined ? {} : { trashedAt }),
        }
        const sidecar = {
          format: 1,
          sha256,
          extension: 'png',
          kind: 'image',
          mimeType: 'image/png',
          sizeBytes: bytes.length,
          width: 1024,
          height: 768,
          entries: [entry],
        }
        await writeFile(`${base}.png`, bytes)
        await writeFile(`${base}.json`, `${JSON.stringify(sidecar, null, 1)}\n`)
      }),
    )
  }
  return ids
}
