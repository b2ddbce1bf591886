import { expect, it } from 'vitest'
import type { Obstacle } from '#renderer/features/create/build-requests.ts'
import { fieldOf } from '#renderer/features/create/reveal.ts'

const FIELDS = [
  { key: 'style', kind: 'choice' },
  { key: 'seed', kind: 'number' },
  { key: 'n', kind: 'number' },
  { key: 'deep', kind: 'json' },
  { key: 'light', kind: 'object' },
] as const

const missing = (lists: readonly string[], variables: readonly string[]): Obstacle => ({
  kind: 'prompts',
  problem: { kind: 'missingWords', lists, variables },
})

it.each<[Obstacle, string | null]>([
  [{ kind: 'prompt' }, 'prompt'],
  [{ kind: 'model' }, 'model'],
  [{ kind: 'provider' }, 'provider'],
  [{ kind: 'unlisted', id: 'x' }, 'model'],
  [{ kind: 'options' }, 'options'],
  [{ kind: 'optionField', key: 'style' }, 'option:style'],
  [{ kind: 'optionField', key: 'light.height' }, 'option:light'],
  [{ kind: 'optionField', key: 'seed' }, 'seeds'],
  [{ kind: 'optionField', key: 'n' }, 'count'],
  // Without a control it is mended in the JSON.
  [{ kind: 'optionField', key: 'deep' }, 'options'],
  [{ kind: 'optionField', key: 'strange' }, 'options'],
  [{ kind: 'inputProblem' }, 'inputs'],
  [missing(['moods'], ['weather']), 'list:moods'],
  [missing([], ['weather']), 'variable:weather'],
  [{ kind: 'prompts', problem: { kind: 'blankPrompt' } }, 'prompt'],
  [{ kind: 'seeds', problem: { kind: 'unset' } }, 'seeds'],
  [{ kind: 'axis', index: 1, problem: { kind: 'empty' } }, 'axis:1'],
  // Nothing but to wait.
  [{ kind: 'inputPending' }, null],
  [{ kind: 'prompts', problem: { kind: 'readingLists' } }, null],
])('leads from %o to %s', (obstacle, field) => {
  expect(fieldOf(obstacle, FIELDS, false)).toBe(field)
})

it('leads from too many requests to what multiplies them', () => {
  const tooMany = { kind: 'tooMany', total: 2_000 } as const
  expect([fieldOf(tooMany, FIELDS, false), fieldOf(tooMany, FIELDS, true)]).toEqual(['count', 'axis:0'])
})
