/**
 * Finds the assets in whose texts given terms occur, anywhere and in any script, and ranks them.
 *
 * Not FTS5: its trigram index answers nothing under three characters, takes as long as there are places to look at (a word in
 * a sixth of 250,000 prompts: 28 ms, two of them 42 ms; `npm run bench -- library` measures it beside this), knows no
 * beginnings of words to rank by, and would have to be written in the host's thread. Here a term is looked up among the
 * library's distinct words, which are few, and what their lists of slots cost is bounded by the size of the library.
 *
 * What was put since the lists were made is kept as the slots' own lists of words, and looked through; once it is much, the
 * lists are made anew.
 */
import { createDictionary, type DictionaryState } from './dictionary.ts'
import { foldText } from './fold.ts'
import { grown } from './growing.ts'
import { bestPlace, toUnits } from './occurrence.ts'
import { mergePostings, NO_POSTINGS, raiseScores, type Postings } from './postings.ts'
import { createSlotLists, noSlotLists, type SlotListsState } from './slot-lists.ts'
import { cutTerms, cutWords, FIELDS, isRunning, type Field, type Term } from './words.ts'

/** The texts of an asset, by field. */
export type AssetTexts = Readonly<Record<keyof typeof FIELDS, string>>

export interface TextIndex {
  /** Keeps the texts of a slot in the place of those it had. */
  put(slot: number, texts: AssetTexts): void
  /** Makes the lists anew where much was put since. */
  tidy(): void
  /**
   * How well each of the first `slotCount` slots fits a search, 0 where a term is missing; null where the search asks for
   * nothing. `textsOf` reads the texts of a slot again, where only they can tell; `used` is an answer that nobody needs any more.
   */
  search(
    search: string,
    slotCount: number,
    textsOf: (slot: number) => AssetTexts | null,
    used?: Uint8Array,
  ): Uint8Array | null
  /** What is kept between starts; brings the lists up to date. */
  state(): TextIndexState
}

export interface TextIndexState {
  readonly dictionary: DictionaryState
  readonly postings: Postings
  readonly running: SlotListsState<Uint16Array<ArrayBuffer>>
}

const MOST_SCORE = 255
/** Lists are made anew when so many slots, and this part of all that are listed, changed. */
const LEAST_RECENT = 4_096
const RECENT_PART = 0.25
/** Few enough to read their texts again rather than look up every further term of a long search. */
const FEW = 400
/** Terms beside which reading is worth the while. */
const MANY_TERMS = 4

export function createTextIndex(kept?: TextIndexState): TextIndex {
  const dictionary = createDictionary(kept?.dictionary)
  const running = createSlotLists(kept?.running ?? noSlotLists(new Uint16Array()))
  let postings = kept?.postings ?? NO_POSTINGS
  let recent = createSlotLists(noSlotLists(new Uint32Array()))
  let recentSlots = new Set<number>()
  let listedSlots = kept?.running.starts.length ?? 0
  /** By the number of a word: the last slot it was put for, so that each counts once. */
  let lastPut = new Uint32Array()
  let puts = 0
  let ids: Uint32Array<ArrayBuffer> = new Uint32Array(1_024)
  let units: Uint16Array<ArrayBuffer> = new Uint16Array(1_024)
  /** What the words of a term are worth: zeros between searches. */
  let worth: Uint8Array<ArrayBuffer> = new Uint8Array()
  let otherScores: Uint8Array = new Uint8Array()

  const merge = (): void => {
    if (recentSlots.size === 0) return
    const changed = Uint32Array.from(recentSlots).toSorted()
    postings = mergePostings(postings, dictionary.size, changed, recent)
    listedSlots = Math.max(listedSlots, (changed.at(-1) ?? 0) + 1)
    recent = createSlotLists(noSlotLists(new Uint32Array()))
    recentSlots = new Set()
  }

  const findWord = (term: string, scores: Uint8Array): void => {
    worth = grown(worth, dictionary.size)
    const words = dictionary.find(term, worth)
    raiseScores(postings, words, worth, scores)
    const { values, starts, lengths } = recent
    for (const slot of recentSlots) {
      let best = 0
      const start = starts[slot] ?? 0
      const end = start + (lengths[slot] ?? 0)
      for (let at = start; at < end; at++) best = Math.max(best, worth[values[at] ?? 0] ?? 0)
      scores[slot] = best
    }
    for (let at = 0; at < words.length; at++) worth[words[at] ?? 0] = 0
  }
  const findRunning = (term: string, scores: Uint8Array): void => {
    const wanted = toUnits(term)
    const { values, starts, lengths } = running
    const first = wanted[0] ?? 0
    for (let slot = 0; slot < scores.length; slot++) {
      let at = starts[slot] ?? 0
      const end = at + (lengths[slot] ?? 0)
      while (at < end && values[at] !== first) at++
      if (at < end) scores[slot] = bestPlace(values, starts[slot] ?? 0, end, wanted)
    }
  }
  /** How well each slot fits a term that lies within one part, into an array of zeros. */
  const find = (term: string, scores: Uint8Array): Uint8Array => {
    if (isRunning(term)) findRunning(term, scores)
    else findWord(term, scores)
    return scores
  }

  return {
    put: (slot, texts) => {
      let wordCount = 0
      let unitCount = 0
      puts++
      for (const [name, field] of Object.entries(FIELDS) as [keyof AssetTexts, Field][]) {
        let isMarked = false
        const folded = foldText(texts[name])
        cutWords(folded, {
          word: (text, from, to) => {
            const id = dictionary.intern(text, from, to, field)
            lastPut = grown(lastPut, id + 1)
            if (lastPut[id] === puts) return
            lastPut[id] = puts
            ids = grown(ids, wordCount + 1)
            ids[wordCount++] = id
          },
          running: (text, from, to) => {
            units = grown(units, unitCount + to - from + 2)
            units[unitCount++] = isMarked ? SPACE : field
            isMarked = true
            for (let at = from; at < to; at++) units[unitCount++] = text.charCodeAt(at)
          },
        })
      }
      recent.put(slot, ids, wordCount)
      recentSlots.add(slot)
      if (unitCount > 0 || (running.lengths[slot] ?? 0) > 0) running.put(slot, units, unitCount)
    },
    tidy: () => {
      if (recentSlots.size > Math.max(LEAST_RECENT, listedSlots * RECENT_PART)) merge()
    },
    search: (search, slotCount, textsOf, used) => {
      const terms = cutTerms(foldText(search)).toSorted((a, b) => b.text.length - a.text.length)
      if (terms.length === 0) return null
      let scores: Uint8Array | null = null
      const unsure: Term[] = []
      for (const [index, term] of terms.entries()) {
        const left = scores ? countUpTo(scores, FEW) : FEW
        if (left === 0) return scores
        if (left < FEW && terms.length - index >= MANY_TERMS) {
          unsure.push(...terms.slice(index))
          break
        }
        for (const part of term.parts) {
          if (scores) {
            otherScores = zeros(slotCount, otherScores)
            both(scores, find(part, otherScores))
          } else scores = find(part, zeros(slotCount, used))
        }
        if (term.parts.length > 1) unsure.push(term)
      }
      if (scores && unsure.length > 0) keepSure(scores, unsure, textsOf)
      return scores
    },
    state: () => {
      merge()
      return { dictionary: dictionary.state, postings, running: running.state }
    },
  }
}

const SPACE = 32

/** The used array again where it has the length. */
function zeros(length: number, used?: Uint8Array): Uint8Array {
  return used?.length === length ? used.fill(0) : new Uint8Array(length)
}

/** Adds the scores of another term; 0 where either is missing. */
function both(scores: Uint8Array, more: Uint8Array): void {
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? 0
    const other = more[slot] ?? 0
    scores[slot] = score === 0 || other === 0 ? 0 : Math.min(MOST_SCORE, score + other)
  }
}

function countUpTo(scores: Uint8Array, most: number): number {
  let count = 0
  for (let slot = 0; slot < scores.length && count < most; slot++) if (scores[slot] !== 0) count++
  return count
}

/** Takes out the slots whose texts do not hold every one of the terms, and adds what they are worth in the others. */
function keepSure(
  scores: Uint8Array,
  terms: readonly Term[],
  textsOf: (slot: number) => AssetTexts | null,
): void {
  const wanted = terms.map(({ text }) => toUnits(text))
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] ?? 0
    if (score === 0) continue
    const texts = textsOf(slot)
    const units = texts ? markedUnits(texts) : new Uint16Array()
    const found = wanted.map((term) => bestPlace(units, 0, units.length, term))
    scores[slot] = found.includes(0)
      ? 0
      : Math.min(
          MOST_SCORE,
          found.reduce((sum, one) => sum + one, score),
        )
  }
}

/** The folded texts, each behind the mark of its field. */
function markedUnits(texts: AssetTexts): Uint16Array {
  const names = Object.keys(FIELDS) as (keyof AssetTexts)[]
  const text = names.map((name) => String.fromCharCode(FIELDS[name]) + foldText(texts[name])).join('')
  return toUnits(text)
}
