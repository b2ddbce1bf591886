/**
 * Makers for tests: one that can make nothing, one that goes on when it is told to, and one that hands out small real files at
 * once.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Assignment, type ListedModel, type Maker, remarksOf } from '#local-service/makers/maker.ts'
import type { MadeFile } from '#local-service/store/file-store.ts'
import { readImage } from '#local-service/inputs/image-input.ts'
import { createInputReader, type InputReader } from '#local-service/inputs/read-input.ts'
import { readVideo } from '#local-service/inputs/video-input.ts'
import { makeMusic } from '#local-service/music/make-music.ts'
import { createH264Encoder, toYuv } from '#local-service/video/h264.ts'
import { writeMp4 } from '#local-service/video/mp4.ts'
import type { Frame } from '#local-service/video/plates.ts'

const listed = (model: string, mediaType: string, scene: string): ListedModel => ({
  provider: 'sample',
  mediaType,
  model,
  label: model,
  description: 'A small file of its kind.',
  scenes: [scene],
  options: { type: 'object', properties: {} },
})

/** Accepts every request. */
export const failingMaker: Maker = {
  models: [listed('always-fails', 'image', 'text-to-image')],
  plan: () => Promise.resolve({ job: null, inputs: [], remarks: {}, credits: 3 }),
  make: () => Promise.reject(new Error('The easel fell over.')),
}

/** Goes on when it is told to, so that a test sees each step of a task. */
export interface HeldMaker extends Maker {
  /** The assignment of the task that was begun last. */
  begun(): Promise<Assignment>
  finish(files: readonly MadeFile[]): void
  fail(message: string): void
}

export const ONE_FILE: readonly MadeFile[] = [
  {
    list: 'images',
    name: 'note.txt',
    contentType: 'text/plain',
    content: { bytes: Buffer.from('finished') },
    facts: {},
  },
]

export function createHeldMaker(): HeldMaker {
  let outcome = Promise.withResolvers<readonly MadeFile[]>()
  let begun = Promise.withResolvers<Assignment>()
  return {
    models: [listed('held', 'image', 'text-to-image')],
    plan: () => Promise.resolve({ job: null, inputs: [Buffer.from('input')], remarks: {}, credits: 1 }),
    async make(assignment) {
      outcome = Promise.withResolvers()
      begun.resolve(assignment)
      assignment.signal.addEventListener('abort', () => outcome.reject(new Error('ending')))
      return await outcome.promise
    },
    async begun() {
      const assignment = await begun.promise
      begun = Promise.withResolvers()
      return assignment
    },
    finish: (files) => outcome.resolve(files),
    fail: (message) => outcome.reject(new Error(message)),
  }
}

const MODELS = [
  listed('two-images', 'image', 'text-to-image'),
  listed('short-video', 'video', 'text-to-video'),
  listed('long-video', 'video', 'text-to-video'),
  listed('two-tracks', 'music', 'text-to-music'),
  listed('whole-character', 'character', 'character-creation'),
]

/** The start of an MP4 file, and as many bytes more as are wanted. */
function mp4Bytes(sizeBytes = 4_000): Buffer {
  const brand = Buffer.from('00000020667479706d703432000000006d7034326d70343169736f6d69736f32', 'hex')
  return Buffer.concat([brand, randomBytes(sizeBytes)])
}

function wavBytes(): Buffer {
  const samples = randomBytes(8_000)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

async function imageBytes(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const create = { width: 64, height: 48, channels: 3, background: { r, g, b } } as const
  return await sharp({ create }).png().toBuffer()
}

async function image(list: string, name: string): Promise<MadeFile> {
  const preview = { name: `thumb-${name}`, contentType: 'image/png', content: { bytes: await imageBytes() } }
  const facts = { width: 64, height: 48 }
  return { list, name, contentType: 'image/png', content: { bytes: await imageBytes() }, facts, preview }
}

async function audio(name: string): Promise<MadeFile> {
  const preview = { name: 'cover.png', contentType: 'image/png', content: { bytes: await imageBytes() } }
  const facts = { title: name, duration: 0.5 }
  const bytes = wavBytes()
  return { list: 'audios', name: `${name}.wav`, contentType: 'audio/wav', content: { bytes }, facts, preview }
}

/** Every kind of file, with previews: what the service does with files is seen without the time that making them takes. */
export const sampleMaker: Maker = {
  models: MODELS,
  plan: ({ model }) =>
    Promise.resolve({ job: model, inputs: [], remarks: remarksOf('Samples.', [], []), credits: 2 }),
  async make({ job, makeScratchDir }) {
    switch (job) {
      case 'long-video':
      case 'short-video': {
        const path = join(await makeScratchDir(), 'video.mp4')
        await writeFile(path, mp4Bytes(job === 'long-video' ? 9 * 1024 ** 2 : 4_000))
        const preview = {
          name: 'poster.png',
          contentType: 'image/png',
          content: { bytes: await imageBytes() },
        }
        const facts = { width: 64, height: 48, duration: 2, fps: 24 }
        const [list, name, contentType] = ['videos', 'video.mp4', 'video/mp4']
        return [{ list, name, contentType, content: { path }, facts, preview }]
      }
      case 'two-tracks':
        return [await audio('first'), await audio('second')]
      case 'whole-character':
        return [await image('sheet', 'sheet.png'), await image('portrait', 'portrait.png')]
      default:
        return [await image('images', 'one.png'), await image('images', 'two.png')]
    }
  },
}

const OWN_FILE = Buffer.from('own')

/** Every address that was asked for is added to `asked`. */
export function readHere(asked: string[] = []): InputReader {
  const run = ({ kind, job }: { readonly kind: string; readonly job: unknown }): Promise<unknown> =>
    (kind === 'read-image' ? readImage : readVideo)(job as { readonly bytes: Uint8Array })
  return createInputReader({ run }, 'ada', (url) => {
    asked.push(url)
    return Promise.resolve(url.endsWith('/files/own') ? OWN_FILE : null)
  })
}

/** Small videos for tests that need one: a white square that walks over a coloured ground. */
interface TinyVideo {
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly framesPerSecond: number
  readonly audio: boolean
}

export const TINY_VIDEO: TinyVideo = { width: 96, height: 64, frames: 12, framesPerSecond: 12, audio: true }

/** Where the square's left edge is in frame `index`: it goes four pixels to the right in each. */
export function squareAt(index: number): number {
  return 8 + index * 4
}

/** Returns the path of the file. */
export async function writeTinyVideo(folder: string, video: Partial<TinyVideo> = {}): Promise<string> {
  const { width, height, frames, framesPerSecond, audio } = { ...TINY_VIDEO, ...video }
  const encoder = await createH264Encoder({ width, height })
  const frame: Frame = { width, height, data: new Float32Array(width * height * 3) }
  const yuv = new Uint8Array(width * height * 1.5)
  for (let index = 0; index < frames; index += 1) {
    drawSquare(frame, index)
    toYuv(frame, yuv)
    encoder.add(yuv)
  }
  const [audioPath, path] = [join(folder, 'tiny.mp3'), join(folder, 'tiny.mp4')]
  const piece = {
    model: 'chip-tune',
    prompt: 'calm',
    seed: 1,
    tempo: null,
    key: null,
    instrumental: true,
  } as const
  const music = { ...piece, duration: frames / framesPerSecond, format: 'mp3' } as const
  if (audio) await makeMusic({ music, path: audioPath }, () => undefined)
  const track = { width, height, framesPerSecond, file: encoder.finish() }
  await writeMp4(path, track, audio ? audioPath : null, { title: 'Tiny', comment: 'Tiny' })
  return path
}

function drawSquare({ width, height, data }: Frame, index: number): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const inside = x >= squareAt(index) && x < squareAt(index) + 16 && y >= 24 && y < 40
      data.set(inside ? [255, 255, 255] : [40, 70, 150], (y * width + x) * 3)
    }
  }
}
