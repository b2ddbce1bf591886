import { expect, test } from 'vitest'
import { recipeOfUpload } from '#core/library/exchange/exchange-routes.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestLibrary } from '../fixtures.ts'
import { embedded, RECIPE } from './files.ts'
import { withText } from './png-text.ts'

test('a file whose bytes the library knows needs no recipe inside', async () => {
  const library = await openTestLibrary()
  const bytes = new Uint8Array(await makeImage(1))
  await library.addBytes(bytes, { prompt: 'a fox', options: { seed: 7 }, scene: 'image-to-image' })
  expect(await recipeOfUpload(library, bytes)).toEqual({
    ok: true,
    data: {
      source: 'atelier',
      provider: 'stand-in',
      model: 'sample',
      mediaType: 'image',
      scene: 'image-to-image',
      prompt: 'a fox',
      options: { seed: 7 },
    },
  })
})

test('what the library knows comes before what the service wrote into the file', async () => {
  const library = await openTestLibrary()
  const bytes = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  await library.addBytes(bytes, { prompt: 'a fox' })
  expect(await recipeOfUpload(library, bytes)).toMatchObject({ data: { source: 'atelier', prompt: 'a fox' } })
})

test('any other file is asked itself', async () => {
  const library = await openTestLibrary()
  const own = new Uint8Array(await embedded(await makeImage(1), 'png'))
  expect(await recipeOfUpload(library, own)).toMatchObject({
    ok: true,
    data: { model: 'sample-2', template: RECIPE.template, inputs: RECIPE.inputs },
  })
  const foreign = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  expect(await recipeOfUpload(library, foreign)).toMatchObject({
    ok: true,
    data: { source: 'a1111', prompt: 'an owl' },
  })
  expect(await recipeOfUpload(library, new Uint8Array(await makeImage(2)))).toEqual({
    ok: false,
    error: { code: 'not_found', message: 'This file carries no recipe.' },
  })
})

test('of a file that was taken in, its own words come before those of the library', async () => {
  const library = await openTestLibrary()
  const foreign = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  await library.addBytes(foreign, { provider: 'imported', prompt: 'an owl', options: { steps: 4 } })
  expect(await recipeOfUpload(library, foreign)).toMatchObject({ ok: true, data: { source: 'a1111' } })
  const plain = new Uint8Array(await makeImage(3))
  await library.addBytes(plain, { provider: 'imported', model: 'unknown' })
  expect(await recipeOfUpload(library, plain)).toMatchObject({ ok: false, error: { code: 'not_found' } })
})
