/** Recipe files: what is written is read again word for word, and nothing else is taken for one. */
import { fail } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { expect, test } from 'vitest'
import type { Recipe } from '#contract/exchange.ts'
import { readRecipeFile, textOfRecipeFile, writeRecipeFile } from '#core/library/provenance/recipe-file.ts'
import { recipeText } from '#core/library/provenance/embedded-recipe.ts'
import { RECIPE as EMBEDDED } from './files.ts'

const RECIPE: Recipe = {
  source: 'atelier',
  provider: 'stand-in',
  model: 'sample',
  mediaType: 'image',
  scene: 'image-to-image',
  prompt: 'a {red|white} fox\n"quoted" – füchse 🦊',
  template: '[[animal]] in snow',
  options: { seed: 7, nested: { list: [1, null, true, 'x'] } },
  inputs: [{ inputId: 'in_1', option: 'image_urls[]' }],
}

function written(recipe: Recipe = RECIPE): string {
  const text = writeRecipeFile(recipe)
  if (!text.ok) throw new Error(text.error.id)
  return text.data
}

function changed(change: object, recipe: object = {}): string {
  const file = JSON.parse(written()) as { readonly recipe: object }
  return JSON.stringify({ ...file, recipe: { ...file.recipe, ...recipe }, ...change })
}

test('what is written is read again', () => {
  expect(readRecipeFile(written())).toEqual({ ok: true, data: RECIPE })
  const least: Recipe = { source: 'atelier', options: {} }
  expect(readRecipeFile(written(least))).toEqual({ ok: true, data: least })
})

test('says what it is and of which version, and nothing of who made the work', () => {
  expect(JSON.parse(written())).toEqual({
    kind: 'atelier-recipe',
    version: 1,
    recipe: Object.fromEntries(Object.entries(RECIPE).filter(([name]) => name !== 'source')),
  })
})

test('a recipe of a newer Atelier asks for an update', () => {
  expect(readRecipeFile(changed({ version: 2, more: true }))).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', id: 'exchange.recipeNewer' },
  })
})

test.each([
  ['an unknown part', changed({ command: 'send' }), ''],
  ['an unknown part of the recipe', changed({}, { apiKey: 'k' }), 'recipe'],
  ['no version', changed({ version: undefined }), 'version'],
  ['a version that is none', changed({ version: '1' }), 'version'],
  ['no recipe', changed({ recipe: null }), 'recipe'],
  ['a prompt that is no text', changed({}, { prompt: ['x'] }), 'recipe.prompt'],
  ['a prompt without end', changed({}, { prompt: 'x'.repeat(100_001) }), 'recipe.prompt'],
  ['options that are a list', changed({}, { options: [] }), 'recipe.options'],
  [
    'an input that names a file',
    changed({}, { inputs: [{ path: '/etc/passwd' }] }),
    'recipe.inputs.0.inputId',
  ],
  ['too many inputs', changed({}, { inputs: Array(51).fill(RECIPE.inputs?.[0]) }), 'recipe.inputs'],
])('%s makes it damaged', (_, text, place) => {
  const said =
    place === '' ? message('exchange.recipeDamaged') : message('exchange.recipeDamagedAt', { place })
  expect(readRecipeFile(text)).toEqual(fail('invalid_input', said))
})

test.each(['', '[]', 'null', '{', '{}', '"atelier-recipe"', '{"kind":"other"}', '{"format":2}'])(
  '%j is no recipe file',
  (text) => expect(readRecipeFile(text)).toBeNull(),
)

test('takes out what does not belong into a form', () => {
  const text = changed(
    {},
    {
      prompt: 'a\0b\u001Bc',
      model: ' m\u0007 ',
      options: JSON.parse('{"__proto__":{"x":1},"a":1}') as object,
    },
  )
  const read = readRecipeFile(text.replace('"a":1', '"__proto__":{"x":1},"a":1'))
  expect(read).toMatchObject({ ok: true, data: { prompt: 'abc', model: 'm', options: { a: 1 } } })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('what an export lays beside a work is one as well', () => {
  expect(readRecipeFile(recipeText(EMBEDDED))).toMatchObject({ ok: true, data: { model: EMBEDDED.model } })
})

test('one that could not be read again is not written', () => {
  const options = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, 'x'.repeat(19_000)]))
  expect(writeRecipeFile({ ...RECIPE, options })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  })
})

test('only text that may be a recipe is decoded', () => {
  expect(textOfRecipeFile(Buffer.from(`\uFEFF  ${written()}`))).toBe(written().trim())
  expect(textOfRecipeFile(Buffer.from([0x7b, 0xff, 0x7d]))).toBeNull()
  expect(textOfRecipeFile(Buffer.from('\x89PNG'))).toBeNull()
  expect(textOfRecipeFile(Buffer.alloc(6_000_001, '{'))).toBeNull()
})
