import { expect, test } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { parseTemplate, USUAL_TEMPLATE } from '#core/library/exchange/name-template.ts'
import { createNameClaims, firstCharacters } from '#core/library/exchange/file-names.ts'

const ASSET: Asset = {
  id: `asset_${'0'.repeat(32)}`,
  kind: 'image',
  mediaType: 'image',
  mimeType: 'image/png',
  sha256: 'ab'.repeat(32),
  sizeBytes: 1,
  createdAt: new Date(2026, 0, 31, 4, 5, 6).getTime(),
  provider: 'stand-in',
  model: 'maker/sample-2',
  scene: 'text-to-image',
  prompt: 'A red fox, in deep snow,\nbehind a very old fence',
  options: { seed: 42 },
  title: 'Fox',
  rating: 0,
  favorite: false,
  tags: [],
}

function nameOf(template: string, asset: Partial<Asset> = {}, place = { index: 7, total: 200 }): string {
  const parsed = parseTemplate(template)
  if (!parsed.ok) throw new Error(parsed.error.id)
  return parsed.data({ ...ASSET, ...asset }, place)
}

test('fills every part, in the time of this place', () => {
  expect(nameOf(USUAL_TEMPLATE)).toBe('2026-01-31-maker-sample-2-A red fox, in deep snow, behind a very o-42')
  expect(nameOf('{date} {time} {provider} {title} {index}')).toBe('2026-01-31 04-05-06 stand-in Fox 007')
  expect(nameOf('{id}')).toBe(ASSET.id)
  expect(nameOf('{prompt}')).toBe(nameOf('{prompt:40}'))
  expect(nameOf('{prompt:5}_{title:2}')).toBe('A red_Fo')
})

test('leaves out what an asset does not have, with what would have parted it', () => {
  const bare: Partial<Asset> = { options: {}, prompt: '', title: '' }
  expect(nameOf(USUAL_TEMPLATE, bare)).toBe('2026-01-31-maker-sample-2')
  expect(nameOf('{title} - {model}', bare)).toBe('maker-sample-2')
  expect(nameOf('{seed}-{prompt}', bare)).toBe('asset')
})

test('finds the seed under the names that services use, of any kind', () => {
  expect(nameOf('{seed}', { options: { noise_seed: '0099' } })).toBe('0099')
  expect(nameOf('{seed}', { options: { Seed: 0 } })).toBe('0')
  expect(nameOf('s{seed}', { options: { seed: { nested: 1 } } })).toBe('s')
})

test('a prompt cannot lead out of the folder', () => {
  expect(nameOf('{prompt:40}', { prompt: '../../../.ssh/authorized_keys' })).toBe('ssh-authorized_keys')
  expect(nameOf('../{title}/{index}')).toBe('Fox-007')
})

test('what stands between braces in a prompt is no part of the template', () => {
  expect(nameOf('{prompt}', { prompt: 'a {seed} fox' })).toBe('a {seed} fox')
})

test.each([
  '{sead}',
  '{}',
  '{prompt:}',
  '{prompt:0}',
  '{prompt:999}',
  '{date:x}',
  '{constructor}',
  '{ date }',
])('says which part it does not know: %s', (part) => {
  expect(parseTemplate(`fox-${part}`)).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      field: 'template',
      id: 'exchange.unknownPart',
      values: { part },
    },
  })
})

test('numbers names that some system takes for the same', () => {
  const claims = createNameClaims()
  const stems = ['Fox', 'fox', 'FOX', 'fox (2)', 'caf\u00E9', 'CAFE\u0301', '\uFB01re', 'FIRE']
  expect(stems.map((stem) => claims.claim(stem))).toEqual([
    'Fox',
    'fox (2)',
    'FOX (3)',
    'fox (2) (2)',
    'caf\u00E9',
    'CAFE\u0301 (2)',
    '\uFB01re',
    'FIRE (2)',
  ])
})

test('keeps the names of recipes beside files free, and those that are there already', () => {
  const claims = createNameClaims(['owl.png', 'Notes.TXT'])
  expect(
    ['owl', 'notes', 'fox', 'fox.recipe', 'elk.recipe', 'elk'].map((stem) => claims.claim(stem)),
  ).toEqual(['owl (2)', 'notes (2)', 'fox', 'fox.recipe (2)', 'elk.recipe', 'elk (2)'])
})

test('ten thousand of the same name are numbered in a moment', () => {
  const claims = createNameClaims()
  const names = new Set(Array.from({ length: 10_000 }, () => claims.claim('fox')))
  expect([names.size, names.has('fox (10000)')]).toEqual([10_000, true])
})

test('counts characters as a reader does', () => {
  const flag = '\u{1F1EB}\u{1F1F7}'
  expect(firstCharacters(`${flag}e\u0301 fox`, 3)).toBe(`${flag}e\u0301`)
  expect(firstCharacters('  a\n\nfox  ', 40)).toBe('a fox')
})
