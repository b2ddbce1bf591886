/**
 * A maker whose models hand out small real files of every kind at once, with previews: what the service does with files is then
 * seen without the time that making them takes.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ListedModel, Maker } from '#local-service/makers/maker.ts'
import { remarksOf } from '#local-service/makers/sample-studio.ts'
import type { MadeFile } from '#local-service/store/made-file.ts'

const listed = (model: string, mediaType: string, scene: string): ListedModel => ({
  provider: 'sample',
  mediaType,
  model,
  label: model,
  description: 'A small file of its kind.',
  scenes: [scene],
  options: { type: 'object', properties: {} },
})

const MODELS = [
  listed('two-pictures', 'image', 'text-to-image'),
  listed('short-film', 'video', 'text-to-video'),
  listed('long-film', 'video', 'text-to-video'),
  listed('two-pieces', 'music', 'text-to-music'),
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

async function picture(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const create = { width: 64, height: 48, channels: 3, background: { r, g, b } } as const
  return await sharp({ create }).png().toBuffer()
}

async function image(list: string, name: string): Promise<MadeFile> {
  const preview = { name: `thumb-${name}`, contentType: 'image/png', content: { bytes: await picture() } }
  const facts = { width: 64, height: 48 }
  return { list, name, contentType: 'image/png', content: { bytes: await picture() }, facts, preview }
}

async function piece(name: string): Promise<MadeFile> {
  const preview = { name: 'cover.png', contentType: 'image/png', content: { bytes: await picture() } }
  const facts = { title: name, duration: 0.5 }
  const bytes = wavBytes()
  return { list: 'audios', name: `${name}.wav`, contentType: 'audio/wav', content: { bytes }, facts, preview }
}

export const sampleMaker: Maker = {
  models: MODELS,
  plan: ({ model }) =>
    Promise.resolve({ job: model, inputs: [], remarks: remarksOf('Samples.', [], []), credits: 2 }),
  async make({ job, makeScratchDir }) {
    switch (job) {
      case 'long-film':
      case 'short-film': {
        const path = join(await makeScratchDir(), 'film.mp4')
        await writeFile(path, mp4Bytes(job === 'long-film' ? 9 * 1024 ** 2 : 4_000))
        const preview = { name: 'poster.png', contentType: 'image/png', content: { bytes: await picture() } }
        const facts = { width: 64, height: 48, duration: 2, fps: 24 }
        const [list, name, contentType] = ['videos', 'film.mp4', 'video/mp4']
        return [{ list, name, contentType, content: { path }, facts, preview }]
      }
      case 'two-pieces':
        return [await piece('first'), await piece('second')]
      case 'whole-character':
        return [await image('sheet', 'sheet.png'), await image('portrait', 'portrait.png')]
      default:
        return [await image('images', 'one.png'), await image('images', 'two.png')]
    }
  },
}
