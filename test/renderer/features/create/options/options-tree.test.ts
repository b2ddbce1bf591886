import { describe, expect, it } from 'vitest'
import { findMistake, lineAt } from '#renderer/features/create/options/options-tree.ts'
import { formatOptions, parseOptions } from '#renderer/features/create/options/options-text.ts'

describe('a mistake in the text', () => {
  it.each([
    ['{\n  "a": 1,\n}', 'trailingComma', 3, '}'],
    ['{"a": [1, 2,]}', 'trailingComma', 1, ']}'],
    ["{'a': 1}", 'quotes', 1, "'a': 1}"],
    ['{\n "a": 1,\n b: 2}', 'quotes', 3, 'b: 2}'],
    ['{"a": 1\n "b": 2}', 'comma', 2, '"b": 2}'],
    ['{"a": [1 2]}', 'comma', 1, '2]}'],
    ['{"a" 1}', 'colon', 1, '1}'],
    ['{"a": True}', 'word', 1, 'True}'],
    ['{"a": 5s}', 'number', 1, 's}'],
    ['{"a": "x\ny"}', 'text', 1, '"x\ny"}'],
    ['{"a": "\\q"}', 'text', 1, '"\\q"}'],
    ['{"a": "open}', 'end', 1, '"open}'],
    ['{,}', 'other', 1, ',}'],
    ['{"a": [1}', 'other', 1, '}'],
    ['{"a": "x" "b": {"c": ]}', 'comma', 1, '"b": {"c": ]}'],
    ['{"a": .5}', 'number', 1, '.5}'],
    ['{"a": 05}', 'number', 1, '5}'],
    ['{"a": 1', 'end', 1, ''],
    ['{"a": ', 'end', 1, ''],
    ['{"a": 1} "b"', 'other', 1, '"b"'],
  ])('is named in %j', (text, mistake, line, rest) => {
    const found = findMistake(text)
    expect(found.mistake).toBe(mistake)
    expect(lineAt(text, found.from)).toBe(line)
    expect(text.slice(found.from)).toBe(rest)
  })
})

describe('options as text', () => {
  it.each([
    ['', {}],
    ['{"a":"5"}', { a: '5' }],
    ['{"a":5,"b":[1,{"c":null}]}', { a: 5, b: [1, { c: null }] }],
    ['{"a":1,"a":2}', { a: 2 }],
  ])('reads %j', (text, value) => {
    expect(parseOptions(text)).toEqual({ ok: true, value })
  })
  it.each(['[1]', '"a"', 'null', '5'])('refuses %s, which is not an object', (text) => {
    expect(parseOptions(text)).toEqual({ ok: false, problem: 'notObject' })
  })
  it.each(['{"a"', "{'a': 1}", '{"a":1,}', '{"a":1} // all'])('refuses %s, which is not JSON', (text) => {
    expect(parseOptions(text)).toEqual({ ok: false, problem: 'syntax' })
  })
  it.each(['{"a":[1e999]}', '{"a":{"b":[null,[-1E+400]]}}', `{"a":1${'0'.repeat(400)}}`])(
    'refuses a number that would be sent as null: %.30s',
    (text) => {
      expect(parseOptions(text)).toEqual({ ok: false, problem: 'endless' })
    },
  )
  it('takes what only looks like such a number', () => {
    expect(parseOptions('{"a":"1e999","b":1e100}')).toEqual({ ok: true, value: { a: '1e999', b: 1e100 } })
  })
  it('comes back as it was', () => {
    const options = { seed: '5', n: 5, nested: { list: [true, null, 0.1] } }
    expect(parseOptions(formatOptions(options))).toEqual({ ok: true, value: options })
  })
})
