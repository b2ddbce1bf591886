import { expect, test } from 'vitest'
import { createJsonShallower } from '#core/json/shallow-json.ts'

const shallow = (text: string, deepest: number, size = text.length): string => {
  const keep = createJsonShallower(deepest)
  const bytes = Buffer.from(text)
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    keep(bytes.subarray(at * size, (at + 1) * size)),
  )
  return Buffer.concat(parts.flat()).toString()
}

const TEXT = String.raw`{"a":[1,{"b":"]}\\\"}","c":[{"d":[]}]},"ö"],"e":{"f":[2]}}`

test.each([
  [1, { a: [], e: {} }],
  [2, { a: [1, {}, 'ö'], e: { f: [] } }],
  [3, { a: [1, { b: String.raw`]}\"}`, c: [] }, 'ö'], e: { f: [2] } }],
  [9, JSON.parse(TEXT) as object],
])('keeps what lies no deeper than %i, wherever the parts of the text end', (deepest, kept) => {
  for (const size of [1, 2, 3, 7, TEXT.length]) expect(JSON.parse(shallow(TEXT, deepest, size))).toEqual(kept)
})

test('makes nothing whole that broke off', () => {
  expect(() => JSON.parse(shallow('{"a":[[1', 2)) as unknown).toThrow(SyntaxError)
})
