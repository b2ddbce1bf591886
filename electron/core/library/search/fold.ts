/** Folds texts so that what a reader takes for the same is the same: case, accents, width, invisible marks. */

/**
 * What is taken away after canonical decomposition: accents of Latin, Greek and Cyrillic, the points of Hebrew and Arabic,
 * variation selectors, and what has no width. The voicing marks of kana and the vowel signs of Indic scripts are letters
 * and stay.
 */
const MARKS =
  /[\u0300-\u036f]|[\u0591-\u05bd]|\u05bf|[\u05c1-\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\ufe00-\ufe0f]|\u00ad|[\u200b-\u200d]|\u2060|\ufeff/gu
/** Letters that carry their stroke or ligature in themselves and do not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')
// eslint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/

/** What word processors and phones make of the marks that a keyboard has. */
const MARKS_TYPED: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u02bc\u2032]/gu, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
]

/** As `foldText`, with quotes, apostrophes and dashes as they are typed. What is stored for prompts is folded without. */
export function foldForSearch(text: string): string {
  const folded = foldText(text)
  if (ASCII.test(folded)) return folded
  return MARKS_TYPED.reduce((said, [marks, typed]) => said.replace(marks, typed), folded)
}

/** The folded text, in the composed form. Its length may differ from the text's. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}
