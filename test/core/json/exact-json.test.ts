import { expect, test } from 'vitest'
import { parseExactJson } from '#core/json/exact-json.ts'

test('whole numbers that would be rounded are texts of their digits', () => {
  const json =
    '{"a": [18446744073709551615, -9007199254740993, 9007199254740991], "b\\"12345678901234567890": 1}'
  expect(parseExactJson(json)).toEqual({
    a: ['18446744073709551615', '-9007199254740993', 9_007_199_254_740_991],
    'b"12345678901234567890': 1,
  })
})

test('fractions, exponents and texts are read as ever', () => {
  const json = '[0.12345678901234567890, 1e30, "12345678901234567890", "\\\\", 12345678901234567890.5]'
  expect(parseExactJson(json)).toEqual(JSON.parse(json))
})

test('what is no JSON is refused', () => {
  expect(() => parseExactJson('{"a": 12345678901234567890')).toThrow(SyntaxError)
})
