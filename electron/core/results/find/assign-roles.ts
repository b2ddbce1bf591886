/**
 * Sorts all candidates of a response against each other: one file named twice, a better copy, what only accompanies the
 * result, and what stands in when there is no result.
 */
import { groupBy, identityOf, isResult, type Candidate } from './candidate.ts'
import type { Role } from './classify.ts'
import type { ResultKind } from './kinds.ts'
import { nameMeaning } from './neighbours.ts'
import { settleVariants } from './variants.ts'

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
const PAGE = 'nothing says that it is a file, and others are'

/** The candidates that are files, in the order of the response, with their final roles, and those that are left out. */
export function assignRoles(
  all: readonly Candidate[],
  task: ResultKind | null,
  wordsOf: ReadWords,
): { readonly kept: readonly Candidate[]; readonly left: readonly Candidate[] } {
  trustSiblings(all)
  const unique = withoutDuplicates(all)
  dropBareAddresses(unique)
  settleVariants(unique, wordsOf)
  settleByName(unique, wordsOf)
  settleAccompaniment(unique, task)
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
}

/** Each file once, at the first place where it has its best role. A link that steers the task is never a bare result. */
function withoutDuplicates(all: readonly Candidate[]): Candidate[] {
  const groups = groupBy(all, identityOf)
  const sure = groups.filter((group) => group.some((one) => isResult(one) && one.isSure)).slice(0, 2)
  const chosen = new Set(
    groups.map((group) => {
      const echo = group.find(({ role }) => role === 'input')
      const hasOthers = sure.length > (sure.includes(group) ? 1 : 0)
      if (echo && hasOthers) return echo
      const link = group.find(({ role }) => role === 'link')
      const real = group.filter((one) => !(link && isResult(one) && !one.isSure))
      return real.reduce((best, one) =>
        PRECEDENCE.indexOf(one.role) < PRECEDENCE.indexOf(best.role) ? one : best,
      )
    }),
  )
  return all.filter((candidate) => chosen.has(candidate))
}

/** An address that nothing calls a file counts only where nothing better is named. */
function dropBareAddresses(all: readonly Candidate[]): void {
  if (
    !all.some(
      ({ role, isSure }) => isSure && (role === 'result' || role === 'alternate' || role === 'stream'),
    )
  )
    return
  for (const candidate of all) {
    if (!isResult(candidate) || candidate.isSure) continue
    candidate.role = 'link'
    candidate.reason = PAGE
  }
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

function settleAccompaniment(all: readonly Candidate[], task: ResultKind | null): void {
  const own = task ?? mainKindOf(all)
  const table = own ? ACCOMPANIES[own] : undefined
  if (!own || !table) return
  const mains = all.filter(
    ({ role, classification }) =>
      classification.kind === own && (role === 'result' || role === 'alternate' || role === 'stream'),
  )
  if (mains.length === 0) return
  const shapes = new Set(mains.map(({ path }) => path.shape))
  for (const candidate of all.filter(isResult)) {
    const role = table[candidate.classification.kind]
    const isPeer = task === null && candidate.path.shape !== '' && shapes.has(candidate.path.shape)
    if (role && !isPeer) candidate.role = role
  }
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

function stemOf({ source }: Candidate): string {
  return source.kind === 'address' ? source.stem : ''
}
