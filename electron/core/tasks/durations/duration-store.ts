/**
 * The duration models of every kind of task, stored in library.db.
 *
 * A kind is provider, model and scene, and the options that decide how long something takes. While little is known of the
 * exact kind, the model and scene alone stand for it. What a distribution is, is distribution.ts's business.
 */
import type { Json } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../store/database.ts'
import { writeIfPossible } from '../../store/disk-errors.ts'
import { createDurationModel, MIN_SAMPLES, MAX_SAMPLES, type DurationModel } from './duration-model.ts'
import { insertRow } from '../../store/reader.ts'

/** What to assume of a kind never seen, in seconds. */
const PRIOR_S: Readonly<Record<MediaType, number>> = { image: 20, character: 30, music: 60, video: 120 }
/** The options that decide how long something takes, as models spell them. */
const DECISIVE =
  /^(duration|seconds|length|n_frames|num_frames|frames|fps|resolution|size|image_size|count|n|num_images|num_outputs|quality|steps|num_inference_steps)$/i

export type DurationStore = ReturnType<typeof createDurationStore>

export function createDurationStore(db: Database, clock: Clock) {
  const models = new Map<string, DurationModel>()
  const load = (kind: string, priorS: number): DurationModel => {
    const known = models.get(kind)
    if (known) return known
    const rows = db.all(
      'SELECT seconds FROM durations WHERE kind = ? ORDER BY at DESC LIMIT ?',
      kind,
      MAX_SAMPLES,
    )
    const model = createDurationModel(rows.map((row) => Number(row['seconds'])).toReversed(), priorS)
    models.set(kind, model)
    return model
  }
  const write = (kind: string, durationS: number): void => {
    writeIfPossible(() =>
      db.transaction(() => {
        insertRow(db, 'INTO durations', { kind, at: clock.now(), seconds: durationS })
        db.run(
          `DELETE FROM durations WHERE kind = ?1 AND rowid NOT IN
           (SELECT rowid FROM durations WHERE kind = ?1 ORDER BY at DESC, rowid DESC LIMIT ?2)`,
          kind,
          MAX_SAMPLES,
        )
      }),
    )
  }
  const modelsOf = (request: GenerateRequest) => {
    const priorS = PRIOR_S[request.mediaType]
    return { exact: load(exactKind(request), priorS), general: load(generalKind(request), priorS) }
  }
  return {
    modelFor: (request: GenerateRequest): DurationModel => {
      const { exact, general } = modelsOf(request)
      return exact.samples.length < MIN_SAMPLES && general.samples.length >= MIN_SAMPLES ? general : exact
    },
    /** A task of this kind, running at `beforeS` seconds of age, was polled again at `ageS`. */
    polled: (request: GenerateRequest, beforeS: number, ageS: number, finished: boolean): void => {
      const { exact, general } = modelsOf(request)
      const learned = exact.polled(beforeS, ageS, finished)
      if (learned !== null) write(exactKind(request), learned)
      if (exact === general) return
      const learnedInGeneral = general.polled(beforeS, ageS, finished)
      if (learnedInGeneral !== null) write(generalKind(request), learnedInGeneral)
    },
  }
}

function generalKind({ provider, model, scene }: GenerateRequest): string {
  return JSON.stringify([provider, model, scene])
}

function exactKind(request: GenerateRequest): string {
  const decisive = Object.entries(request.options ?? {})
    .filter(([key, value]) => DECISIVE.test(key) && isPlain(value))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([request.provider, request.model, request.scene, ...decisive])
}

function isPlain(value: Json): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= 40)
}
