/** A stream in segments becomes one file: every segment fetched under the same guards, joined, and put into an MP4. */
import type { MessageId } from '#contract/messages/message.ts'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { expect, onTestFinished, test } from 'vitest'
import { createDownloader } from '#core/results/download/download.ts'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { sha256, noiseImage } from '#test/stand-ins/hostile-content.ts'
import { fetchUrl } from '#test/stand-ins/downloads.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeStream, type StreamFiles } from '#test/stand-ins/stream-files.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestReader } from '#test/stand-ins/shared-reader.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { remuxToMp4 } from '#core/results/download/remux.ts'
import { tinyAudio } from '#test/stand-ins/tiny-media.ts'
import { until } from '#test/stand-ins/until.ts'

type Change = (name: string, bytes: Buffer) => FaultyResponse | Buffer | null

/** Offers the files of a stream, each as `change` says, and fetches the one called `name`. */
async function fetchStream({ files, main }: StreamFiles, change: Change = () => null, name = main) {
  const service = await openFaultyService()
  const asked: string[] = []
  service.always('file', {
    name: 'file',
    give: async (at) => {
      const path = at.entry.path.replace('/files/', '')
      asked.push(path)
      const bytes = files.get(path)
      if (!bytes) return void at.response.writeHead(404).end()
      const changed = change(path, bytes)
      if (changed && 'give' in changed) return changed.give(at)
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(at.request.headers.range ?? '') ?? []
      const range = { 'content-range': `bytes ${from}-${to}/${bytes.length}` }
      if (from === undefined) at.response.end(changed ?? bytes)
      else at.response.writeHead(206, range).end(bytes.subarray(Number(from), Number(to) + 1))
    },
  })
  const partPath = join(await makeTempDir(), 'x.part')
  const downloader = createDownloader({ reader: await openTestReader() })
  const { signal } = new AbortController()
  const url = `${service.baseUrl}/files/${name}`
  const result = await downloader.fetch({ kind: 'url', url }, { partPath, allowLocal: true, signal })
  await downloader.close()
  return { result, asked, partPath }
}

async function describe(path: string) {
  const input = new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const seconds = await input.computeDuration()
  return {
    seconds: Math.round(seconds * 10) / 10,
    video: video && { codec: await video.getCodec(), frames: (await video.computePacketStats()).packetCount },
    audio: audio && (await audio.getCodec()),
  }
}

slow.each(['ts', 'mp4', 'single'] as const)('makes one video of a segmented stream (%s)', async (kind) => {
  const stream = await makeStream(kind)
  const { result, partPath } = await fetchStream(stream)
  expect(result).toMatchObject({ kind: 'file', type: { mimeType: 'video/mp4', extension: 'mp4' } })
  if (result.kind !== 'file') return
  expect(sha256(await readFile(result.path))).toBe(result.sha256)
  expect(await describe(result.path)).toEqual({
    seconds: 3,
    video: { codec: 'avc', frames: 30 },
    audio: 'mp3',
  })
  expect(readdirSync(dirname(partPath))).toHaveLength(1)
})

slow('takes a playlist that names segments as well, whatever its address looks like', async () => {
  const stream = await makeStream('ts')
  const named = {
    ...stream,
    files: new Map([...stream.files, ['video', stream.files.get(stream.list) ?? Buffer.alloc(0)]]),
  }
  expect((await fetchStream(named, undefined, 'video')).result).toMatchObject({ type: { extension: 'mp4' } })
})

test('tries a segment again whose connection is cut', async () => {
  const stream = await makeStream('ts')
  let cuts = 0
  const { result, asked } = await fetchStream(stream, (name, bytes) => {
    if (name !== 'segment-1-2.ts' || ++cuts > 2) return null
    return {
      name: 'cut',
      give: ({ response }) => {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 500), () => response.destroy())
      },
    }
  })
  expect(result).toMatchObject({ kind: 'file' })
  expect(asked.filter((name) => name === 'segment-1-2.ts')).toHaveLength(3)
})

slow('holds no segment in memory, however large', async () => {
  const packets = Buffer.alloc(188 * 5_000)
  for (let at = 0; at < packets.length; at += 188) packets[at] = 0x47
  const count = 120
  const service = await openFaultyService()
  service.always('file', {
    name: 'file',
    give: async ({ entry, response }) => {
      if (entry.path.endsWith('.m3u8'))
        return void response.end(list('#EXTINF:1,\na.ts\n#EXTINF:1,\nb.ts\n#EXT-X-ENDLIST'))
      for (let sent = 0; sent < count; sent++)
        if (!response.write(packets)) await new Promise((resolve) => response.once('drain', resolve))
      response.end()
    },
  })
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5)
  onTestFinished(() => clearInterval(looking))
  const { result, partPath } = await fetchUrl(`${service.baseUrl}/files/list.m3u8`)
  expect(result).toMatchObject({ kind: 'file', sizeBytes: 2 * count * packets.length })
  expect(readdirSync(dirname(partPath))).toEqual(['x.part'])
  // What is thrown away is counted until it is collected.
  expect(most).toBeLessThan(count * packets.length)
})

test('leaves nothing on the file of the segments, however many there are', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const packet = Buffer.alloc(188, 0x47)
  const service = await openFaultyService()
  const give: FaultyResponse['give'] = ({ entry, response }) =>
    void response.end(
      entry.path.endsWith('.m3u8') ? list('#EXTINF:1,\na.ts\n'.repeat(20) + '#EXT-X-ENDLIST') : packet,
    )
  service.always('file', { name: 'file', give })
  const { result } = await fetchUrl(`${service.baseUrl}/files/list.m3u8`)
  expect(result).toMatchObject({ kind: 'file', sizeBytes: 20 * packet.length })
  expect(warnings).toEqual([])
})

const list = (lines: string) => Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:2\n${lines}`)
slow.each<[string, string, FaultyResponse | Buffer, string, MessageId]>([
  ['a segment has expired', 'segment-1-2.ts', respond(403, ''), 'reread', 'results.addressDead'],
  ['a segment is empty', 'segment-1-2.ts', Buffer.alloc(0), 'reread', 'results.segmentIncomplete'],
  [
    'a segment is a web page',
    'segment-1-1.ts',
    Buffer.from('<html>expired</html>'),
    'reread',
    'results.webPage',
  ],
  [
    'a segment is something else',
    'segment-1-1.ts',
    Buffer.from('no stream at all'),
    'never',
    'results.stream.otherFormat',
  ],
  [
    'a segment leads to a file of this computer',
    'segment-1-2.ts',
    respond(302, '', { location: 'file:///etc/passwd' }),
    'never',
    'results.refused.unsafeProtocol',
  ],
  [
    'a segment leads to a link-local address',
    'segment-1-2.ts',
    respond(302, '', { location: 'http://169.254.169.254/' }),
    'never',
    'results.refused.noFileHost',
  ],
  ['a segment is not available', 'segment-1-2.ts', respond(503, ''), 'wait', 'results.serverStatus'],
  [
    'it is encrypted',
    'playlist-1.m3u8',
    list('#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST'),
    'never',
    'results.stream.encrypted',
  ],
  ['it has not ended', 'playlist-1.m3u8', list('#EXTINF:1,\na.ts\n'), 'reread', 'results.stream.unfinished'],
  [
    'it names variants of variants',
    'playlist-1.m3u8',
    Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8'),
    'never',
    'results.stream.nested',
  ],
])('keeps nothing, with the reason, where %s', async (_, changed, into, next, id) => {
  const stream = await makeStream('ts')
  const { result, partPath } = await fetchStream(stream, (name) => (name === changed ? into : null))
  expect(result).toMatchObject({
    kind: 'problem',
    next,
    failure: { charged: 'yes', id },
  })
  expect(existsSync(partPath)).toBe(false)
  expect(readdirSync(dirname(partPath))).toEqual([])
})

/** A stream that cannot be put into an MP4 leaves nothing behind: no file is held open. */
const OPEN = '/proc/self/fd'
const canCount = process.platform === 'linux'
const TRIES = 20

async function segment(): Promise<Buffer> {
  const { files } = await makeStream('ts')
  const [bytes] = [...files].flatMap(([name, content]) => (name.endsWith('.ts') ? [content] : []))
  return bytes ?? Buffer.alloc(0)
}

test.skipIf(!canCount).each<[string, () => Promise<Uint8Array>]>([
  ['no media', async () => Buffer.from('nothing')],
  ['an image', async () => noiseImage(1, 5_000)],
  ['an audio file', async () => tinyAudio(0.2)],
  ['cut short', async () => (await segment()).subarray(0, 2_000)],
  [
    'damaged in the middle',
    async () => {
      const bytes = Buffer.from(await segment())
      bytes.fill(0xff, 1_500, bytes.length - 400)
      return bytes
    },
  ],
])('of %s', async (_, make) => {
  const folder = await makeTempDir()
  const [from, to] = [join(folder, 'a.ts'), join(folder, 'a.mp4')]
  await writeFile(from, await make())
  const { signal } = new AbortController()
  await remuxToMp4(from, to, signal)
  const before = readdirSync(OPEN).length
  for (let count = 0; count < TRIES; count++) await remuxToMp4(from, to, signal)
  const areClosed = () => readdirSync(OPEN).length < before + TRIES / 2
  expect(await until(areClosed, { what: 'files to be closed' })).toBe(true)
})
