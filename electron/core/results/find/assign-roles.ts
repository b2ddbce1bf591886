/**
 * Sorts all candidates of a response against each other: one file named twice, a better copy, what only accompanies the
 * result, and what stands in when there is no result.
 */
import { extensionOf, groupBy, identityOf, isResult, listOf, type Candidate } from './candidate.ts'
import { UNNAMED, type Role } from './classify.ts'
import { isArchive, isFormat, kindOfWords, type ResultKind } from '../../media/kinds.ts'
import { contentWords, isOriginal } from './meanings.ts'
import { nameMeaning } from './neighbours.ts'
import { dropBareAddresses, dropFolders, dropTaskAddresses } from './no-files.ts'
import { settleVariants } from './variants.ts'
import { keysUp } from './walk.ts'

type ReadWords = (key: string) => readonly string[]

/** The role of a file beside a result of another kind: a song has a cover, a video a thumbnail. */
const ACCOMPANIES: Partial<Record<ResultKind, Partial<Record<ResultKind, Role>>>> = {
  image: { text: 'auxiliary', file: 'auxiliary' },
  video: { image: 'thumbnail', audio: 'auxiliary', text: 'auxiliary', file: 'auxiliary' },
  audio: { image: 'cover', video: 'alternate', text: 'auxiliary', file: 'auxiliary' },
  model3d: { image: 'thumbnail', video: 'auxiliary', text: 'auxiliary', file: 'auxiliary' },
}
/** A file named in several roles gets the first of these. */
const PRECEDENCE: readonly Role[] = [
  'result',
  'alternate',
  'stream',
  'auxiliary',
  'cover',
  'thumbnail',
  'input',
  'link',
]
/** The roles that may replace a missing result. Inputs never do. */
const STAND_INS: readonly Role[] = ['alternate', 'stream', 'auxiliary', 'cover', 'thumbnail']
/** A worse copy is still the file; a part, or a small copy of another kind, is not. */
const ANY_KIND: readonly Role[] = ['alternate', 'stream']
const MEDIA: readonly ResultKind[] = ['image', 'video', 'audio', 'model3d']

/** The candidates that are files, in the order of the response, with their final roles, and those that are left out. */
export function assignRoles(
  all: readonly Candidate[],
  task: ResultKind | null,
  wordsOf: ReadWords,
  idsOf: ReadonlySet<string>,
): { readonly kept: readonly Candidate[]; readonly left: readonly Candidate[] } {
  trustSiblings(all)
  dropTaskAddresses(all, idsOf)
  dropFolders(all)
  const unique = withoutDuplicates(all, wordsOf)
  dropBareAddresses(unique)
  const fileOf = (one: Candidate): string => `${one.classification.kind} ${identityOf(one)}`
  const results = new Set(unique.filter(isResult).map(fileOf))
  settleVariants(
    unique,
    all.filter((one) => isResult(one) && results.has(fileOf(one))),
    wordsOf,
  )
  settleByName(unique, wordsOf)
  settleAccompaniment(unique, task, wordsOf)
  standIn(unique, task)
  return {
    kept: unique.filter(({ role }) => role !== 'link'),
    left: unique.filter(({ role }) => role === 'link'),
  }
}

/** When one member of a list is surely a file, so are the others. */
function trustSiblings(all: readonly Candidate[]): void {
  for (const group of groupBy(all, ({ path }) => path.shape)) {
    if (group.some(({ isSure }) => isSure)) for (const one of group) one.isSure = true
  }
  const open = all.filter((one) => isResult(one) || one.reason === UNNAMED)
  for (const group of groupBy(open, siblingsOf)) {
    if (!group.some((one) => isResult(one) && one.isSure)) continue
    for (const one of group) Object.assign(one, { role: 'result', reason: '', isSure: true })
  }
}

/** The object that names it, and the folder that it lies in: `{vocals: "…/7/v", drums: "…/7/d"}`. */
function siblingsOf({ path, source }: Candidate): string | null {
  if (source.kind !== 'address' || source.extension !== '' || path.key === '') return null
  return `${path.up?.place ?? ''} ${source.host}/${source.segments.slice(0, -1).join('/')}`
}

/** Each file once, at the first place where it has its best role and, if any does, tells its format. A link that steers the task is never a bare result. */
function withoutDuplicates(all: readonly Candidate[], wordsOf: ReadWords): Candidate[] {
  const namesFormat = ({ path }: Candidate): boolean => wordsOf(path.key).some(isFormat)
  const isSafe = ({ source }: Candidate): boolean =>
    source.kind === 'address' && source.url.startsWith('https:')
  const groups = groupBy(all, identityOf)
  const sure = groups.filter((group) => group.some((one) => isResult(one) && one.isSure)).slice(0, 2)
  const chosen = new Set(
    groups.map((group) => {
      const echo = group.find(({ role }) => role === 'input')
      const hasOthers = sure.length > (sure.includes(group) ? 1 : 0)
      if (echo && hasOthers) return echo
      const link = group.find(({ role }) => role === 'link')
      const real = group.filter((one) => !(link && isResult(one) && !one.isSure))
      const rank = (one: Candidate): number =>
        PRECEDENCE.indexOf(one.role) - (namesFormat(one) ? 0.5 : isSafe(one) ? 0.25 : 0)
      return real.reduce((best, one) => (rank(one) < rank(best) ? one : best))
    }),
  )
  return all.filter((candidate) => chosen.has(candidate))
}

/** `cat_thumb.webp` beside `cat.png`: the name says so, and the file that it belongs to is there. */
function settleByName(all: readonly Candidate[], wordsOf: ReadWords): void {
  const stems = new Set(all.filter(isResult).map(stemOf))
  for (const candidate of all.filter(isResult)) {
    const { source } = candidate
    if (source.kind !== 'address') continue
    const meaning = nameMeaning(source.name, wordsOf)
    const stem = stemOf(candidate)
    const base = stem.replace(/[-_. ][^-_. /]*$/u, '')
    if (meaning === null || base === stem || !stems.has(base)) continue
    candidate.role = meaning === 'part' ? 'auxiliary' : meaning === 'copy' ? 'alternate' : 'thumbnail'
  }
}

function settleAccompaniment(all: readonly Candidate[], task: ResultKind | null, wordsOf: ReadWords): void {
  const own = task ?? mainKindOf(all)
  const table = own ? ACCOMPANIES[own] : undefined
  if (!own || !table) return
  const mains = all.filter(
    ({ role, classification }) =>
      classification.kind === own && (role === 'result' || role === 'alternate' || role === 'stream'),
  )
  if (mains.length === 0) return
  const shapes = new Set(mains.map(({ path }) => peerShape(path.shape, wordsOf)))
  const stems = new Set(mains.map(stemOf))
  const lists = new Set(mains.map((one) => listOf(one)?.list))
  const members = new Set(mains.map(memberOf))
  const peers = peersOfKinds(all, own, wordsOf)
  const isPacked = (one: Candidate): boolean => own === 'model3d' && isArchive(extensionOf(one))
  const packed = new Set(mains.every(isPacked) ? [] : mains.filter(isPacked))
  for (const candidate of all) {
    // The worse copy of what accompanies accompanies, too.
    const isCopy = candidate.role === 'alternate' && candidate.classification.role === 'result'
    if (!isResult(candidate) && !isCopy) continue
    if (packed.has(candidate)) candidate.role = 'alternate'
    if (packed.has(candidate) || peers.has(candidate)) continue
    const role = table[candidate.classification.kind]
    const shape = peerShape(candidate.path.shape, wordsOf)
    const words = wordsOf(candidate.path.key)
    // Of one shape with a main, or alone in a member of the list that a main is in.
    const isAlone = lists.has(listOf(candidate)?.list) && !members.has(memberOf(candidate))
    // A poster beside its video has the video's name.
    const stem = stemOf(candidate)
    const isNamed = kindOfWords(words, null) !== null && isAlone
    const isOther =
      task === null || isNamed || shape !== candidate.path.shape || stem === '' || !stems.has(stem)
    const isPeer = shape.includes('/*') && (shapes.has(shape) || isAlone)
    if (!role || (isOther && isPeer)) continue
    if (!isCopy && isOriginal(words)) candidate.role = 'input'
    else candidate.role = role === 'thumbnail' && namesContent(candidate, wordsOf) ? 'auxiliary' : role
  }
}

/** Whether the nearest key that names anything says what is to be seen: an image of its own, not of the main file. */
function namesContent({ path }: Candidate, wordsOf: ReadWords): boolean {
  for (const { key } of keysUp(path)) {
    const words = wordsOf(key)
    if (contentWords(words) !== '') return true
    if (kindOfWords(words, null) !== null) return false
  }
  return false
}

/** Results under keys of one object that say nothing but a kind, where there are three kinds or more; a song has its cover and its video. */
function peersOfKinds(
  all: readonly Candidate[],
  own: ResultKind,
  wordsOf: ReadWords,
): ReadonlySet<Candidate> {
  if (own === 'audio') return new Set()
  const groups = new Map<object, Candidate[]>()
  for (const candidate of all.filter(isResult)) {
    for (const { key, holder } of keysUp(candidate.path)) {
      const words = wordsOf(key)
      if (!holder || !words.every((word) => kindOfWords([word], 'model3d') !== null)) continue
      const group = groups.get(holder)
      if (group) group.push(candidate)
      else groups.set(holder, [candidate])
      break
    }
  }
  const kindsIn = (group: readonly Candidate[]) =>
    new Set(group.map(({ classification }) => classification.kind)).size
  return new Set([...groups.values()].filter((group) => kindsIn(group) > 2).flat())
}

/** Equal for the members of one list, and for those of lists that differ in the kind that their key names in the plural. */
function peerShape(shape: string, wordsOf: ReadWords): string {
  return shape.replace(/\/([^/]*s)(?=\/\*)/gu, (whole, key: string) =>
    wordsOf(key).length === 1 && kindOfWords(wordsOf(key), null) !== null ? '/(kind)' : whole,
  )
}

/** The main kind of a response when the task does not say: a model before its images, a video before its poster. */
function mainKindOf(all: readonly Candidate[]): ResultKind | null {
  const kinds = all
    .filter(({ role }) => role === 'result' || role === 'stream')
    .map(({ classification }) => classification.kind)
  if (kinds.includes('model3d')) return 'model3d'
  return (
    kinds.find((kind) => kind === 'video' || kind === 'audio') ??
    kinds.find((kind) => kind === 'image') ??
    null
  )
}

function standIn(all: readonly Candidate[], task: ResultKind | null): void {
  if (all.some(isResult)) return
  for (const role of STAND_INS) {
    const fitting = all.filter(
      (one) =>
        one.role === role &&
        (ANY_KIND.includes(role) ||
          (task ? one.classification.kind === task : MEDIA.includes(one.classification.kind))),
    )
    if (fitting.length === 0) continue
    for (const candidate of fitting) {
      candidate.fallback = role
      candidate.role = 'result'
    }
    return
  }
  for (const candidate of all) {
    const { mayStandIn, kind } = candidate.classification
    if (!mayStandIn || !(task ? kind === task : MEDIA.includes(kind))) continue
    candidate.fallback = 'auxiliary'
    candidate.role = 'result'
  }
}

function memberOf(candidate: Candidate): object | string | null {
  const { list, member } = listOf(candidate) ?? {}
  return typeof member === 'object' && member !== null ? member : `${typeof list} ${String(member)}`
}

function stemOf({ source }: Candidate): string {
  return source.kind === 'address' ? source.stem : ''
}
