import { describe, expect, it } from 'vitest'
import type { PastPrompt } from '#contract/prompts.ts'
import { historyRows, recall, recallable } from '#renderer/features/create/prompt/prompt-history.ts'

const past = (prompt: string, template?: string): PastPrompt => ({
  prompt,
  ...(template === undefined ? {} : { template }),
  mediaType: 'image',
  provider: 'studio',
  model: 'ink',
  usedAt: 1,
  uses: 1,
})
const ITEMS = [
  past('a red fox', 'a {red|green} fox'),
  past('a green fox', 'a {red|green} fox'),
  past('a boat'),
]

it('lists a template once, before the prompts that came of it', () => {
  expect(historyRows(ITEMS).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'template a {red|green} fox',
    'sent a red fox',
    'sent a green fox',
    'sent a boat',
  ])
})

it('never expands what was sent once more', () => {
  const [row] = historyRows([past('{a|b}')])
  expect([row?.text, row?.fill]).toEqual(['{a|b}', String.raw`\{a\|b\}`])
  expect(recallable([past('{a|b}')])).toEqual([String.raw`\{a\|b\}`])
})

describe('the arrows', () => {
  const texts = recallable(ITEMS)

  it('bring templates back rather than what was made of them', () => {
    expect(texts).toEqual(['a {red|green} fox', 'a boat'])
  })
  it('go from an empty box to the oldest and back', () => {
    expect(recall(texts, '', 'older')).toBe('a {red|green} fox')
    expect(recall(texts, 'a {red|green} fox', 'older')).toBe('a boat')
    expect(recall(texts, 'a boat', 'older')).toBeNull()
    expect(recall(texts, 'a boat', 'newer')).toBe('a {red|green} fox')
    expect(recall(texts, 'a {red|green} fox', 'newer')).toBe('')
  })
  it("leave the user's own text alone", () => {
    expect(recall(texts, 'mine', 'older')).toBeNull()
    expect(recall(texts, 'mine', 'newer')).toBeNull()
    expect(recall(texts, '', 'newer')).toBeNull()
  })
})
