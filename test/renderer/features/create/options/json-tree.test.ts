import { describe, expect, it } from 'vitest'
import { nodeAt, readTree } from '#renderer/features/create/options/json-tree.ts'

describe('the tree of a text', () => {
  const text = '{"a": [1, {"b": "x"}], "a b": tru, "c": null, "a": [2]}'
  it('knows where everything stands, the last of a key that stands twice', () => {
    const node = nodeAt(readTree(text).root, ['a', 0])
    expect(node && text.slice(node.from, node.to)).toBe('2')
    expect(nodeAt(readTree(text).root, ['a', 1])).toBeNull()
  })
  it('goes on behind a mistake', () => {
    const { root, mistake } = readTree(text)
    expect(mistake).toEqual({ from: 30, to: 33, mistake: 'word' })
    expect(root?.kind === 'object' && root.members.map(({ key }) => key)).toEqual(['a', 'a b', 'c', 'a'])
  })
  it.each([
    '',
    '{',
    '{"a"',
    '{"a":',
    '[1,',
    '{"a": [}',
    '}}',
    ']',
    '{"a":1}}',
    '"',
    '{"\\',
    '{:}',
    '{"a" "b"}',
  ])('comes to an end on %j', (broken) => expect(readTree(broken).mistake).not.toBeNull())
  it('has no mistake exactly where JSON.parse has none', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e3',
      'true',
      'null',
      ' ',
      '"\\u00e9"',
      '01',
      "'",
    ]
    let state = 1
    const below = (bound: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % bound
    }
    for (let round = 0; round < 20_000; round += 1) {
      const made = Array.from({ length: 1 + below(9) }, () => pieces[below(pieces.length)]).join('')
      expect([made, readTree(made).mistake === null]).toEqual([made, isValid(made)])
    }
  })
})

function isValid(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
