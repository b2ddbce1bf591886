/** Answers made to crash, to hang, or to be taken for something else: generated from seeds, so that a failure can be repeated. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { readHostileResults, type HostileReadFigures } from '#test/stand-ins/hostile-results.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'

const KEYS = [
  ...'url images output input thumbnail data b64_json type mimeType video_url text'.split(' '),
  '',
  ...'__proto__ constructor toString hasOwnProperty length 0 a/b~c'.split(' '),
  'Ünï',
  ...'result content original mp4 stems callback urls get raw'.split(' '),
  'K'.repeat(300),
  'aB1_'.repeat(50),
]
const TEXTS = [
  '',
  ' ',
  ...'x https://cdn.example.com/a.png http://[::1]/x https:// // data: data:, data:image/png;base64,'.split(
    ' ',
  ),
  ...'data:image/png;base64,AAAA {"url":"https://cdn.example.com/b.mp4"} { [[[['.split(' '),
  '"\\"x\\""',
  'javascript:alert(1)',
  '\\\\host\\a',
  'A'.repeat(200),
  'ab'.repeat(100),
  ...'<svg ![]( ](((( image/png mp4 https://%zz/% https://cdn.example.com/%E0%A4%A.png'.split(' '),
  '\0\ud800',
  '![x](https://c.example/y)',
]

function generate(random: () => number, depth: number): Json {
  const pick = random()
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  if (depth === 0 || pick < 0.3) return one(TEXTS) ?? null
  if (pick < 0.4) return one([null, true, false, 0, -1, 1e308]) ?? null
  const members = Array.from({ length: Math.floor(random() * 6) }, () => generate(random, depth - 1))
  if (pick < 0.6) return members
  if (pick < 0.7) return JSON.stringify(members)
  return JSON.parse(
    `{${members.map((member) => `${JSON.stringify(one(KEYS) ?? '')}:${JSON.stringify(member)}`).join(',')}}`,
  ) as Json
}

function valuesIn(response: Json): number {
  if (typeof response !== 'object' || response === null) return 1
  return 1 + Object.values(response as object).reduce<number>((sum, inner: Json) => sum + valuesIn(inner), 0)
}

const MEDIA_TYPES = ['image', 'video', 'music', 'character', 'model3d', 'text', undefined]

slow('survives 1,500 generated responses and lists each file once, in a role, with a place', async () => {
  for (let seed = 0; seed < 1_500; seed++) {
    const response = generate(seededRandom(seed), 6)
    const mediaType = MEDIA_TYPES[seed % MEDIA_TYPES.length]
    const { found, ignored } = await findResults(response, { mediaType, baseUrl: 'https://api.example.com' })
    const ids = found.map(({ source, sha256 }) => (source.kind === 'url' ? source.url : sha256))
    expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length)
    expect(ids.every((id) => id !== undefined && !/^(?:javascript|file|ftp):/iu.test(id))).toBe(true)
    expect([...found, ...ignored].every(({ place }) => place === '' || place.startsWith('/'))).toBe(true)
  }
})

test('finds the same in the same response', async () => {
  const response = generate(seededRandom(4_242), 9)
  expect(await findResults(response)).toEqual(await findResults(response))
})

slow('visits each value a bounded number of times, also inside JSON in JSON', async () => {
  for (const members of [100, 1_000, 10_000]) {
    const plain = {
      images: Array.from({ length: members }, (_, at) => ({ url: `https://cdn.example.com/${at}.png` })),
    }
    const { visited, found } = await findResults(plain, { mediaType: 'image' })
    expect(visited).toBeLessThanOrEqual(valuesIn(plain))
    expect(found).toHaveLength(members)
    const wrapped = await findResults({ data: JSON.stringify({ raw: JSON.stringify(plain) }) })
    expect(wrapped.visited).toBeLessThanOrEqual(valuesIn(plain) + 6)
  }
})

slow.each<[string, () => Json]>([
  ['nested 5,000 deep', () => nested(5_000, 'https://cdn.example.com/a.png')],
  ['half a million open brackets', () => ({ text: '['.repeat(500_000) })],
  ['JSON in JSON, twelve times', () => wrapped(12)],
  ['a text of two megabytes of brackets and parentheses', () => ({ content: '![]('.repeat(500_000) })],
  ['two megabytes of tags', () => ({ content: '<img <video '.repeat(170_000) })],
  ['two megabytes of white space', () => ({ output: `x${' '.repeat(2_000_000)}y` })],
  ['two megabytes of backslashes', () => ({ output: `https://a.example${'\\'.repeat(2_000_000)}` })],
  ['two megabytes of base64 that is nothing', () => ({ image: 'QUJD'.repeat(500_000) })],
  ['two megabytes of base64 with a flaw at its end', () => ({ image: `${'QUJD '.repeat(400_000)}!` })],
  ['two megabytes of hex that is nothing', () => ({ audio: 'ab'.repeat(1_000_000) })],
  ['two megabytes of percent signs', () => ({ url: `data:text/plain,${'%41'.repeat(700_000)}%` })],
  [
    'a data address with two megabytes of parameters',
    () => ({ url: `data:image/png${';a'.repeat(1_000_000)}` }),
  ],
  ['an address of a megabyte', () => ({ url: `https://cdn.example.com/${'a/'.repeat(500_000)}` })],
  ['a key of a megabyte', () => ({ ['aB'.repeat(500_000)]: 'https://cdn.example.com/a.png' })],
  [
    'a hundred thousand keys',
    () => Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 'x'])),
  ],
  [
    'twenty thousand files under one object',
    () =>
      Object.fromEntries(
        Array.from({ length: 20_000 }, (_, at) => [`image_${at}`, `https://cdn.example.com/${at}.png`]),
      ),
  ],
  [
    'ten thousand files under a request among a hundred thousand lists',
    () => ({
      ...Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, []])),
      request: {
        status: 'done',
        images: Array.from({ length: 10_000 }, (_, at) => ({ url: `https://cdn.example.com/${at}.png` })),
      },
    }),
  ],
  ['a comment that never ends', () => ({ svg: `<!--${'-'.repeat(1_000_000)}` })],
  ['a million addresses in a text', () => ({ content: 'https://a.example/b.png '.repeat(80_000) })],
])('is not held up by %s', async (_, make) => {
  const { found } = await findResults(make(), { mediaType: 'image', baseUrl: 'https://api.example.com' })
  expect(found.length).toBeLessThanOrEqual(20_000)
})

test('says where it stopped searching', async () => {
  const deep = await findResults({ image: 'https://cdn.example.com/a.png', more: nested(500, 'x') })
  expect(deep.ignored.map(({ reason }) => reason)).toEqual(['it is nested too deep to be searched'])
  expect(deep.found).toHaveLength(1)
  const wide = await findResults([
    ['https://cdn.example.com/a.png'],
    Array.from({ length: 400_000 }, () => 1),
  ])
  expect(wide.ignored).toHaveLength(1)
  expect(wide.found).toHaveLength(1)
})

function nested(levels: number, inside: Json): Json {
  let value = inside
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { output: value }
  return value
}

function wrapped(times: number): Json {
  let text = JSON.stringify({ url: 'https://cdn.example.com/a.png' })
  for (let time = 0; time < times; time++) text = JSON.stringify({ a: text })
  return text
}

/**
 * Hostile task results, one after the other: nothing in them holds up the event loop or fills the memory. All 10,000 of the
 * promise: `npm run bench -- hostile-content`.
 *
 * @slow 250 results instead of 20.
 */
const RESULTS = scaled(20, 250)

test(
  `${RESULTS} hostile results are read without a long silence, and in bounded memory`,
  { timeout: 3_600_000 },
  async () => {
    const figures = await readHostileResults(RESULTS)
    expect(figures.tried).toBe(RESULTS + 1)
    expect(figures.read).toBeGreaterThan(RESULTS / 2)
    // With room for a machine that is several times slower; the benchmark holds the promise's own figures, 250 ms and 400 MB.
    expect(figures).toSatisfy(
      ({ longestSilenceMs, mostMb }: HostileReadFigures) => longestSilenceMs <= 1_000 && mostMb <= 800,
    )
  },
)
