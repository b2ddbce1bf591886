/** What is read of objects of any shape and any size. */
import { expect, test } from 'vitest'
import { fieldsOf, textsAt } from '#core/json/read-json.ts'

const many = Array.from({ length: 300 }, (_, at) => `p${at}`)

test('names the first hundred fields of an object, once, and none that is longer than a name', () => {
  const object = {
    'Model ID': 'm',
    ['x'.repeat(61)]: 1,
    ...Object.fromEntries(many.map((name) => [name, 1])),
  }
  const fields = fieldsOf(object)
  expect(Object.keys(fields)).toEqual(['modelid', ...many.slice(0, 98)])
  expect(fieldsOf(object)).toBe(fields)
})

test('reads the first twenty texts of a field, whatever holds them', () => {
  const first = many.slice(0, 20)
  const read = (field: unknown) => textsAt(JSON.parse(JSON.stringify({ field })), 'field')
  expect(read(many)).toEqual(first)
  expect(read(many.join(', '))).toEqual(first)
  expect(read(many.map((id) => ({ id })))).toEqual(first)
  expect(read(Object.fromEntries(many.map((name) => [name, name !== 'p1'])))).toEqual(
    first.filter((name) => name !== 'p1'),
  )
})
