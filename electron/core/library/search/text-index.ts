/**
 * Finds the assets in whose texts given terms occur, anywhere and in any script, and ranks them.
 *
 * A term is looked up among the distinct words of the library, which are few. search.ts says how SQLite's FTS5 compares.
 *
 * Changes since the postings were made are stored as word lists per slot and scanned; once they are many, the postings are
 * made anew.
 */
import { createDictionary, type Dictionary, type DictionaryState } from './dictionary.ts'
import { foldForSearch } from './fold.ts'
import {
  ensureLength,
  createPackedLists,
  emptyPackedLists,
  type PackedLists,
  type PackedListsState,
} from './packed-lists.ts'
import { bestPlace, toUnits, parseSearch, tokenize, FIELDS, isRunning, type Field } from './tokenizer.ts'
import { mergePostings, NO_POSTINGS, raiseScores, type Postings } from './postings.ts'

/** The texts of an asset, by field. */
export type AssetTexts = Readonly<Record<keyof typeof FIELDS, string>>
/** Those of slots, in the same order; null where there is no such asset any more. */
export type TextsOf = (slots: readonly number[]) => readonly (AssetTexts | null)[]

export interface TextIndexState {
  readonly dictionary: DictionaryState
  readonly postings: Postings
  readonly running: PackedListsState<Uint16Array<ArrayBuffer>>
}

const MAX_SCORE = 255
/** Postings are made anew when at least this many slots, and this share of all, changed. */
const MIN_RECENT = 4_096
const RECENT_SHARE = 0.25
/** So few that reading their texts costs less than looking up every further term of a long search. */
const FEW = 400
/** Terms from which on reading the texts pays. */
const MANY_TERMS = 4

export class TextIndex {
  readonly #dictionary: Dictionary
  readonly #running: PackedLists<Uint16Array<ArrayBuffer>>
  #postings: Postings
  #listedSlots: number
  /** The words of the slots that changed since the postings were made. */
  #recent = createPackedLists(emptyPackedLists(new Uint32Array()))
  #recentSlots = new Set<number>()
  readonly #words = new WordCollector()
  /** The score of each word for the current term: zeros between searches. */
  #wordScores: Uint8Array<ArrayBuffer> = new Uint8Array()
  #otherScores: Uint8Array = new Uint8Array()

  constructor(saved?: TextIndexState) {
    this.#dictionary = createDictionary(saved?.dictionary)
    this.#running = createPackedLists(saved?.running ?? emptyPackedLists(new Uint16Array()))
    this.#postings = saved?.postings ?? NO_POSTINGS
    this.#listedSlots = saved?.running.starts.length ?? 0
  }

  /** Replaces the texts of a slot. */
  put(slot: number, texts: AssetTexts): void {
    const { ids, idCount, units, unitCount } = this.#words.collect(texts, this.#dictionary)
    this.#recent.put(slot, ids, idCount)
    this.#recentSlots.add(slot)
    if (unitCount > 0 || (this.#running.lengths[slot] ?? 0) > 0) this.#running.put(slot, units, unitCount)
  }

  /** Makes the postings anew where much changed since: more than this share of what they hold. */
  tidy(share = RECENT_SHARE): void {
    if (this.#recentSlots.size > Math.max(MIN_RECENT, this.#listedSlots * share)) this.#merge()
  }

  /**
   * The score of each of the first `slotCount` slots, 0 where a term or a phrase is missing; null for a search without terms.
   * `textsOf` reads texts again, where only they decide; `evicted` is an array that may be reused.
   */
  search(search: string, slotCount: number, textsOf: TextsOf, evicted?: Uint8Array): Uint8Array | null {
    const { terms, phrases } = parseSearch(foldForSearch(search))
    if (terms.length === 0) return null
    const scores = zeros(slotCount, evicted)
    const unsure = this.#findAll(terms, scores)
    if (unsure.length > 0) verifyTerms(scores, unsure, textsOf)
    if (phrases.length > 0) verifyPhrases(scores, phrases, textsOf)
    return scores
  }

  /** Writes the scores into an array of zeros. Returns the terms that the few slots left have to be read for. */
  #findAll(terms: readonly string[], scores: Uint8Array): readonly string[] {
    const [first = '', ...others] = terms.toSorted((a, b) => b.length - a.length)
    this.#find(first, scores)
    for (const [index, term] of others.entries()) {
      const left = countUpTo(scores, FEW)
      if (left === 0) return []
      if (left < FEW && others.length - index >= MANY_TERMS) return others.slice(index)
      this.#otherScores = zeros(scores.length, this.#otherScores)
      both(scores, this.#find(term, this.#otherScores))
    }
    return []
  }

  /** What is saved between starts; brings the postings up to date. */
  state(): TextIndexState {
    this.#merge()
    return { dictionary: this.#dictionary.state, postings: this.#postings, running: this.#running.state }
  }

  /** The scores of a term, into an array of zeros. */
  #find(term: string, scores: Uint8Array): Uint8Array {
    if (isRunning(term)) this.#findRunning(term, scores)
    else this.#findWord(term, scores)
    return scores
  }

  #findWord(term: string, scores: Uint8Array): void {
    const wordScores = ensureLength(this.#wordScores, this.#dictionary.size)
    this.#wordScores = wordScores
    const words = this.#dictionary.find(term, wordScores)
    raiseScores(this.#postings, words, wordScores, scores)
    const { values, starts, lengths } = this.#recent
    for (const slot of this.#recentSlots) {
      let best = 0
      const start = starts[slot] ?? 0
      const end = start + (lengths[slot] ?? 0)
      for (let at = start; at < end; at++) best = Math.max(best, wordScores[values[at] ?? 0] ?? 0)
      scores[slot] = best
    }
    for (let at = 0; at < words.length; at++) wordScores[words[at] ?? 0] = 0
  }

  #findRunning(term: string, scores: Uint8Array): void {
    const wanted = toUnits(term)
    const { values, starts, lengths } = this.#running
    const first = wanted[0] ?? 0
    for (let slot = 0; slot < scores.length; slot++) {
      let at = starts[slot] ?? 0
      const end = at + (lengths[slot] ?? 0)
      while (at < end && values[at] !== first) at++
      if (at < end) scores[slot] = bestPlace(values, starts[slot] ?? 0, end, wanted)
    }
  }

  #merge(): void {
    if (this.#recentSlots.size === 0) return
    const changed = Uint32Array.from(this.#recentSlots).toSorted()
    this.#postings = mergePostings(this.#postings, this.#dictionary.size, changed, this.#recent)
    this.#listedSlots = Math.max(this.#listedSlots, (changed.at(-1) ?? 0) + 1)
    this.#recent = createPackedLists(emptyPackedLists(new Uint32Array()))
    this.#recentSlots = new Set()
  }
}

/** Collects the words and the running text of one asset after the other, in the same arrays. */
class WordCollector {
  ids: Uint32Array<ArrayBuffer> = new Uint32Array(1_024)
  idCount = 0
  units: Uint16Array<ArrayBuffer> = new Uint16Array(1_024)
  unitCount = 0
  /** By word number: the last asset that had it, so that each word counts once. */
  #lastAsset = new Uint32Array()
  #asset = 0

  /** What is returned is valid until the next call. */
  collect(texts: AssetTexts, dictionary: Dictionary): this {
    this.#asset++
    this.idCount = 0
    this.unitCount = 0
    for (const [name, field] of Object.entries(FIELDS) as [keyof AssetTexts, Field][]) {
      let isMarked = false
      tokenize(foldForSearch(texts[name]), {
        word: (text, from, to) => this.#addWord(dictionary.intern(text, from, to, field)),
        running: (text, from, to) => {
          this.#addRunning(isMarked ? SPACE : field, text, from, to)
          isMarked = true
        },
      })
    }
    return this
  }

  #addWord(id: number): void {
    this.#lastAsset = ensureLength(this.#lastAsset, id + 1)
    if (this.#lastAsset[id] === this.#asset) return
    this.#lastAsset[id] = this.#asset
    this.ids = ensureLength(this.ids, this.idCount + 1)
    this.ids[this.idCount++] = id
  }

  #addRunning(mark: number, text: string, from: number, to: number): void {
    this.units = ensureLength(this.units, this.unitCount + to - from + 2)
    this.units[this.unitCount++] = mark
    for (let at = from; at < to; at++) this.units[this.unitCount++] = text.charCodeAt(at)
  }
}

const SPACE = 32

function zeros(length: number, used?: Uint8Array): Uint8Array {
  return used?.length === length ? used.fill(0) : new Uint8Array(length)
}

/** Adds the scores of another term; 0 where either is missing. */
function both(scores: Uint8Array, more: Uint8Array): void {
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? 0
    const other = more[slot] ?? 0
    scores[slot] = score === 0 || other === 0 ? 0 : Math.min(MAX_SCORE, score + other)
  }
}

function countUpTo(scores: Uint8Array, most: number): number {
  let count = 0
  for (let slot = 0; slot < scores.length && count < most; slot++) if (scores[slot] !== 0) count++
  return count
}

/** Texts that are read at once. */
const STEP = 1_000

/** Gives every slot that has a score the one that `scoreOf` finds for its texts. */
function rescore(
  scores: Uint8Array,
  textsOf: TextsOf,
  scoreOf: (texts: AssetTexts, score: number) => number,
): void {
  const slots: number[] = []
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot] !== 0) slots.push(slot)
    if (slots.length < STEP && slot < scores.length - 1) continue
    for (const [at, texts] of textsOf(slots).entries()) {
      const found = slots[at] ?? 0
      scores[found] = texts === null ? 0 : scoreOf(texts, scores[found] ?? 0)
    }
    slots.length = 0
  }
}

/** Clears slots whose texts lack one of the terms, and adds the scores of the terms to the others. */
function verifyTerms(scores: Uint8Array, terms: readonly string[], textsOf: TextsOf): void {
  const wanted = terms.map(toUnits)
  rescore(scores, textsOf, (texts, score) => {
    const units = markedUnits(texts)
    const found = wanted.map((term) => bestPlace(units, 0, units.length, term))
    return found.includes(0)
      ? 0
      : Math.min(
          MAX_SCORE,
          found.reduce((sum, one) => sum + one, score),
        )
  })
}

/** Clears slots whose texts lack one of the phrases. */
function verifyPhrases(scores: Uint8Array, phrases: readonly string[], textsOf: TextsOf): void {
  rescore(scores, textsOf, ({ prompt, label, origin }, score) => {
    // Between titles, tags and names is the end of a line, which no phrase holds; one of a prompt is a space.
    const isThere = (phrase: string): boolean =>
      spaced(foldForSearch(prompt)).includes(phrase) ||
      foldForSearch(label).includes(phrase) ||
      foldForSearch(origin).includes(phrase)
    return phrases.every(isThere) ? score : 0
  })
}

const ODD_SPACE = /[^\S ]|\s\s/u

function spaced(text: string): string {
  return ODD_SPACE.test(text) ? text.replace(/\s+/gu, ' ') : text
}

/** The folded texts, each behind the mark of its field. */
function markedUnits(texts: AssetTexts): Uint16Array {
  const names = Object.keys(FIELDS) as (keyof AssetTexts)[]
  const text = names.map((name) => String.fromCharCode(FIELDS[name]) + foldForSearch(texts[name])).join('')
  return toUnits(text)
}
