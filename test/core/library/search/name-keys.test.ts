/** Keys sort as the language itself sorts the names. */
import { expect, test } from 'vitest'
import type { Language } from '#contract/rules/languages.ts'
import { createKeySort } from '#core/library/search/key-sort.ts'
import { createNameKeys, MAX_KEY_BYTES } from '#core/library/search/name-keys.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'

/** By their keys, of the same name the last one first. */
function sorted(language: Language, names: readonly string[]): string[] {
  const sorting = createKeySort(names.length, createNameKeys(language))
  for (const [number, name] of names.entries()) sorting.add(number, name)
  return Array.from(sorting.sorted(), (number) => names[number] ?? '')
}

test.each<[Language, readonly string[]]>([
  [
    'en',
    ['_plan', '(draft)', '😀', '3 cats', 'Ångström', 'ant', 'éclair', 'zebra', 'ёлка', 'жук', 'かき', '阿猫'],
  ],
  ['en', ['shot 1', 'Shot 2', 'shot 02 b', 'shot 10', 'shot 10.5', 'shot 300', 'shot x']],
  ['de', ['Affe', 'Ähre', 'Apfel', 'Öl', 'ölig', 'Strasse', 'Straße', 'Strassen', 'Über', 'unter']],
  ['fr', ['cote', 'côte', 'coté', 'côté', 'coteau', 'œuf', 'oeuvre']],
  ['es', ['nube', 'nuez', 'ñandú', 'oso']],
  [
    'ja',
    ['apple', 'あい', 'カ', 'カー', 'ガー', 'カイ', 'かき', 'がき', 'かく', 'ｶﾞｸ', 'さくら', '亜', '京', '東'],
  ],
  [
    'zh-Hans',
    [
      '2 北京',
      '10 北京',
      '阿猫',
      '北京',
      '重庆',
      '重量',
      '沈阳',
      '沈一',
      '藏文',
      '长城',
      '张三',
      '猫 apple',
      '猫 北京',
      'apple',
      'Zoo',
    ],
  ],
])('sorts names in %s', (language, names) => {
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'accent' })
  const expected = names.toSorted(collator.compare)
  expect(sorted(language, names.toReversed())).toEqual(expected)
})

test('sorts Chinese by pinyin, Spanish with ñ behind n, and English otherwise', () => {
  const names = ['重庆', '长城', '北京', '阿猫', 'ñandú', 'nube', 'oso']
  const chinese = ['阿猫', '北京', '重庆', '长城']
  expect(sorted('zh-Hans', names).slice(0, 4)).toEqual(chinese)
  expect(sorted('es', names).slice(0, 3)).toEqual(['nube', 'ñandú', 'oso'])
  expect(sorted('en', names).slice(0, 3)).toEqual(['ñandú', 'nube', 'oso'])
  expect(sorted('en', names).slice(3)).not.toEqual(chinese)
})

const LETTERS = Array.from('abzAZ_-. (39äéñÉøæßœżđжЖ狐北京重长阿猫かがカガァー東한글😀🦊ｆ').concat(
  'e\u0301',
  '\u200d',
  '\n',
)
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja', 'zh-Hans'] as const

test.each(LANGUAGES)('sorts any names in %s, and compares single keys the same way', (language) => {
  const random = seededRandom(5)
  const one = (): string =>
    Array.from({ length: Math.floor(random() * 5) }, () => pick(random, LETTERS)).join('')
  const names = Array.from({ length: 400 }, () => `${random() < 0.5 ? 'a shared beginning, ' : 'b'}${one()}.`)
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'accent' })
  const keys = createNameKeys(language)
  const keyed = names.map((name) => {
    const bytes = Buffer.alloc(MAX_KEY_BYTES)
    return { name, key: bytes.subarray(0, keys.write(name, bytes, 0)) }
  })
  const order = sorted(language, names)
  const wrong = order
    .slice(1)
    .flatMap((name, place) => (collator.compare(order[place] ?? '', name) > 0 ? [[order[place], name]] : []))
  expect(wrong).toEqual([])
  const compared = keyed
    .toReversed()
    .toSorted((a, b) => keys.compare(a.key, b.key))
    .map(({ name }) => name)
  expect(compared).toEqual(order)
})

test('leaves out who has no name, and cuts a name that is longer than any', () => {
  expect(sorted('en', ['', ' ', '\u200d', 'a'])).toEqual(['a'])
  const long = 'b'.repeat(5_000)
  expect(
    sorted('en', [long, 'c', 'a', '狐'.repeat(5_000), 'é'.repeat(5_000), '9'.repeat(5_000)]).map(
      (name) => name[0],
    ),
  ).toEqual(['9', 'a', 'b', 'c', 'é', '狐'])
})
