/** What is taken for a result in a finished task, what stands around it, and what is left out with which reason. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults, type FindContext } from '#core/results/find/find-results.ts'

const PNG = 'https://cdn.example.com/a.png'
const OTHER = 'https://cdn.example.com/b?sig=1&x=2'
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const find = (
  response: Json,
  context: FindContext = { mediaType: 'image', baseUrl: 'https://api.example.com' },
) => findResults(response, context)

async function results(response: Json, context?: FindContext) {
  const { found } = await find(response, context)
  return found
    .filter(({ role }) => role === 'result')
    .map(({ source, place }) => (source.kind === 'url' ? source.url : place))
}

test.each<[string, Json, readonly string[]]>([
  ['a bare address', PNG, [PNG]],
  ['a list of addresses', [PNG, OTHER], [PNG, OTHER]],
  ['objects with addresses', { images: [{ url: PNG }, { url: OTHER, width: 4 }] }, [PNG, OTHER]],
  ['nested outputs', { output: { video: { url: OTHER } } }, [OTHER]],
  ['the same address twice', { url: PNG, images: [PNG] }, [PNG]],
  ['JSON inside a text', { resultJson: JSON.stringify({ resultUrls: [PNG] }) }, [PNG]],
  ['JSON inside a fenced text', { output: `\`\`\`json\n{"image_url": "${PNG}"}\n\`\`\`` }, [PNG]],
  ['an inline image', { b64: `data:image/gif;base64,${GIF}` }, ['/b64']],
  ['a relative address', { url: '/files/a.png?x=1' }, ['https://api.example.com/files/a.png?x=1']],
  ['a preview beside the result', { image: PNG, preview_url: OTHER, thumbnail: OTHER }, [PNG]],
  ['what went in', { input: { image_url: OTHER }, params: { image: OTHER }, image: PNG }, [PNG]],
  ["the service's own links", { urls: { get: OTHER, cancel: OTHER }, output: PNG }, [PNG]],
  ['null', null, []],
  ['numbers and texts', { seed: 7, note: 'see example.com', nested: [true, null] }, []],
  ['other schemes', ['ftp://x/y.png', 'javascript:alert(1)', 'file:///etc/passwd'], []],
  ['a key with a slash and a tilde', { 'a/b~c': `data:image/gif;base64,${GIF}` }, ['/a~1b~0c']],
])('finds the results in %s', async (_, response, found) => {
  expect(await results(response)).toEqual(found)
})

test('tells what stands in for a missing result from a result', async () => {
  const { found } = await find({ hls: 'https://cdn.example.com/a.m3u8' }, { mediaType: 'video' })
  expect(found).toEqual([
    {
      kind: 'video',
      role: 'result',
      fallback: 'stream',
      place: '/hls',
      source: { kind: 'url', url: 'https://cdn.example.com/a.m3u8' },
    },
  ])
})

test('never takes what went in for the result, even when nothing else is named', async () => {
  const { found } = await find({ input: { image_url: PNG } })
  expect(found.map(({ role }) => role)).toEqual(['input'])
})

test('gives every thing that it leaves out a reason', async () => {
  const { ignored } = await find({
    images: [PNG, 'javascript:alert(1)', 'data:image/png;base64,!!!', 'http://169.254.169.254/a.png'],
    webhook: 'https://hook.example.com',
    docs: 'https://docs.example.com/a',
    gcs: 'gs://bucket/a.png',
    share: 'C:\\a.png',
    local: 'http://127.0.0.1/a.png',
    login: 'https://user:pass@cdn.example.com/a.png',
  })
  expect(ignored.map(({ place }) => place).toSorted()).toEqual(
    [
      '/docs',
      '/gcs',
      '/images/1',
      '/images/2',
      '/images/3',
      '/local',
      '/login',
      '/share',
      '/webhook',
    ].toSorted(),
  )
  expect(ignored.every(({ reason }) => reason.length > 10)).toBe(true)
})

test('takes files on private hosts only from a service that is on one', async () => {
  const response = { images: ['http://127.0.0.1:8188/view?filename=a.png'] }
  expect(await results(response, { mediaType: 'image', baseUrl: 'https://api.example.com' })).toEqual([])
  expect(await results(response, { mediaType: 'image', baseUrl: 'http://127.0.0.1:9000' })).toHaveLength(1)
})

test('keeps the spelling of an address to the byte', async () => {
  const url = 'https://cdn.example.com/a%2Fb%2520c.png?X-Sig=a%2Bb+c%3D&E=1'
  expect(await results({ url })).toEqual([url])
})

test.each([
  ['text', { output: ['A', ' red', ' fox.'] }, ['/output']],
  ['text', { text: 'All of it.', segments: [{ text: 'All' }, { text: 'of it.' }] }, ['/text']],
  ['music', { data: [{ title: 'x', text: '[Verse] la' }] }, ['/data/0/text']],
  ['image', { output: 'I cannot draw that.' }, []],
])('takes words for the result of a %s task only: %j', async (mediaType, response, places) => {
  expect(await results(response, { mediaType })).toEqual(places)
})
