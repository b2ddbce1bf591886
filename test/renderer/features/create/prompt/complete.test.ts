import { describe, expect, it } from 'vitest'
import {
  complete,
  completionAt,
  fittingSuggestions,
  type Suggestion,
} from '#renderer/features/create/prompt/suggestion-list.tsx'

/** The cursor stands at the bar. */
function at(marked: string) {
  const cursor = marked.indexOf('¦')
  return completionAt(marked.replace('¦', ''), cursor)
}

describe('what can be completed', () => {
  it.each([
    ['a __¦', 'list', ''],
    ['a __ani¦', 'list', 'ani'],
    ['a __big_cats¦', 'list', 'big_cats'],
    ['__animals__ and __b¦', 'list', 'b'],
    ['__light/so¦', 'list', 'light/so'],
    ['[[¦', 'variable', ''],
    ['[[ second sub¦', 'variable', 'second sub'],
    ['/¦', 'snippet', ''],
    ['a fox /so¦', 'snippet', 'so'],
  ])('%s', (marked, kind, query) => {
    expect(at(marked)).toMatchObject({ kind, query })
  })
  it.each([
    'a fox¦',
    '__animals__¦',
    '__animals__ ¦',
    '[[subject]]¦',
    'and/or¦',
    String.raw`\__ani¦`,
    '__ani mals¦',
    '¦__animals',
    'a_b¦',
  ])('nothing in %s', (marked) => {
    expect(at(marked)).toBeNull()
  })
})

it.each([
  ['a __ani¦', '__animals__', 'a __animals__'],
  ['a __ani¦__ in snow', '__animals__', 'a __animals__ in snow'],
  ['[[ su¦]]!', '[[subject]]', '[[subject]]!'],
  ['x /so¦ y', 'soft light', 'x soft light y'],
])('%s takes %s', (marked, insert, whole) => {
  const cursor = marked.indexOf('¦')
  const text = marked.replace('¦', '')
  const completion = completionAt(text, cursor)
  const done = completion && complete(text, completion, insert)
  expect(done?.text).toBe(whole)
  expect(done?.text.slice(0, done.cursor).endsWith(insert)).toBe(true)
})

it('offers those that begin with the query first, of its own kind only', () => {
  const suggestion = (kind: Suggestion['kind'], label: string): Suggestion => ({
    kind,
    label,
    id: label,
    detail: '',
    insert: label,
  })
  const all = [
    suggestion('list', 'wild animals'),
    suggestion('list', 'animals'),
    suggestion('snippet', 'animals'),
  ]
  const fitting = fittingSuggestions(all, { kind: 'list', query: 'ANI', from: 0, to: 5 })
  expect(fitting.map(({ label }) => label)).toEqual(['animals', 'wild animals'])
})
