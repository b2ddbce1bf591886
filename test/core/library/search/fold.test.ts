/** Folding: what reads the same is the same, what does not stays apart. */
import { expect, test } from 'vitest'
import { foldText } from '#core/library/search/fold.ts'

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

test('keeps apart what differs by more than case and accents', () => {
  for (const [one, other] of [
    ['か', 'が'],
    ['は', 'ぱ'],
    ['कि', 'के'],
    ['o', '0'],
  ] as const)
    expect(foldText(one)).not.toBe(foldText(other))
})
