/** What is wrong with the shots of a sequence before it is saved: names that are not there, and chains that go round. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { StoredShot } from './sequence-record.ts'

/** Fails at the field of the first shot that is wrong. */
export function checkShots(shots: readonly StoredShot[]): Result<null> {
  const places = new Map<string, number>()
  for (const [index, { id }] of shots.entries()) {
    if (places.has(id)) return fail('invalid_input', 'sequences.shot.twice', { field: `shots.${index}.id` })
    places.set(id, index)
  }
  const stills = new Set<string>()
  for (const [index, { mediaType, from, stillOf, trim }] of shots.entries()) {
    const field = `shots.${index}`
    if (from && 'shotId' in from && !places.has(from.shotId)) {
      return fail('invalid_input', 'sequences.from.none', { field: `${field}.from.shotId` })
    }
    if (trim && trim.outMs <= trim.inMs) {
      return fail('invalid_input', 'sequences.trim.empty', { field: `${field}.trim.outMs` })
    }
    if (stillOf === undefined) continue
    const still = { field: `${field}.stillOf` }
    if (!places.has(stillOf)) return fail('invalid_input', 'sequences.still.none', still)
    if (mediaType !== 'image') return fail('invalid_input', 'sequences.still.noImage', still)
    if (stills.has(stillOf)) return fail('invalid_input', 'sequences.still.twice', still)
    stills.add(stillOf)
  }
  return checkChain(shots)
}

/** The shots that this one's first frame comes from, with the field that says so. */
function sourcesOf(shots: readonly StoredShot[]): ReadonlyMap<string, readonly Source[]> {
  const sources = new Map<string, Source[]>(shots.map(({ id }) => [id, []]))
  for (const [index, { id, from, stillOf }] of shots.entries()) {
    if (from && 'shotId' in from)
      sources.get(id)?.push({ shotId: from.shotId, field: `shots.${index}.from.shotId` })
    if (stillOf !== undefined) sources.get(stillOf)?.push({ shotId: id, field: `shots.${index}.stillOf` })
  }
  return sources
}

interface Source {
  readonly shotId: string
  readonly field: string
}

function checkChain(shots: readonly StoredShot[]): Result<null> {
  const sources = sourcesOf(shots)
  const done = new Set<string>()
  for (const { id: first } of shots) {
    // Without recursion: a chain may have as many shots as the sequence.
    const path = [{ shotId: first, left: [...(sources.get(first) ?? [])] }]
    while (path.length > 0) {
      const here = path.at(-1)
      const next = here?.left.pop()
      if (!here || !next) {
        if (here) done.add(here.shotId)
        path.pop()
        continue
      }
      if (path.some(({ shotId }) => shotId === next.shotId)) {
        return fail('invalid_input', 'sequences.chain.goesRound', { field: next.field })
      }
      if (!done.has(next.shotId))
        path.push({ shotId: next.shotId, left: [...(sources.get(next.shotId) ?? [])] })
    }
  }
  return succeed(null)
}
