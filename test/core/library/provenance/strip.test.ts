/** A file that leaves without a recipe says nothing of how it was made, wherever in it that may stand. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { editFile, editSource } from '#core/library/provenance/embed-recipe.ts'
import { makeRiffChunk } from '#core/library/provenance/formats/riff.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { essence, rewritten, withChunk } from './files.ts'
import { extensionOf, SAMPLES } from './samples.ts'
import { box } from './signed.ts'

const SECRET = Buffer.from('a fox in secret')
const strip = (bytes: Uint8Array, extension: string) =>
  rewritten(bytes, (source) => editSource(source, extension, { kind: 'strip' }))

function segment(marker: number, ...content: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat([Buffer.from([0xff, marker, 0, 0]), ...content.map((one) => Buffer.from(one))])
  bytes.writeUInt16BE(bytes.length - 2, 2)
  return bytes
}

/** A JPEG with segments in front of all others. */
function withSegments(bytes: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)])
}

/** A FLAC file with a block behind the first. */
function withBlock(bytes: Buffer, type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0, content.length])
  const first = Buffer.from(bytes.subarray(4, 8))
  const isLast = (first[0] ?? 0) >= 0x80
  first[0] = (first[0] ?? 0) & 0x7f
  head[0] = type | (isLast ? 0x80 : 0)
  return Buffer.concat([
    bytes.subarray(0, 4),
    first,
    bytes.subarray(8, 42),
    head,
    content,
    bytes.subarray(42),
  ])
}

/** An image without bytes, with what it shows. Source: RFC 9639, 8.8. */
function cover(): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(12), SECRET, Buffer.alloc(20)])
  bytes.writeUInt32BE(SECRET.length, 8)
  return bytes
}

/** APEv2 with one item. Source: APEv2 specification, "APE Tags Header" and "APE Tag Item". */
function apeTag(): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Comment\0'), SECRET])
  item.writeUInt32LE(SECRET.length, 0)
  const end = (flags: number) => {
    const bytes = Buffer.alloc(32)
    bytes.write('APETAGEX')
    bytes.writeUInt32LE(2_000, 8)
    bytes.writeUInt32LE(item.length + 32, 12)
    bytes.writeUInt32LE(1, 16)
    bytes.writeUInt32LE(flags, 20)
    return bytes
  }
  return Buffer.concat([end(0xa000_0000), item, end(0x8000_0000)])
}

const oldTag = Buffer.concat([Buffer.from('TAG'), SECRET, Buffer.alloc(125 - SECRET.length)])

function withRiffChunk(bytes: Buffer, id: string): Buffer {
  const whole = Buffer.concat([bytes, makeRiffChunk(id, SECRET)])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

test.each<[string, string, (bytes: Buffer) => Buffer]>([
  ['a comment', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xfe, SECRET))],
  ['IPTC', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xed, 'Photoshop 3.0\0', SECRET))],
  ['a segment of some program', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xe7, SECRET))],
  ['boxes that do not sign', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xeb, 'JP', SECRET))],
  ['a further index', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xe2, 'MPF\0', SECRET))],
  ['a thumbnail', 'plain.jpg', (bytes) => withSegments(bytes, segment(0xe0, 'JFXX\0', SECRET))],
  ['bytes behind the end', 'plain.jpg', (bytes) => Buffer.concat([bytes, SECRET])],
  [
    'a comment behind the scan',
    'plain.jpg',
    (bytes) => Buffer.concat([bytes.subarray(0, -2), segment(0xfe, SECRET), bytes.subarray(-2)]),
  ],
  ['a chunk of some program', 'a.png', (bytes) => withChunk(bytes, 'prVt', SECRET)],
  ['a chunk of some program', 'extended.webp', (bytes) => withRiffChunk(bytes, 'PRIV')],
  ['a cover', 'audio.flac', (bytes) => withBlock(bytes, 6, cover())],
  ['a block of some program', 'audio.flac', (bytes) => withBlock(bytes, 2, SECRET)],
  ['APEv2', 'song.mp3', (bytes) => Buffer.concat([bytes, apeTag()])],
  ['APEv2 before the oldest tag', 'song.mp3', (bytes) => Buffer.concat([bytes, apeTag(), oldTag])],
  ['production notes', 'audio.wav', (bytes) => withRiffChunk(bytes, 'iXML')],
  ['ID3', 'audio.wav', (bytes) => withRiffChunk(bytes, 'id3 ')],
  ['what signs it', 'audio.wav', (bytes) => withRiffChunk(bytes, 'C2PA')],
  ['a chunk of some program', 'audio.wav', (bytes) => withRiffChunk(bytes, 'note')],
  [
    'a box of some program',
    'video.mp4',
    (bytes) => Buffer.concat([bytes, box('uuid', Buffer.alloc(16), SECRET)]),
  ],
])('%s is not in %s any more', async (_, name, hide) => {
  const extension = extensionOf(name)
  const original = Buffer.from((await SAMPLES[name]?.()) ?? [])
  const hidden = hide(original)
  expect([hidden.includes(SECRET), await essence(hidden, extension)]).toEqual([
    true,
    await essence(original, extension),
  ])
  const bare = await strip(hidden, extension)
  expect(bare?.includes(SECRET)).toBe(false)
  expect(await essence(bare ?? hidden, extension)).toEqual(await essence(original, extension))
})

test.each([
  ['jpg', 'jpeg'],
  ['png', 'png'],
  ['webp', 'webp'],
] as const)('the colours of a .%s stay what they are', async (extension, format) => {
  const noise = sharp({ create: { width: 9, height: 7, channels: 3, background: 'teal' } })
  const original = await noise.toFormat(format).withIccProfile('p3').toBuffer()
  const bare = await strip(original, extension)
  const { icc } = await sharp(original).metadata()
  expect(icc?.length).toBeGreaterThan(100)
  expect((await sharp(bare ?? Buffer.alloc(0)).metadata()).icc).toEqual(icc)
})

/** As NovelAI writes it: the lowest bit of alpha, column by column. */
async function withHiddenText(text: string): Promise<Buffer> {
  const [width, height] = [40, 30]
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length * 8)
  const said = Buffer.concat([Buffer.from('stealth_pnginfo'), length, Buffer.from(text)])
  const pixels = Buffer.alloc(width * height * 4, 0xff)
  for (let at = 0; at < said.length * 8; at++) {
    const bit = ((said[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    pixels[((at % height) * width + Math.floor(at / height)) * 4 + 3] = 0xfe | bit
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

test('a text that is left in the pixels makes the outcome uncertain', async () => {
  const path = join(await makeTempDir(), 'a.png')
  await writeFile(path, await withHiddenText('{"Description":"a fox"}'))
  expect(await editFile(path, 'png', { kind: 'strip' })).toMatchObject({ isUncertain: true })
  await writeFile(path, (await SAMPLES['a.png']?.()) ?? '')
  expect(await editFile(path, 'png', { kind: 'strip' })).toMatchObject({ isUncertain: false })
})
