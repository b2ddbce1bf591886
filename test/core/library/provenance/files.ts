/** Files in and out of the provenance room: writes what spans tell, and reads what of a file must never change. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { withFileSource, type ByteSource } from '#core/library/provenance/byte-source.ts'
import type { EmbeddedRecipe } from '#core/library/provenance/embedded-recipe.ts'
import { editSource } from '#core/library/provenance/embed-recipe.ts'
import { writeSpans, type Span } from '#core/library/provenance/spans.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

export const RECIPE: EmbeddedRecipe = {
  provider: 'stand-in',
  model: 'sample-2',
  mediaType: 'image',
  scene: 'text-to-image',
  prompt: 'a red <fox> & "friends" in snow\nsecond line 狐🦊 \uFFFE\u0001',
  template: 'a {red|blue} <fox>',
  options: { seed: 42, aspect_ratio: '16:9', nested: { list: [1, 'two', null, true] } },
  inputs: [{ inputId: 'input_1', option: 'image_input[]' }],
  sha256: 'ab'.repeat(32),
  createdAt: 1_767_225_600_000,
  title: 'Fox <1>',
  rating: 4,
  favorite: true,
  tags: ['snow & ice', '狐'],
}

/** The file that a change makes of `bytes`, on disk and back; null where there is no such change. */
export async function rewritten(
  bytes: Uint8Array,
  change: (source: ByteSource) => Promise<readonly Span[] | null>,
): Promise<Buffer | null> {
  const dir = await makeTempDir()
  const [from, to] = [join(dir, 'from'), join(dir, 'to')]
  await writeFile(from, bytes)
  const spans = await withFileSource(from, change)
  if (!spans) return null
  await writeSpans(from, spans, to, { signal: new AbortController().signal })
  return readFile(to)
}

/** @throws Error where the format carries none. */
export async function embedded(bytes: Uint8Array, extension: string, recipe = RECIPE): Promise<Buffer> {
  const made = await rewritten(bytes, (source) =>
    editSource(source, extension, { kind: 'embed', recipe, version: '1.2.3' }),
  )
  if (!made) throw new Error(`No recipe fits into this .${extension}.`)
  return made
}

/** What is seen or heard: the pixels of an image, or the packets of every track with their times. */
export async function essence(bytes: Uint8Array, extension: string): Promise<unknown> {
  if (['png', 'jpg', 'webp', 'gif'].includes(extension)) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    return {
      pixels: data.toString('base64'),
      width: info.width,
      height: info.height,
      channels: info.channels,
    }
  }
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const packets: unknown[] = []
  for (const track of await input.getTracks()) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      packets.push([track.id, packet.timestamp, packet.duration, Buffer.from(packet.data).toString('base64')])
    }
  }
  return packets
}

/** Writes texts into a PNG as other tools do, by the specification and without Atelier's own code. */
export type TextChunk = 'tEXt' | 'zTXt' | 'iTXt' | 'compressed iTXt'

/** The PNG with a chunk behind its header. A tEXt or zTXt is written in UTF-8, as tools do that do not know better. */
export function withText(
  png: Uint8Array,
  chunk: TextChunk,
  keyword: string,
  text: string | Uint8Array,
): Buffer {
  const value = Buffer.from(text as string)
  const data: Readonly<Record<TextChunk, () => Buffer>> = {
    tEXt: () => Buffer.concat([Buffer.from(`${keyword}\0`), value]),
    zTXt: () => Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(value)]),
    iTXt: () => Buffer.concat([Buffer.from(`${keyword}\0\0\0en\0${keyword}\0`), value]),
    'compressed iTXt': () => Buffer.concat([Buffer.from(`${keyword}\0\u0001\0\0\0`), deflateSync(value)]),
  }
  return withChunk(png, chunk.slice(-4), data[chunk]())
}

/** The PNG with any chunk behind its header. */
export function withChunk(png: Uint8Array, type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  // The signature and the header chunk are 33 bytes.
  return Buffer.concat([png.subarray(0, 33), length, named, sum, png.subarray(33)])
}
