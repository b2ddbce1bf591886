/** What JSON may cost is known before it is parsed. */
import { expect, test } from 'vitest'
import { createJsonMeter, parseBoundedJson } from '#core/json/bounded-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['values', `[${'1,'.repeat(199_990)}1]`],
  ['names', `{"a":{${Array.from({ length: 30_000 }, (_, at) => `"${at}":1`).join()}}}`],
  ['depth', `${'['.repeat(200)}1${']'.repeat(200)}`],
  ['texts full of what is counted elsewhere', JSON.stringify('[{,"\\'.repeat(100_000))],
  ['every kind of value', '{"a":[null,true,-1.5e3,"\\u00e9\\"\\\\"],"b":{}}'],
])('parses what is within the bounds: %s', (_, text) => {
  expect(parseBoundedJson(text)).toEqual(JSON.parse(text))
})

test.each([
  ['too many values', `[${'1,'.repeat(200_001)}1]`],
  ['too many empty lists', `[${'[],'.repeat(100_001)}[]]`],
  ['too many objects of one key', `[${'{"a":1},'.repeat(100_001)}1]`],
  ['too many names in one object', `{${Array.from({ length: 30_001 }, (_, at) => `"${at}":1`).join()}}`],
  ['too deep', `${'['.repeat(201)}1${']'.repeat(201)}`],
  ['no JSON', '{"a":'],
  ['nothing', ''],
])('parses none of it: %s', (_, text) => {
  expect(parseBoundedJson(text)).toBe(undefined)
})

test('counts the same whatever the parts are', () => {
  const text = `{"a\\"[":"\\\\","b":["${'\\"'.repeat(50)}",${'"[[",'.repeat(100)}1]}`
  for (let size = 1; size < 20; size++) {
    const meter = createJsonMeter()
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    )
    expect(parts.every((part) => meter(bytes(part)))).toBe(true)
    expect([meter('['.repeat(200)), meter('[')]).toEqual([true, false])
  }
})

test('says no at the part that is too much, without what follows', () => {
  const meter = createJsonMeter()
  const part = bytes('[],'.repeat(10_000))
  let parts = 0
  while (meter(part)) parts++
  expect(parts).toBe(9)
})
