/** Files of other tools, made of the cases in data/archives: what each carries, and what a person reads in it. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Recipe } from '#contract/exchange.ts'
import { withText } from './files.ts'

export interface ArchiveCase {
  readonly name: string
  readonly source: string
  readonly file: {
    readonly kind: 'png' | 'jpeg' | 'webp'
    readonly texts?: Readonly<Record<string, string>>
    readonly exif?: string
    readonly userComment?: string
    readonly xmp?: string
    readonly alpha?: string
    readonly fileName?: string
  }
  readonly beside?: Readonly<Record<string, string>>
  readonly expected: {
    readonly prompt?: string
    readonly model?: string
    readonly seed?: string
    readonly width?: number
    readonly height?: number
  }
}

const FOLDER = join(import.meta.dirname, '../../../data/archives')

export const ARCHIVE_CASES: readonly ArchiveCase[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .toSorted()
  .flatMap((name) => {
    const cases = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Omit<ArchiveCase, 'source'>[]
    return cases.map((one) => ({ ...one, source: name.replace('.json', '') }))
  })

/** Every third, by its name: set apart before the readers were written. */
export function isSetApart({ name }: ArchiveCase): boolean {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 3 === 0
}

/** What of the recipe is not what a person reads; empty where all is. */
export function differences({ expected }: ArchiveCase, recipe: Recipe | null): readonly string[] {
  const { seed, width, height } = recipe?.options ?? {}
  const said = { prompt: recipe?.prompt, model: recipe?.model, seed, width, height }
  const plain = { prompt: plainText, model: plainModel, seed: String, width: Number, height: Number }
  return (['prompt', 'model', 'seed', 'width', 'height'] as const).flatMap((field) => {
    const [wanted, found] = [expected[field], said[field]]
    if (wanted === undefined) return []
    const read = plain[field] as (value: unknown) => unknown
    return read(found) === read(wanted)
      ? []
      : [`${field}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]
  })
}

function plainText(text: unknown): string {
  return String(text).replaceAll('\r\n', '\n').trim()
}

function plainModel(model: unknown): string {
  return String(model).replace(/\.(?:safetensors|ckpt|gguf)$/, '')
}

export async function fileOf({ file }: ArchiveCase): Promise<Buffer> {
  if (file.kind === 'png') return pngOf(file)
  const image = blank()
  const commented =
    file.userComment === undefined ? image : image.withExif({ IFD2: { UserComment: file.userComment } })
  if (file.kind === 'jpeg') {
    const plain = await commented.jpeg().toBuffer()
    const segments = [
      ...(file.exif === undefined ? [] : [segment('Exif\0\0', Buffer.from(file.exif, 'base64'))]),
      ...(file.xmp === undefined ? [] : [segment('http://ns.adobe.com/xap/1.0/\0', Buffer.from(file.xmp))]),
    ]
    return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)])
  }
  if (file.exif === undefined) return commented.webp().toBuffer()
  const plain = await image
    .withExif({ IFD0: { Make: 'x' } })
    .webp()
    .toBuffer()
  const at = plain.indexOf('EXIF')
  const exif = Buffer.from(file.exif, 'base64')
  const padded = Buffer.concat([exif, Buffer.alloc(exif.length % 2)])
  const whole = Buffer.concat([plain.subarray(0, at + 4), Buffer.alloc(4), padded])
  whole.writeUInt32LE(exif.length, at + 4)
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

async function pngOf({ texts = {}, alpha }: ArchiveCase['file']): Promise<Buffer> {
  let bytes: Buffer = await (alpha === undefined ? blank() : hidden(alpha)).png().toBuffer()
  for (const [keyword, text] of Object.entries(texts))
    bytes = Buffer.from(withText(bytes, 'iTXt', keyword, text))
  return bytes
}

function blank() {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: '#444' } })
}

/** As NovelAI hides it: column by column, in the lowest bits of alpha. */
function hidden(text: string) {
  const packed = gzipSync(Buffer.from(text))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(packed.length * 8)
  const bytes = Buffer.concat([Buffer.from('stealth_pngcomp'), length, packed])
  const [width, height] = [128, 96]
  const pixels = Buffer.alloc(width * height * 4, 0xfe)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = ((bit % height) * width + Math.floor(bit / height)) * 4 + 3
    pixels[at] = 0xfe | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

function segment(name: string, content: Uint8Array): Buffer {
  const whole = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from(name, 'latin1'), content])
  whole.writeUInt16BE(whole.length - 2, 2)
  return whole
}
