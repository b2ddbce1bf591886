/** Playlists: the best version, the segments in order, and what cannot be joined, with the reason. */
import { say } from '#test/stand-ins/say.ts'
import { expect, test } from 'vitest'
import { readPlaylist } from '#core/results/download/playlist.ts'
import { workedMs } from '#test/stand-ins/loop-silence.ts'

const LIST = 'https://cdn.example.com/a/list.m3u8?sign=1'
const read = (...lines: readonly string[]) => readPlaylist(['#EXTM3U', ...lines].join('\n'), LIST, 100)
const END = '#EXT-X-ENDLIST'
const at = (name: string) => `https://cdn.example.com/a/${name}`
const two = ['#EXT-X-TARGETDURATION:6', '#EXTINF:6,', 'one.ts', '#EXTINF:6,', '/two.ts']

test('names the segments in order, with whole addresses', () => {
  expect(read(...two, END)).toEqual({
    kind: 'segments',
    init: null,
    segments: [
      { url: at('one.ts'), range: null },
      { url: 'https://cdn.example.com/two.ts', range: null },
    ],
  })
})

test('names the initialisation segment, and ranges of one file', () => {
  const lines = [
    '#EXT-X-MAP:URI="all.mp4",BYTERANGE="10@0"',
    '#EXTINF:6,',
    '#EXT-X-BYTERANGE:100@10',
    'all.mp4',
  ]
  expect(
    read('#EXT-X-TARGETDURATION:6', ...lines, '#EXTINF:6,', '#EXT-X-BYTERANGE:50', 'all.mp4', END),
  ).toEqual({
    kind: 'segments',
    init: { url: at('all.mp4'), range: { from: 0, length: 10 } },
    segments: [
      { url: at('all.mp4'), range: { from: 10, length: 100 } },
      { url: at('all.mp4'), range: { from: 110, length: 50 } },
    ],
  })
})

const variant = (attributes: string, uri: string) => [`#EXT-X-STREAM-INF:${attributes}`, uri]
test.each([
  [
    'the largest frame',
    [
      ...variant('BANDWIDTH=9,RESOLUTION=640x360', 'small'),
      ...variant('BANDWIDTH=5,RESOLUTION=1280x720', 'best'),
    ],
  ],
  [
    'the highest bit rate',
    [
      ...variant('BANDWIDTH=5', 'low'),
      ...variant('BANDWIDTH=9', 'best'),
      ...variant('BANDWIDTH=7', 'middle'),
    ],
  ],
  [
    'the one that contains its audio',
    [
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="sound.m3u8"',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="b",NAME="x"',
      ...variant('BANDWIDTH=9,AUDIO="a"', 'silent'),
      ...variant('BANDWIDTH=5,AUDIO="b"', 'best'),
    ],
  ],
])('chooses %s among several variants', (_, lines) => {
  expect(read(...lines)).toEqual({ kind: 'variants', url: at('best') })
})

test.each<[string, readonly string[], RegExp]>([
  ['encrypted', ['#EXT-X-KEY:METHOD=AES-128,URI="k"', ...two, END], /encrypted/],
  [
    'encrypted by a system of its own',
    ['#EXT-X-KEY:METHOD=SAMPLE-AES,KEYFORMAT="com.apple.streamingkeydelivery",URI="skd://x"', ...two, END],
    /encrypted/,
  ],
  ['cut together', [...two, '#EXT-X-DISCONTINUITY', '#EXTINF:6,', 'three.ts', END], /several recordings/],
  [
    'of two beginnings',
    ['#EXT-X-MAP:URI="a"', ...two, '#EXT-X-MAP:URI="b"', '#EXTINF:6,', 'three', END],
    /several recordings/,
  ],
  ['without segments', [END], /no segments/],
  [
    'too long',
    [...Array.from({ length: 101 }, (_, number) => ['#EXTINF:6,', `${number}.ts`]).flat(), END],
    /more than 100/,
  ],
  [
    'with its audio in another stream',
    ['#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",URI="s"', ...variant('BANDWIDTH=9,AUDIO="a"', 'v')],
    /separate streams/,
  ],
])('refuses a stream that is %s', (_, lines, reason) => {
  const refused = read(...lines)
  expect(refused.kind === 'refused' && say(refused.reason)).toMatch(reason)
})

test('waits for the end of a stream that is still being written', () => {
  expect(read(...two)).toEqual({ kind: 'unfinished' })
})

test('takes a stream for plain that says it is', () => {
  expect(read('#EXT-X-KEY:METHOD=NONE', ...two, END)).toMatchObject({ kind: 'segments' })
})

test.each([
  ['commas', `#EXT-X-STREAM-INF:${','.repeat(1_000_000)}`],
  ['equals signs', `#EXT-X-STREAM-INF:${'=,'.repeat(500_000)}`],
  ['an attribute that never ends', `#EXT-X-MEDIA:${'A="'.repeat(300_000)}`],
  ['empty lines', '\n'.repeat(1_000_000)],
  ['keys', '#EXT-X-KEY:METHOD=NONE\n'.repeat(40_000)],
  ['addresses', 'a\n'.repeat(500_000)],
])('is read in no time where it is a megabyte of %s', (_, lines) => {
  const before = workedMs()
  read(lines, 'x', END)
  expect(workedMs() - before).toBeLessThan(3_000)
})
