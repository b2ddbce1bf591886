/** Truncated files are told from complete ones by their structure, with real files of each kind. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isTruncated, type ReadableBytes } from '#core/results/download/truncation.ts'
import { sniff } from '#core/media/sniff.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function suspect(bytes: Buffer): Promise<boolean> {
  const sniffed = await sniff(bytes.subarray(0, 8_192))
  if (sniffed.kind !== 'known') throw new Error('It is not known.')
  const readable: ReadableBytes = {
    sizeBytes: bytes.length,
    read: async (at, length) => bytes.subarray(at, at + length),
  }
  return isTruncated(readable, sniffed.type)
}

const image = () =>
  sharp({
    create: {
      width: 200,
      height: 150,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const video = Buffer.concat([
  box('ftyp', Buffer.from('isom\0\0\0\0isom')),
  box('mdat', Buffer.alloc(900)),
  box('moov', Buffer.alloc(400)),
])
const riff = (form: string, claimed: number): Buffer => {
  const bytes = Buffer.alloc(1_000)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(claimed, 4)
  bytes.write(`${form}fmt `, 8, 'latin1')
  return bytes
}
const glb = Buffer.alloc(1_000)
glb.write('glTF', 0, 'latin1')
glb.set([2, 0, 0, 0], 4)
glb.writeUInt32LE(1_000, 8)
/** EBML head of 4 bytes with the type, then a segment of 300 bytes whose size is known. */
const webm = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
  Buffer.from('webm'),
  Buffer.from([0x18, 0x53, 0x80, 0x67, 0x41, 0x2c]),
  Buffer.alloc(300),
])
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="4"/></svg>\n')

slow.each<[string, () => Promise<Buffer>]>([
  ['PNG', () => image().png().toBuffer()],
  ['PNG of noise', async () => noiseImage(1, 200_000)],
  ['JPEG', () => image().jpeg().toBuffer()],
  ['progressive JPEG', () => image().jpeg({ progressive: true }).toBuffer()],
  ['GIF', () => image().gif().toBuffer()],
  ['WebP', () => image().webp().toBuffer()],
  ['AVIF', () => image().avif().toBuffer()],
  ['MP4', async () => video],
  ['WAV', async () => riff('WAVE', 992)],
  ['GLB', async () => glb],
  ['WebM', async () => webm],
  ['SVG', async () => svg],
])('tells a truncated %s from a complete one', async (_, make) => {
  const bytes = await make()
  expect(await suspect(bytes)).toBe(false)
  expect(await suspect(bytes.subarray(0, bytes.length - 60))).toBe(true)
})

test.each<[string, Buffer]>([
  ['an audio file whose length was not known when it was written', riff('WAVE', 0xff_ff_ff_ff)],
  [
    'a video whose last box goes to the end',
    Buffer.concat([video.subarray(0, 20), Buffer.from([0, 0, 0, 0]), Buffer.from('mdat'), Buffer.alloc(500)]),
  ],
  [
    'an image with something behind its end',
    Buffer.concat([noiseImage(1, 5_000), Buffer.from('made by somebody')]),
  ],
  [
    'a video with a segment of unknown size',
    Buffer.concat([webm.subarray(0, 16), Buffer.from([0xff]), Buffer.alloc(50)]),
  ],
])('suspects nothing of %s', async (_, bytes) => {
  expect(await suspect(bytes)).toBe(false)
})
