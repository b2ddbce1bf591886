/**
 * What there is to vote on: every group of results of the same prompt from different models, and what was voted so far.
 *
 * Reads all assets once, a second of work at 250,000: in a thread of its own (arena-worker.ts).
 */
import { createHash } from 'node:crypto'
import type { ArenaModel } from '#contract/arena.ts'
import type { Reader } from '../store/reader.ts'
import { fitStrengths, type Fit, type Tally } from './bradley-terry.ts'
import { comparisonKey } from './comparable.ts'

export interface Group {
  readonly mediaType: string
  /** By model: its results, the newest first. */
  readonly members: readonly { readonly model: number; readonly ids: readonly string[] }[]
}

export interface Survey {
  readonly models: readonly ArenaModel[]
  /** The newest first. */
  readonly groups: readonly Group[]
  readonly voted: readonly (readonly [one: string, other: string])[]
  readonly standings: readonly Standing[]
}

export interface Standing {
  readonly mediaType: string
  readonly tallies: readonly Tally[]
  readonly fit: Fit
}

/** The newest prompts that are offered, and results of each model to each of them: thousands of pairs. */
const MAX_GROUPS = 1_000
const MAX_OF_A_MODEL = 8
const ROWS_A_STEP = 5_000
const KEY_BYTES = 6

const SCAN = `SELECT seq, media_type, kind, scene, coalesce(prompt, ''), inputs, provider, model FROM assets
  WHERE seq > ? AND trashed_at IS NULL AND model <> '' AND kind IN ('image', 'video', 'audio')
    AND sha256 NOT IN (SELECT sha256 FROM unreadable_files WHERE reason <> 'interrupted')
  ORDER BY seq LIMIT ${ROWS_A_STEP}`

export function takeSurvey(db: Reader): Survey {
  const models = createModelNumbers()
  return db.atOnce(() => {
    const groups = readGroups(db, models)
    const pairs = db.arrays('SELECT first_asset_id, second_asset_id FROM votes')
    const voted = pairs.map(([one, other]) => [String(one), String(other)] as const)
    return { models: models.list, groups, voted, standings: readStandings(db, models) }
  })
}

type ModelNumbers = ReturnType<typeof createModelNumbers>

export function createModelNumbers() {
  const list: ArenaModel[] = []
  const numbers = new Map<string, number>()
  return {
    list,
    of(provider: string, model: string): number {
      const name = JSON.stringify([provider, model])
      const known = numbers.get(name) ?? list.push({ provider, model }) - 1
      numbers.set(name, known)
      return known
    },
  }
}

interface Found {
  readonly mediaType: string
  /** The model of them all, or null where there are several. */
  only: number | null
  readonly seqs: number[]
  readonly models: number[]
}

function readGroups(db: Reader, models: ModelNumbers): readonly Group[] {
  const found = new Map<number, Found>()
  for (let after = 0, isOver = false; !isOver;) {
    const rows = db.arrays(SCAN, after)
    for (const [seq, mediaType, kind, scene, prompt, inputs, provider, model] of rows) {
      after = Number(seq)
      const key = comparisonKey(
        String(mediaType),
        String(kind),
        String(scene),
        String(prompt),
        String(inputs),
      )
      if (key === null) continue
      const number = models.of(String(provider), String(model))
      const place = placeOf(key)
      const group = found.get(place)
      if (group === undefined)
        found.set(place, { mediaType: String(mediaType), only: number, seqs: [after], models: [number] })
      else {
        if (group.only !== number) group.only = null
        group.seqs.push(after)
        group.models.push(number)
      }
    }
    isOver = rows.length < ROWS_A_STEP
  }
  const several = [...found.values()].filter(({ only }) => only === null)
  const newest = several.toSorted((one, other) => (other.seqs.at(-1) ?? 0) - (one.seqs.at(-1) ?? 0))
  return newest.slice(0, MAX_GROUPS).map((group) => toGroup(db, group))
}

/** Two of 250,000 keys fall together once in ten thousand libraries: whoever shows a pair compares it again. */
function placeOf(key: string): number {
  return createHash('sha1').update(key).digest().readUIntBE(0, KEY_BYTES)
}

function toGroup(db: Reader, { mediaType, seqs, models }: Found): Group {
  const byModel = new Map<number, number[]>()
  for (const [at, seq] of seqs.entries()) {
    const model = models[at] ?? 0
    byModel.set(model, [...(byModel.get(model) ?? []), seq].slice(-MAX_OF_A_MODEL))
  }
  const members = [...byModel].map(([model, its]) => ({
    model,
    ids: its.toReversed().map((seq) => String(db.get('SELECT id FROM assets WHERE seq = ?', seq)?.['id'])),
  }))
  return { mediaType, members }
}

function readStandings(db: Reader, models: ModelNumbers): readonly Standing[] {
  const tallies = readTallies(db, models)
  return [...tallies].map(([mediaType, its]) => ({
    mediaType,
    tallies: its,
    fit: fitStrengths(models.list.length, its),
  }))
}

/** The votes by media type. */
export function readTallies(
  db: Pick<Reader, 'arrays'>,
  models: ModelNumbers,
): ReadonlyMap<string, readonly Tally[]> {
  const rows = db.arrays(
    `SELECT media_type, first_provider, first_model, second_provider, second_model,
       sum(preferred = 'first'), sum(preferred = 'second'), sum(preferred IN ('both', 'neither'))
     FROM votes GROUP BY 1, 2, 3, 4, 5`,
  )
  const tallies = new Map<string, Tally[]>()
  for (const [mediaType, provider, model, otherProvider, otherModel, aWins, bWins, ties] of rows) {
    const its = tallies.get(String(mediaType)) ?? []
    tallies.set(String(mediaType), its)
    its.push({
      a: models.of(String(provider), String(model)),
      b: models.of(String(otherProvider), String(otherModel)),
      aWins: Number(aWins),
      bWins: Number(bWins),
      ties: Number(ties),
    })
  }
  return tallies
}
