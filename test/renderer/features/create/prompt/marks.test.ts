import { expect, it } from 'vitest'
import { marksOf, parseTemplate } from '#renderer/features/create/prompt/template.ts'
import { chanceFrom } from '#renderer/features/create/prompt/plan-prompts.ts'

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
  const chance = chanceFrom(3)
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
