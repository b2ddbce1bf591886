/**
 * One content under several names: the same object offers it as `url` and `download_url`, as GLB and OBJ, in HD and SD, with
 * and without a watermark, here and on another host. One of them is the result, the others are alternates.
 */
import { extensionOf, groupBy, identityOf, isResult, listOf, type Candidate } from './candidate.ts'
import {
  contentWords,
  isOriginal,
  isSource,
  isVariantName,
  meaningOf,
  namesNothing,
  partitionOf,
  saysResult,
  variantRank,
} from './meanings.ts'
import { kindOfWords, type ResultKind } from '../../media/kinds.ts'
import { formatRank, USUAL } from './ranks.ts'
import { keysUp } from './walk.ts'

/** Names further down than this many words say nothing about the key. */
const MAX_PATH = 24

const CONTINUATIONS = new Set(
  'extension extend extended continuation continue segment followup sequel second part half'.split(' '),
)

type ReadWords = (key: string) => readonly string[]

/** What stands under one key of one object. */
interface Series {
  readonly words: readonly string[]
  /** The words from the key down to the first member's address. */
  readonly path: readonly string[]
  /** The key itself holds the address, or nothing but wrapping is between them. */
  readonly isLeaf: boolean
  readonly members: Candidate[]
}

/**
 * Compares neighbours from the innermost object outwards, then formats of one stem, then members of one list.
 *
 * `copies` are all places of a result: what is the worse copy at one of them is so everywhere.
 */
export function settleVariants(
  candidates: readonly Candidate[],
  copies: readonly Candidate[],
  wordsOf: ReadWords,
): void {
  const placesOf = new Map<string, readonly Candidate[]>()
  for (const group of groupBy(copies, identityOf)) {
    for (const one of group.slice(0, 1)) placesOf.set(identityOf(one), group)
  }
  const demote = (loser: Candidate): void => {
    for (const one of placesOf.get(identityOf(loser)) ?? []) if (isResult(one)) one.role = 'alternate'
  }
  for (const series of objectsOf(copies.filter(isResult), wordsOf)) compete(series, demote)
  for (const group of groupBy(candidates.filter(isResult), byStem)) {
    keepBest(
      group,
      (candidate) => formatRank(extensionOf(candidate)),
      new Set(group.map(extensionOf)).size > 1,
    )
  }
  for (const group of groupBy(candidates.filter(isResult), byFolder)) settleFolder(group, wordsOf)
  for (const group of groupBy(candidates.filter(isResult), (candidate) => listOf(candidate)?.list ?? null)) {
    settleList(group)
  }
}

/** The objects that hold results under at least two keys, innermost first. */
function objectsOf(results: readonly Candidate[], wordsOf: ReadWords): readonly (readonly Series[])[] {
  const objects = new Map<object, { depth: number; series: Map<string, Series> }>()
  for (const candidate of results) {
    let isLeaf = true
    let path: readonly string[] = []
    for (const step of keysUp(candidate.path)) {
      const words = wordsOf(step.key)
      path = [...words, ...path].slice(0, MAX_PATH)
      const holder = step.holder ?? {}
      const object = objects.get(holder) ?? { depth: step.depth, series: new Map<string, Series>() }
      objects.set(holder, object)
      const series = object.series.get(step.key) ?? { words, path, isLeaf, members: [] }
      object.series.set(step.key, series)
      series.members.push(candidate)
      isLeaf &&= namesNothing(words)
    }
  }
  return [...objects.values()]
    .filter(({ series }) => series.size > 1)
    .toSorted((one, other) => other.depth - one.depth)
    .map(({ series }) => [...series.values()])
}

function compete(all: readonly Series[], demote: (loser: Candidate) => void): void {
  const rivals = new Map<string, { series: Series; live: readonly Candidate[] }[]>()
  for (const series of all) {
    const live = series.members.filter(isResult)
    if (live.length === 0) continue
    const kinds = live.map(({ classification }) => classification.kind).join(' ')
    const key = `${kinds}\n${contentWords(series.words)}\n${continuation(series.path, live[0]?.classification.kind)}`
    const group = rivals.get(key)
    if (group) group.push({ series, live })
    else rivals.set(key, [{ series, live }])
  }
  for (const group of rivals.values()) {
    const rank = ({ series }: { series: Series }): number => variantRank(series.path, series.isLeaf)
    const best = first(group, rank)
    if (!best) continue
    const winners = new Set(best.live.map(identityOf))
    const isInline = best.live.every(({ source }) => source.kind === 'inline')
    for (const rival of group) {
      if (rival === best || (best.series.path.includes('pbr') && rank(rival) >= USUAL)) continue
      for (const loser of rival.live) {
        // Nobody sends the bytes of one content twice.
        const isOther = isInline && loser.source.kind === 'inline'
        if (!isOther && !winners.has(identityOf(loser))) demote(loser)
      }
    }
  }
  settleOriginal(all)
  settleParts(all)
}

/** What follows on the first part is no other copy of it, wherever it is named. */
function continuation(path: readonly string[], kind: ResultKind | undefined): string {
  const lasts = kind === 'video' || kind === 'audio'
  // A full image has all its pixels, a full video all its parts.
  return path
    .filter((word, at) => CONTINUATIONS.has(word) || (lasts && word === 'full' && isNoun(path[at + 1])))
    .join(' ')
}

function isNoun(word = ''): boolean {
  return saysResult([word]) || kindOfWords([word], null) !== null
}

/**
 * What came in, named beside what was made of it under names of their own ("original", "vocals", "drums"), or "source" beside
 * "render". Several originals are the copies that another service keeps.
 */
function settleOriginal(all: readonly Series[]): void {
  const kindsIn = (series: readonly Series[]) =>
    new Set(
      series
        .flatMap(({ members }) => members.filter(isResult))
        .map(({ classification }) => classification.kind),
    )
  const named = kindsIn(all.filter(({ words }) => contentWords(words) !== ''))
  const made = kindsIn(all.filter(({ words }) => saysResult(words)))
  for (const { words, members } of all) {
    if (!isOriginal(words) || contentWords(words) !== '') continue
    const role = members.length > 1 ? 'alternate' : 'input'
    for (const original of members) {
      const { kind, role: own } = original.classification
      const isBesideMade = isSource(words) && made.has(kind) && own === 'result'
      if ((isResult(original) && named.has(kind)) || isBesideMade) original.role = role
    }
  }
}

/** `segments` beside `final_video` are its parts. */
function settleParts(all: readonly Series[]): void {
  const whole = all
    .filter(({ words }) => partitionOf(words) === 'whole')
    .flatMap(({ members }) => members.filter(isResult))
  const kinds = new Set(whole.map(({ classification }) => classification.kind))
  for (const { words, members } of all) {
    if (partitionOf(words) !== 'parts') continue
    for (const one of members.filter(isResult)) if (kinds.has(one.classification.kind)) one.role = 'auxiliary'
  }
}

/** In one folder, under names that say nothing but the size: `…/4f/public`, `…/4f/thumbnail`. */
function byFolder({ source, classification }: Candidate): string | null {
  if (source.kind !== 'address' || source.segments.length < 2) return null
  return `${classification.kind} ${source.host} ${source.segments.slice(0, -1).join('/')}`
}

function settleFolder(group: readonly Candidate[], wordsOf: ReadWords): void {
  const wordsIn = ({ source }: Candidate) =>
    source.kind === 'address' ? wordsOf(source.name.replace(/\.\w{2,5}$/u, '')) : []
  if (!group.every((one) => isVariantName(wordsIn(one)))) return
  const rank = (words: readonly string[]): number =>
    meaningOf(words) === 'thumbnail' || words.some((word) => /^\d+$/u.test(word))
      ? 0
      : variantRank(words, false)
  const best = first(group, (one) => rank(wordsIn(one)))
  for (const one of group) {
    if (one !== best) one.role = meaningOf(wordsIn(one)) === 'thumbnail' ? 'thumbnail' : 'alternate'
  }
}

function byStem({ source, classification }: Candidate): string | null {
  return source.kind === 'address' && source.stem !== '' ? `${classification.kind} ${source.stem}` : null
}

/**
 * The members of a list are one content when each says how it differs from the others and that is only a format or a
 * quality. Images in several formats are usually different images.
 */
function settleList(group: readonly Candidate[]): void {
  const members = new Set(group.map((candidate) => listOf(candidate)?.member))
  const kinds = new Set(group.map(({ classification }) => classification.kind))
  const [kind] = kinds
  if (group.length < 2 || members.size !== group.length || kinds.size !== 1 || kind === undefined) return
  const variantsOf = ({ classification }: Candidate): readonly string[] => classification.variant
  const areNamed = group.every((one) => variantsOf(one).length > 0 && contentWords(variantsOf(one)) === '')
  if (areNamed && kind !== 'image') {
    const isDistinct = new Set(group.map((one) => variantsOf(one).join(' '))).size === group.length
    keepBest(group, (candidate) => variantRank(variantsOf(candidate), false), isDistinct)
  } else if (kind === 'model3d') {
    const isDistinct = new Set(group.map(extensionOf)).size === group.length
    keepBest(group, (candidate) => formatRank(extensionOf(candidate)), isDistinct)
  }
}

function keepBest(
  group: readonly Candidate[],
  rank: (candidate: Candidate) => number,
  areVariants: boolean,
): void {
  if (!areVariants || group.length < 2) return
  const best = first(group, rank)
  for (const candidate of group) if (candidate !== best) candidate.role = 'alternate'
}

/** The one of the highest rank, the first of equals. */
function first<Item>(items: readonly Item[], rank: (item: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>(
    (best, item) => (best === undefined || rank(item) > rank(best) ? item : best),
    undefined,
  )
}
