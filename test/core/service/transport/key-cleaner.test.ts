/** A key is taken out of what a service says in every spelling, and nothing else is. */
import { expect, test } from 'vitest'
import { createKeyCleaner } from '#core/service/transport/key-cleaner.ts'
import { spellingsOf } from '#test/stand-ins/canary.ts'

const KEYS = ['canary>>>b6/f1d2+c9?~do-not-tell', 'sk-0123456789abcdef', '12345678', 'a.b*c(d)[e]{f}^$|\\']
const CASES = KEYS.flatMap((key) =>
  Object.entries(spellingsOf(key)).map(([name, text]) => [name, key, text] as const),
)

test.each(CASES)('takes out the key (%s) %s', async (_, key, spelling) => {
  const { text, json } = createKeyCleaner(key)
  expect(text(`The key is ${spelling}, twice ${spelling}.`)).toBe('The key is [key], twice [key].')
  expect(await json([1, { a: [`x ${spelling}`], [spelling]: null, b: 'as it is' }])).toEqual([
    1,
    { a: ['x [key]'], '[key]': null, b: 'as it is' },
  ])
})

test.each(['Basic dXNlcjo=', 'data:image/png;base64,'])(
  'takes it out of the base64 of more (%s)',
  (before) => {
    const key = KEYS[0] ?? ''
    for (const name of ['', 'u', 'us', 'user']) {
      const text = Buffer.from(`${name}${key}${name}`).toString('base64')
      const cleaned = createKeyCleaner(key).text(before + text)
      expect(cleaned).toContain('[key]')
      expect(Buffer.from(cleaned.replace('[key]', ''), 'base64').toString()).not.toContain('do-not')
    }
  },
)

test('takes it out where parts of a long text meet', () => {
  const key = 'sk-0123456789abcdef'
  const { text } = createKeyCleaner(key)
  const spelling = spellingsOf(key)['all escaped'] ?? ''
  for (let before = 32 * 1024 - 130; before < 32 * 1024 + 10; before += 7) {
    expect(text(`${'x'.repeat(before)}${spelling}y${spelling}`)).toBe(`${'x'.repeat(before)}[key]y[key]`)
  }
})

test('gives back what holds no key as it is', async () => {
  const value = { a: ['100 %', { b: 'C:\\dir\\u0041', c: '&#65;' }, null, -1], __proto__: { d: 1 } }
  expect(await createKeyCleaner('sk-0123456789abcdef').json(value)).toBe(value)
})

test('leaves a short key, which may stand anywhere by chance, and does without one', async () => {
  expect(createKeyCleaner('short').text('a short text')).toBe('a short text')
  expect(await createKeyCleaner(undefined).json(['x'])).toEqual(['x'])
})

test('keeps names apart that are keys of every object', async () => {
  const value = JSON.parse(
    '{"__proto__":{"sk-0123456789abcdef":1},"constructor":"sk-0123456789abcdef"}',
  ) as never
  const cleaned = await createKeyCleaner('sk-0123456789abcdef').json(value)
  expect(JSON.stringify(cleaned)).toBe('{"__proto__":{"[key]":1},"constructor":"[key]"}')
})
