import { seededRandom } from '#contract/rules/seeded-random.ts'
import { describe, expect, it } from 'vitest'
import {
  lengthOf,
  MAX_PROMPTS,
  promptsOf,
  type PromptDraft,
  type WordLists,
} from '#renderer/features/create/prompt/plan-prompts.ts'

const LISTS: WordLists = { animals: ['fox', 'owl'], gone: null, empty: [] }

function plan(prompt: string, patch: Partial<PromptDraft> = {}, limit?: number) {
  const draft: PromptDraft = { prompt, variables: {}, expansion: 'each', picks: 1, pickSeed: 1, ...patch }
  return promptsOf(draft, LISTS, seededRandom(draft.pickSeed), limit)
}
const texts = (prompt: string, patch?: Partial<PromptDraft>) =>
  plan(prompt, patch).prompts.map((one) => one.prompt)

describe('the prompts of a draft', () => {
  it('leaves plain text as it is', () => {
    const json = '{"style":  "oil",  "colors": ["red"]}'
    expect(plan(`  ${json}\n`)).toEqual({ prompts: [{ prompt: json }], total: 1 })
    expect(plan('')).toEqual({ prompts: [{ prompt: '' }], total: 1 })
  })
  it('keeps the template beside what is sent', () => {
    expect(plan('a {red|green} fox').prompts).toEqual([
      { prompt: 'a red fox', template: 'a {red|green} fox' },
      { prompt: 'a green fox', template: 'a {red|green} fox' },
    ])
    expect(plan(String.raw`\{a|b\}`).prompts).toEqual([{ prompt: '{a|b}', template: String.raw`\{a|b\}` }])
  })
  it('multiplies the values of variables, and says which each prompt has', () => {
    const { prompts, total } = plan('[[who]] in [[where]]', {
      variables: { who: 'a fox\n\n an owl \na fox', where: 'snow\nrain' },
    })
    expect(total).toBe(4)
    expect(prompts.map(({ prompt }) => prompt)).toEqual([
      'a fox in snow',
      'a fox in rain',
      'an owl in snow',
      'an owl in rain',
    ])
    expect(prompts[1]?.cell).toEqual([
      { axis: 'who', value: 'a fox' },
      { axis: 'where', value: 'rain' },
    ])
  })
  it('names no cell for a variable with one value', () => {
    expect(plan('[[who]]', { variables: { who: 'a fox' } }).prompts).toEqual([
      { prompt: 'a fox', template: '[[who]]' },
    ])
  })
  it('counts prompts that come out alike once', () => {
    expect(plan('{a|a|b}')).toMatchObject({ total: 2, prompts: [{ prompt: 'a' }, { prompt: 'b' }] })
  })
  it('names the words that are missing, and waits for lists that are being read', () => {
    expect(plan('[[who]] __gone__ __empty__ __animals__').problem).toEqual({
      kind: 'missingWords',
      lists: ['gone', 'empty'],
      variables: ['who'],
    })
    expect(plan('__unread__').problem).toEqual({ kind: 'readingLists' })
    expect(plan('__constructor__').problem).toEqual({ kind: 'readingLists' })
    expect(plan('[[constructor]]').problem).toMatchObject({ variables: ['constructor'] })
  })
  it('refuses more than one press may send, and counts them all', () => {
    const batch = plan('{a|b|c|d|e|f|g|h|i|j}'.repeat(4))
    expect([batch.prompts.length, batch.problem]).toEqual([
      MAX_PROMPTS,
      { kind: 'tooManyPrompts', total: 10_000 },
    ])
    expect(plan('{a|b}'.repeat(2_000)).problem).toEqual({ kind: 'tooManyPrompts', total: Infinity })
  })
  it('makes all of those that it does not refuse, however long the template', () => {
    const long = plan(`${'{0::b|a} '.repeat(2_000)}${'{1|2|3}'.repeat(5)}`)
    expect([long.prompts.length, long.total, long.problem]).toEqual([243, 243, undefined])
  })
  it('ends although every combination of millions comes out alike', () => {
    expect(plan('{a|a}'.repeat(40)).prompts).toHaveLength(1)
  })
  it('refuses a prompt without words, and one that is longer than the model takes', () => {
    expect(plan('{a|}').problem).toEqual({ kind: 'blankPrompt' })
    expect(plan('{ab|abcdef}', {}, 5).problem).toEqual({ kind: 'longPrompt', length: 6, limit: 5 })
    expect(plan('abcdef', {}, 5).problem).toEqual({ kind: 'longPrompt', length: 6, limit: 5 })
    expect(plan('🦊🦊🦊🦊🦊', {}, 5).problem).toBeUndefined()
  })
  it('picks as many as asked for, the same again from the same start, and none twice while there are others', () => {
    const wish = { expansion: 'random', picks: 4 } as const
    const picked = texts('{a|b|c|d|e|f}', wish)
    expect([picked.length, new Set(picked).size]).toEqual([4, 4])
    expect(texts('{a|b|c|d|e|f}', wish)).toEqual(picked)
    const others = Array.from({ length: 8 }, (_, seed) =>
      texts('{a|b|c|d|e|f}', { ...wish, pickSeed: seed }).join(''),
    )
    expect(new Set(others).size).toBeGreaterThan(1)
    expect(texts('{a|b}', { ...wish, picks: 5 })).toHaveLength(5)
    expect(plan('{a|b}', { ...wish, picks: 2_000 }).problem).toEqual({ kind: 'tooManyPrompts', total: 2_000 })
  })
  it('only ever picks what every combination holds, and never an option of weight 0', () => {
    const parts = ['{x|y}', '__animals__', '[[who]]', ' and ', '{0::no|z}', '{a {1|2}|b}']
    const chance = seededRandom(7)
    const variables = { who: 'fox\nowl' }
    for (let round = 0; round < 300; round++) {
      const length = 1 + Math.floor(chance() * 4)
      const some = Array.from({ length }, () => parts[Math.floor(chance() * parts.length)])
      const prompt = some.join('')
      const all = texts(prompt, { variables })
      expect({ prompt, all: all.join() }).not.toHaveProperty('all', expect.stringContaining('no'))
      const picked = texts(prompt, { variables, expansion: 'random', picks: 3, pickSeed: round })
      expect({ prompt, all }).toEqual({ prompt, all: expect.arrayContaining([...picked]) })
    }
  })
})

it('counts characters, not halves of them', () => {
  expect([lengthOf(''), lengthOf('fox'), lengthOf('🦊a')]).toEqual([0, 3, 2])
})
