import { describe, expect, it } from 'vitest'
import { formatOptions, parseOptions } from '#renderer/features/create/options/options-text.ts'

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
