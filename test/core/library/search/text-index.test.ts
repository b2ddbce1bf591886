/** Searching texts: finds what a plain scan of every text finds, best matches first. */
import { TextIndex, type AssetTexts } from '#core/library/search/text-index.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { expect, test } from 'vitest'
import { foldText } from '#core/library/search/fold.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** Enough for the lists to be made anew several times. */
const ASSETS = 5_000
const FRAGMENTS =
  'fox FOX foxes red-fox red_fox café CAFE Straße strasse "quoted" o\'clock 100% 10,000 a,b,c solo,1girl;dress (sharp:1.2) 8k 1024x1024 狐 赤い狐 雪の中 高清，杰作 iPhone手机壳 猫🐈 ｆｕｌｌ ガラス ｶﾞﾗｽ 여우 붉은여우가 กระต่าย नमस्ते мир ёлка Ωμέγα naïve ﬁne x'.split(
    ' ',
  )
const BETWEEN = [' ', ' ', ' ', ', ', ',', '、', '\n', '\t', '', ' - ']

function sentence(next: () => number): string {
  const length = Math.floor(next() * 7)
  return Array.from({ length }, () => FRAGMENTS[Math.floor(next() * FRAGMENTS.length)] ?? '')
    .flatMap((fragment) => [fragment, BETWEEN[Math.floor(next() * BETWEEN.length)] ?? ''])
    .join('')
}

function textsOf(next: () => number): AssetTexts {
  return { label: next() < 0.3 ? sentence(next) : '', prompt: sentence(next), origin: 'm1\np1', file: '' }
}

const ONLY_MARKS = /^[\s,;|、。]+$/u

/** Every word of the search must stand somewhere in one of the texts, but for case, accents and width, and marks between and around words. */
function plainScan(texts: readonly (readonly string[])[], search: string): number[] {
  const said = foldText(search)
  const unquoted = said.replace(/(^|[\s,;|、。])"([a-z]*)"?/gu, '$1$2 ')
  const folded = unquoted.trim() === '' ? said : unquoted
  const terms = folded.split(ONLY_MARKS.test(folded) ? /\s+/u : /[\s,;|、。]+/u).filter((term) => term !== '')
  return texts.flatMap((asset, slot) =>
    terms.every((term) => asset.some((text) => text.includes(term))) ? [slot] : [],
  )
}

function found(scores: Uint8Array | null): number[] | null {
  return scores && [...scores].flatMap((score, slot) => (score > 0 ? [slot] : []))
}

slow(
  'finds what a plain scan of every text finds, through changes and however the postings were made',
  () => {
    const next = seededRandom(11)
    const texts = Array.from({ length: ASSETS }, () => textsOf(next))
    const index = new TextIndex()
    for (const [slot, one] of texts.entries()) {
      index.put(slot, one)
      if (slot % 500 === 0) index.tidy()
    }
    for (let change = 0; change < 500; change++) {
      const slot = Math.floor(next() * ASSETS)
      texts[slot] = textsOf(next)
      index.put(slot, texts[slot])
    }
    const saved = new TextIndex(index.state())
    const folded = texts.map(({ label, prompt, origin }) => [label, prompt, origin].map(foldText))
    for (let number = 0; number < 300; number++) {
      const source = foldText(sentence(next)) || 'x'
      const from = Math.floor(next() * source.length)
      const search =
        next() < 0.5
          ? source.slice(from, from + 1 + Math.floor(next() * 6))
          : sentence(next).replaceAll(',', ', ')
      const expected = search.trim() === '' ? null : plainScan(folded, search)
      const find = (one: typeof index) =>
        found(one.search(search, ASSETS, (slots) => slots.map((slot) => texts[slot] ?? null)))
      expect([search, find(index)]).toEqual([search, expected])
      expect([search, find(saved)]).toEqual([search, expected])
    }
  },
)

const NOTHING: AssetTexts = { label: '', prompt: '', origin: '', file: '' }

test('ranks whole words over beginnings over insides, and titles over prompts over the rest', () => {
  const index = new TextIndex()
  const inOrder: readonly Partial<AssetTexts>[] = [
    { label: 'the Fox' },
    { prompt: 'a fox, running' },
    { origin: 'fox' },
    { file: 'fox' },
    { label: 'foxes' },
    { prompt: 'foxglove' },
    { origin: 'fox2' },
    { file: 'foxx' },
    { label: 'firefox' },
    { prompt: 'outfoxed' },
    { origin: 'firefox' },
    { file: 'firefox' },
  ]
  for (const [slot, texts] of inOrder.entries()) index.put(slot, { ...NOTHING, ...texts })
  const scores = [...(index.search('fox', inOrder.length, () => []) ?? [])]
  expect(scores.toSorted((a, b) => b - a)).toEqual(scores)
  expect(new Set(scores).size).toBe(scores.length)
  expect(scores.at(-1)).toBe(0)
})

test.each([
  ['x', []],
  ['pn', []],
  ['png', [0]],
  ['1024', [0]],
  ['1024x1024', [0]],
  ['024', []],
])(
  'looks for %j in what the file is only from the beginning of a word, from three characters on',
  (search, slots) => {
    const index = new TextIndex()
    index.put(0, { ...NOTHING, file: 'image png 1024x1024' })
    expect(found(index.search(search, 1, () => []))).toEqual(slots)
  },
)

test('adds up the scores of the words', () => {
  const index = new TextIndex()
  const prompts = ['red fox', 'redder fox', 'redder foxes', 'red', 'fox']
  for (const [slot, prompt] of prompts.entries()) index.put(slot, { ...NOTHING, prompt })
  const [first = 0, second = 0, third = 0, ...others] =
    index.search('red fox', prompts.length, () => []) ?? []
  expect([first > second, second > third, third > 0, others]).toEqual([true, true, true, [0, 0]])
})

test.each([
  ['The FOX', 'the fox'],
  ['Café CRÈME', 'cafe creme'],
  ['Cafe\u0301', 'cafe'],
  ['Straße', 'strasse'],
  ['Łódź Ærø Øresund', 'lodz aero oresund'],
  ['İstanbul ılık', 'istanbul ilik'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
  ['ЁЛКА', 'елка'],
  ['ｆｕｌｌ　ｗｉｄｔｈ，１２', 'full width,12'],
  ['ﬁne', 'fine'],
  ['soft\u00adhyphen\u200b', 'softhyphen'],
  ['❤️', '❤'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  // The voicing of kana and the vowels of Indic scripts are not accents.
  ['ガラス ｶﾞﾗｽ', 'ガラス ガラス'],
  ['नमस्ते', 'नमस्ते'],
  ['กำลัง', 'กําลัง'],
  ['한국어', '한국어'],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
  expect(foldText(folded)).toBe(folded)
})

test.each([
  ['“the fox’s” tail – red', '"the fox\'s" tail - red'],
  ['"the fox\'s" tail - red', '“the fox’s” tail – red'],
  ['a fox in snow', 'fox , snow'],
  ['solo, 1girl', 'solo,1girl'],
  ['赤い狐、雪の中', '狐， 雪'],
  ['10,000 foxes', '10,000'],
])('finds %j by %j, whatever marks a keyboard or a word processor makes', (prompt, search) => {
  const index = new TextIndex()
  const texts = { ...NOTHING, prompt }
  index.put(0, texts)
  expect(found(index.search(search, 1, () => [texts]))).toEqual([0])
})

const QUOTES = [
  'a Red\n fox, running',
  'fox red',
  'red, fox',
  'a café noir',
  'a 12" record',
  'redder foxes',
  'said: “go  home”',
]

test.each([
  ['"red fox"', [0]],
  ['“Red  Fox”', [0]],
  ['„red fox“', [0]],
  ['«red fox»', [0]],
  ['"red fox', [0]],
  ['running "red fox"', [0]],
  ['"red fox" "fox, run"', [0]],
  ['"red fox"running', [0]],
  ['"red fox" home', []],
  ['"red, fox"', [2]],
  ['red fox', [0, 1, 2, 5]],
  ['"fox"', [0, 1, 2, 5]],
  ['"er fox"', [5]],
  ['"Cafe noir"', [3]],
  ['12" record', [4]],
  ['"go home"', [6]],
  ['"', [4, 6]],
  ['""', []],
])('finds what stands between quotes as one phrase, and words one by one: %s', (search, slots) => {
  const index = new TextIndex()
  const texts = QUOTES.map((prompt) => ({ ...NOTHING, prompt }))
  for (const [slot, one] of texts.entries()) index.put(slot, one)
  const textsOf = (wanted: readonly number[]) => wanted.map((slot) => texts[slot] ?? null)
  expect(found(index.search(search, texts.length, textsOf))).toEqual(slots)
})

test('finds a phrase within one title, tag or name, not across two of them', () => {
  const index = new TextIndex()
  const texts = { ...NOTHING, label: 'A fox\nred sea\nwild', origin: 'Flux Pro\nfal' }
  index.put(0, texts)
  const finds = (search: string) => found(index.search(search, 1, () => [texts]))
  expect(['"red sea"', '"flux pro"', '"fox red"', '"sea wild"', '"pro fal"'].map(finds)).toEqual([
    [0],
    [0],
    [],
    [],
    [],
  ])
})

test('keeps apart what differs by more than case and accents', () => {
  for (const [one, other] of [
    ['か', 'が'],
    ['は', 'ぱ'],
    ['कि', 'के'],
    ['o', '0'],
  ] as const)
    expect(foldText(one)).not.toBe(foldText(other))
})
