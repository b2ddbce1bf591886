import { seededRandom } from '#contract/rules/seeded-random.ts'
import { describe, expect, it } from 'vitest'
import { plainPrompt } from '#renderer/features/create/prompt/template.ts'
import {
  asTemplate,
  fromFile,
  hasModel,
  type PastRequest,
  verbatim,
} from '#renderer/features/create/reuse/reuse-source.ts'
import { promptsOf } from '#renderer/features/create/prompt/plan-prompts.ts'

const PROVENANCE: PastRequest = { provider: 'p', model: 'm', mediaType: 'image', scene: 'text-to-image' }

function sent(prompt: string, variables: Readonly<Record<string, string>> = {}): readonly string[] {
  const draft = { prompt, variables, expansion: 'each', picks: 1, pickSeed: 1 } as const
  return promptsOf(draft, {}, seededRandom(1)).prompts.map((planned) => planned.prompt)
}

describe('what goes back into the form', () => {
  it.each([
    'a fox',
    'a {red|green} fox',
    'a [[subject]] in __places__',
    String.raw`a \{fox\} and a \ backslash`,
    '{"a": [["x"]], "b": "c|d"}',
    '__init__ and {2::x|y}',
  ])('sends the same words again: %s', (prompt) => {
    expect(sent(plainPrompt(prompt))).toEqual([prompt])
  })
  it('leaves an ordinary prompt as it is', () => {
    expect(plainPrompt('{ "style": "ink" }')).toBe('{ "style": "ink" }')
  })
  it('restores a template with the values of its variables', () => {
    const template = 'a {red|green} [[subject]] by [[light]]'
    const variables = { subject: 'fox\nowl', light: 'dawn' }
    const reused = asTemplate({
      ...PROVENANCE,
      prompt: 'a red owl by dawn',
      provenance: { template, variables },
    })
    expect([reused.recipe.prompt, reused.variables]).toEqual([template, variables])
    expect(sent(template, reused.variables)).toHaveLength(4)
  })
  it('takes the value of a variable from its place in the matrix', () => {
    const provenance = { template: 'a [[subject]]', cell: [{ axis: 'subject', value: 'owl' }] }
    expect(asTemplate({ ...PROVENANCE, prompt: 'an owl', provenance }).variables).toEqual({ subject: 'owl' })
  })
  it('takes the words that were sent where a variable has no value any more', () => {
    const reused = asTemplate({
      ...PROVENANCE,
      prompt: 'a {odd|one}',
      provenance: { template: 'a [[subject]]' },
    })
    expect(sent(reused.recipe.prompt ?? '')).toEqual(['a {odd|one}'])
  })
  it('leaves out what the cast added', () => {
    const cast = [{ handle: 'mara', name: 'Mara', inputIds: ['face'], voiceOption: 'voice' }]
    const { recipe } = asTemplate({
      ...PROVENANCE,
      scene: 'image-to-image',
      prompt: 'a tall woman',
      inputs: [{ inputId: 'face', option: 'images[]' }],
      options: { voice: 'Aria', seed: 7 },
      provenance: { template: '@mara', cast },
    })
    expect(recipe).toMatchObject({
      scene: 'text-to-image',
      prompt: '@mara',
      inputs: [],
      options: { seed: 7 },
    })
    expect(recipe.options).not.toHaveProperty('voice')
  })
  it('takes the words that were sent, not the template, to send the same again', () => {
    const reused = verbatim({
      ...PROVENANCE,
      prompt: 'a red fox',
      provenance: { template: 'a {red|green} fox' },
    })
    expect(reused.recipe.prompt).toBe('a red fox')
  })
  it('knows that other studios name models that no service has', () => {
    expect(hasModel(fromFile({ source: 'a1111', options: {}, model: 'sd_xl' }, 'image').recipe)).toBe(false)
    expect(hasModel({ provider: 'imported', model: 'x' })).toBe(false)
    expect(hasModel({ provider: 'p', model: 'x' })).toBe(true)
  })
})
