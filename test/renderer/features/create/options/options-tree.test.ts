import { describe, expect, it } from 'vitest'
import { findMistake, lineAt } from '#renderer/features/create/options/options-tree.ts'

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
