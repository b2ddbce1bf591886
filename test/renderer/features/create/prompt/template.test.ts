/** The language of prompt templates: what it means, and what it leaves alone. */
import { describe, expect, test, it } from 'vitest'
import {
  combinationsOf,
  expandOnce,
  missingData,
  type TemplateData,
} from '#renderer/features/create/prompt/expand.ts'
import { parseTemplate, marksOf } from '#renderer/features/create/prompt/template.ts'
import {
  complete,
  completionAt,
  fittingSuggestions,
  type Suggestion,
} from '#renderer/features/create/prompt/suggestion-list.tsx'
import { seededRandom } from '#contract/rules/seeded-random.ts'

const marked = (source: string) =>
  marksOf(source)
    .filter(({ kind }) => kind !== 'text')
    .map(({ kind, text }) => `${kind} ${text}`)

it('marks the signs of alternatives with their weights, lists and variables', () => {
  expect(marked('a {2::red|__animals__} [[subject]]')).toEqual([
    'sign {2::',
    'sign |',
    'list __animals__',
    'sign }',
    'variable [[subject]]',
  ])
})

it.each(['{"json": [1, 2]}', 'a | b', String.raw`\{a|b\}`, String.raw`\__animals__`, 'a_b __ c', '[x]'])(
  'marks nothing in %s',
  (source) => {
    expect(marked(source)).toEqual([])
  },
)

it('loses no sign of the text, and marks what the template reads', () => {
  const parts = ['{', '|', '}', '2::', '__a__', '[[b]]', '\\', ' x', '_', '[', '🦊', '\n']
  const chance = seededRandom(3)
  for (let round = 0; round < 2_000; round++) {
    const source = Array.from({ length: 12 }, () => parts[Math.floor(chance() * parts.length)]).join('')
    const marks = marksOf(source)
    expect(marks.map(({ text }) => text).join('')).toBe(source)
    const { isPlain, lists, variables } = parseTemplate(source)
    const names = (kind: string) => new Set(marks.flatMap((mark) => (mark.kind === kind ? [mark.name] : [])))
    expect({
      source,
      lists: [...names('list')],
      variables: [...names('variable')],
      isPlain: marks.every(({ kind }) => kind === 'text'),
    }).toEqual({ source, lists, variables, isPlain })
  }
})

const WORDS: TemplateData = {
  lists: { animals: ['fox', 'owl', 'hare'], 'light/soft': ['dawn'], empty: [] },
  values: { subject: 'a lighthouse', 'second subject': 'a boat' },
}

function each(source: string, limit = 100): readonly string[] {
  const { count, at } = combinationsOf(parseTemplate(source), WORDS.lists)
  return Array.from({ length: Math.min(limit, count) }, (_, index) => at(index, WORDS.values))
}

describe('every combination', () => {
  test.each([
    ['a red fox', ['a red fox']],
    ['a {red|green} fox', ['a red fox', 'a green fox']],
    ['{a|b} {1|2}', ['a 1', 'a 2', 'b 1', 'b 2']],
    ['{a {x|y}|b}', ['a x', 'a y', 'b']],
    ['a {big ||}fox', ['a big fox', 'a fox', 'a fox']],
    ['fox{, in snow|}', ['fox, in snow', 'fox']],
    ['{0::never|3::always}', ['always']],
    ['{0::a|0::b}', ['a', 'b']],
    ['a __animals__', ['a fox', 'a owl', 'a hare']],
    ['__light/soft__', ['dawn']],
    ['{__animals__|[[subject]]}', ['fox', 'owl', 'hare', 'a lighthouse']],
    ['[[subject]] and [[ second subject ]]', ['a lighthouse and a boat']],
    ['{a|a}', ['a', 'a']],
  ])('%s', (source, prompts) => {
    expect(each(source)).toEqual(prompts)
  })

  test('reaches any of them, however many there are', () => {
    const huge = '{a|b|c|d|e|f|g|h|i|j}'.repeat(20)
    expect(each(huge, 3).map((prompt) => prompt.slice(-2))).toEqual(['aa', 'ab', 'ac'])
    expect(each('{a|b}'.repeat(20_000), 1)[0]).toHaveLength(20_000)
    expect(combinationsOf(parseTemplate(huge), WORDS.lists).count).toBe(1e20)
  })
})

describe('plain text', () => {
  test.each([
    ['{"style": "oil", "colors": ["red"]}'],
    ['a } b { c'],
    ['a | b'],
    ['snake_case and __init'],
    ['[single] and [[ ]]'],
    ['{unclosed|choice'],
    ['a \\ b'],
  ])('%s', (source) => {
    expect(parseTemplate(source).isPlain).toBe(true)
    expect(each(source)).toEqual([source])
  })

  test('a backslash takes the meaning away', () => {
    expect(each(String.raw`\{a|b\} \__animals\__ \[[subject]]`)).toEqual(['{a|b} __animals__ [[subject]]'])
    expect(each(String.raw`{a\|b|c}`)).toEqual(['a|b', 'c'])
  })

  test('nesting without end is read in linear time', () => {
    const deep = '{a|'.repeat(50_000) + '}'.repeat(50_000)
    expect(parseTemplate(deep).nodes.length).toBeGreaterThan(0)
    expect(parseTemplate('['.repeat(100_000)).isPlain).toBe(true)
    expect(parseTemplate('_'.repeat(100_000)).isPlain).toBe(true)
  })
})

describe('by chance', () => {
  test('follows the weights', () => {
    const template = parseTemplate('{3::a|b}')
    const picks = Array.from({ length: 400 }, (_, index) => expandOnce(template, WORDS, () => index / 400))
    expect(picks.filter((pick) => pick === 'a')).toHaveLength(300)
  })

  test('picks an entry of a list, up to the last', () => {
    expect(expandOnce(parseTemplate('__animals__'), WORDS, () => 0)).toBe('fox')
    expect(expandOnce(parseTemplate('__animals__'), WORDS, () => 0.999)).toBe('hare')
  })
})

test('names what it needs, and what of it is missing', () => {
  const template = parseTemplate('[[subject]] [[mood]] __animals__ __birds__ __empty__ __constructor__')
  expect(template).toMatchObject({
    variables: ['subject', 'mood'],
    lists: ['animals', 'birds', 'empty', 'constructor'],
  })
  expect(missingData(template, WORDS)).toEqual({
    variables: ['mood'],
    lists: ['birds', 'empty', 'constructor'],
  })
})

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
    ['@¦', 'member', ''],
    ['a portrait of @ma¦', 'member', 'ma'],
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
    'me@example¦',
    '@mara ¦',
  ])('nothing in %s', (marked) => {
    expect(at(marked)).toBeNull()
  })
})

it.each([
  ['a __ani¦', '__animals__', 'a __animals__'],
  ['a __ani¦__ in snow', '__animals__', 'a __animals__ in snow'],
  ['[[ su¦]]!', '[[subject]]', '[[subject]]!'],
  ['x /so¦ y', 'soft light', 'x soft light y'],
  ['x @ma¦', '@mara ', 'x @mara '],
  ['x @ma¦ y', '@mara ', 'x @mara y'],
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
