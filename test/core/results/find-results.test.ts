/** What is taken for a result in a finished task, and what is not. */
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults } from '#core/results/find-results.ts'

const PNG = 'https://cdn.example.com/a.png'
const OTHER = 'https://cdn.example.com/b?sig=1&x=2'
const urls = (result: Json) =>
  findResults(result, 'https://api.example.com').map((source) =>
    source.kind === 'url' ? source.url : source.dataUri,
  )

test.each<[string, Json, readonly string[]]>([
  ['a bare address', PNG, [PNG]],
  ['a list of addresses', [PNG, OTHER], [PNG, OTHER]],
  ['objects with addresses', { images: [{ url: PNG }, { url: OTHER, width: 4 }] }, [PNG, OTHER]],
  ['nested outputs', { output: { video: { url: OTHER } } }, [OTHER]],
  ['the same address twice', { url: PNG, images: [PNG] }, [PNG]],
  ['JSON inside a text', { resultJson: JSON.stringify({ resultUrls: [PNG] }) }, [PNG]],
  ['an inline picture', { b64: 'data:image/png;base64,AAAA' }, ['data:image/png;base64,AAAA']],
  ['a relative address', { url: '/files/a.png?x=1' }, ['https://api.example.com/files/a.png?x=1']],
  ['a preview beside the result', { image: PNG, preview_url: OTHER, thumbnail: OTHER }, [PNG]],
  ['what went in', { input: { image_url: OTHER }, params: { image: OTHER }, image: PNG }, [PNG]],
  ["the service's own links", { urls: { get: OTHER, cancel: OTHER }, output: PNG }, [PNG]],
  ['null', null, []],
  ['numbers and texts', { seed: 7, note: 'see example.com', nested: [true, null] }, []],
  ['other schemes', ['ftp://x/y.png', 'javascript:alert(1)', 'file:///etc/passwd'], []],
])('finds the results in %s', (_, result, found) => {
  expect(urls(result)).toEqual(found)
})

test('survives an answer that is nested without end', () => {
  let value: Json = PNG
  for (let depth = 0; depth < 5_000; depth++) value = [value]
  expect(urls(value)).toEqual([])
  const hidden = '['.repeat(50_000)
  expect(urls({ text: hidden })).toEqual([])
})
