/** What a file is, by its bytes alone. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { expect, test, onTestFinished } from 'vitest'
import { decodeDataUri } from '#core/media/data-uri.ts'
import { sniff } from '#core/media/sniff.ts'
import { bytes } from '#test/stand-ins/hostile-content.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import type { SniffTimes } from '#test/stand-ins/sniff-worker.ts'

const image = () => sharp({ create: { width: 4, height: 4, channels: 3, background: 'teal' } })
const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0], brand, 'mp42')

test.each<[string, () => Promise<Uint8Array>, string, string]>([
  ['PNG', () => image().png().toBuffer(), 'image/png', 'png'],
  ['JPEG', () => image().jpeg().toBuffer(), 'image/jpeg', 'jpg'],
  ['WebP', () => image().webp().toBuffer(), 'image/webp', 'webp'],
  ['GIF', () => image().gif().toBuffer(), 'image/gif', 'gif'],
  ['AVIF', () => image().avif().toBuffer(), 'image/avif', 'avif'],
  ['TIFF', () => image().tiff().toBuffer(), 'image/tiff', 'tiff'],
  [
    'SVG',
    async () => bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'image/svg+xml',
    'svg',
  ],
  ['MP4', async () => box('isom'), 'video/mp4', 'mp4'],
  ['QuickTime', async () => box('qt  '), 'video/quicktime', 'mov'],
  ['MP3', async () => bytes('ID3', [3, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg', 'mp3'],
  ['WAV', async () => bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', [16, 0, 0, 0]), 'audio/wav', 'wav'],
  ['FLAC', async () => bytes('fLaC', [0, 0, 0, 34]), 'audio/flac', 'flac'],
  ['GLB', async () => bytes('glTF', [2, 0, 0, 0], [20, 0, 0, 0]), 'model/gltf-binary', 'glb'],
  [
    'OBJ',
    async () => bytes('# Blender\n\no Cube\r\nv 1.0 -1e-3 1\nvn 0 0 1\nf 1//1 1//1'),
    'model/obj',
    'obj',
  ],
  ['USD in words', async () => bytes('#usda 1.0\n(\n)\ndef Xform "fox"'), 'model/vnd.usda', 'usda'],
  ['USD in bytes', async () => bytes('PXR-USDC', [0, 8, 0]), 'model/vnd.usdc', 'usdc'],
  ['PLY in words', async () => bytes('ply\nformat ascii 1.0\nend_header\n0 0 0'), 'model/ply', 'ply'],
  [
    'PLY in bytes',
    async () => bytes('ply\r\nformat binary_little_endian 1.0\r\nend_header\r\n', [0, 0xff]),
    'model/ply',
    'ply',
  ],
  ['glTF', async () => bytes('{"asset": {"generator": "x", "version": "2.0"}}'), 'model/gltf+json', 'gltf'],
  [
    'glTF that begins with its numbers',
    async () =>
      bytes('{"accessors":[{"bufferView":0,"componentType":5126,', ' '.repeat(9_000), '"asset":{}}'),
    'model/gltf+json',
    'gltf',
  ],
  [
    'COLLADA',
    async () => bytes('<?xml version="1.0"?>\n<!-- x -->\n<COLLADA version="1.4.1"><asset/>'),
    'model/vnd.collada+xml',
    'dae',
  ],
  ['FBX', async () => bytes('Kaydara FBX Binary  ', [0, 0x1a, 0]), 'application/x-ft-fbx', 'fbx'],
  ['BMP', async () => bytes('BM', [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]), 'image/bmp', 'bmp'],
  ['subtitles', async () => bytes('WEBVTT\n\n00:00.000 --> 00:01.000\nfox'), 'text/vtt', 'vtt'],
  ['JSON', async () => bytes('{"a": 1}'), 'application/json', 'json'],
  [
    'JSON with an asset',
    async () => bytes('{"asset": {"url": "x"}, "version": "2.0"}'),
    'application/json',
    'json',
  ],
  ['a text that begins as a BMP', async () => bytes('BMW in snow'), 'text/plain', 'txt'],
  ['a text that begins as a GIF', async () => bytes('GIF of a fox, in snow'), 'text/plain', 'txt'],
  ['a text that begins as an OBJ', async () => bytes('v 1 2 3\nis what it says'), 'text/plain', 'txt'],
  ['text', async () => Buffer.from('Grüße, 狐', 'utf8'), 'text/plain', 'txt'],
])('knows %s', async (_, make, mimeType, extension) => {
  expect(await sniff(await make())).toMatchObject({ kind: 'known', type: { mimeType, extension } })
})

test.each<[string, string | null]>([
  ['data:text/plain;base64,Zm94', 'fox'],
  ['data:text/plain;charset=utf-8;base64,Zm94', 'fox'],
  ['DATA:text/plain;BASE64,Zm94', 'fox'],
  ['data:text/plain;base64,Zm 94\n', 'fox'],
  ['data:text/plain;base64,Zm94Cg%3D%3D', 'fox\n'],
  ['data:text/plain,red%20fox', 'red fox'],
  ['data:,', ''],
  ['data:text/plain;base64,§§§', null],
  ['data:text/plain,%zz', null],
  ['data:text/plain', null],
  ['https://example.com/,x', null],
])('decodes %j as %j', (uri, text) => {
  const decoded = decodeDataUri(uri)
  expect(decoded && Buffer.from(decoded).toString('utf8')).toBe(text)
})

/**
 * What a file is, is told in the host itself, so no head of a file may take long. In a thread of its own: one that never ends
 * would end the tests.
 *
 * @slow 20,000 changed heads instead of 1,000.
 */
const CHANGED = scaled(1_000, 20_000)
const MAX_SNIFF_MS = 500
const HANGS_AFTER_MS = scaled(60_000, 600_000)

slow('hostile heads are told apart in a moment', { timeout: 2 * HANGS_AFTER_MS }, async () => {
  const worker = new Worker(new URL('../../stand-ins/sniff-worker.ts', import.meta.url), {
    workerData: CHANGED,
    execArgv: [],
  })
  onTestFinished(async () => void (await worker.terminate()))
  const [times] = (await once(worker, 'message', { signal: AbortSignal.timeout(HANGS_AFTER_MS) })) as [
    SniffTimes,
  ]
  expect(times.heads).toBeGreaterThan(CHANGED)
  expect(times).toSatisfy(({ longestMs }: SniffTimes) => longestMs < MAX_SNIFF_MS)
})
