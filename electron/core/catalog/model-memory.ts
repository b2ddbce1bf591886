/**
 * What the tasks of this computer taught about each model: which options and values it took, under which key and in which
 * form it took reference media, when it was used last.
 *
 * A task teaches once, when it first comes to an end that says something about its request.
 */
import type { Failure } from '#contract/errors.ts'
import { type InputForm, inputFormSchema, type InputReference } from '#contract/inputs.ts'
import { jsonSchema, type Json } from '#contract/json.ts'
import type { Message } from '#contract/messages/message.ts'
import type { ModelKnowledge, OptionMemory, RecentModel } from '#contract/models.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import { parseRow } from '../store/damage.ts'
import type { Database } from '../store/database.ts'
import { fieldsOf, insertRow, selectNumber } from '../store/reader.ts'
import { isJson, type Recoverable } from '../store/recovery/recoverable.ts'

const MAX_RECENT = 12
const MAX_SHOWN_VALUES = 12
/** Seeds are another with every task: of each key so many values are stored, the rare and old ones go first. */
const MAX_VALUES = 40
const MAX_KEYS_A_TASK = 100
const MAX_ROWS_READ = 10_000
/** What services say in refusals that say nothing of the request: the user's credit, the key, the service's load. */
const NOT_THE_REQUEST =
  /credit|balance|quota|billing|payment|insufficient|funds|api.?key|unauthori[sz]ed|overload|capacity|maintenance/i
/** Stands for a model that nobody knows, in tasks that were followed by their id. */
const UNKNOWN = 'unknown'

type Outcome = 'succeeded' | 'refused'

/** What is learned from; `seq` is the number of its row. */
type TaughtTask = Pick<Task, 'profileId' | 'request' | 'state' | 'createdAt' | 'updatedAt'> & {
  readonly error?: Failure
  readonly seq: number
}

export const MODEL_MEMORY_RECOVERY: Recoverable = {
  tables: [
    { name: 'tasks_learned' },
    { name: 'model_uses' },
    { name: 'option_uses', isValid: ({ value }) => value === '' || isJson(value) },
    { name: 'input_uses', isValid: ({ form }) => inputFormSchema.safeParse(form).success },
  ],
}

export type ModelMemory = ReturnType<typeof createModelMemory>

/** `takesAddresses`: whether the service of a profile takes inputs of a model by their address. */
export function createModelMemory(
  db: Database,
  takesAddresses: (profileId: string, model: string) => boolean,
) {
  return {
    submitted: ({ request, createdAt }: TaughtTask): void => {
      const { provider, model, mediaType } = request
      if (model === UNKNOWN) return
      const onConflict = 'ON CONFLICT DO UPDATE SET used_at = max(used_at, excluded.used_at)'
      insertRow(db, 'INTO model_uses', { provider, model, mediaType, usedAt: createdAt }, onConflict)
    },
    ended: (task: TaughtTask): void => learn(db, task, takesAddresses(task.profileId, task.request.model)),
    knowledge: (provider: string, model: string) => readKnowledge(db, provider, model),
    /** The models used last, at most twelve. */
    recent: (mediaType?: string): readonly RecentModel[] =>
      db
        .all(
          `SELECT provider, model, media_type, used_at FROM model_uses WHERE ?1 IS NULL OR media_type = ?1
           ORDER BY used_at DESC, provider, model LIMIT ${MAX_RECENT}`,
          mediaType ?? null,
        )
        .map((row) => ({
          provider: String(row['provider']),
          id: String(row['model']),
          mediaType: String(row['media_type']),
          usedAt: Number(row['used_at']),
        })),
    /** What tasks say of reference media inside the request; null where they do not tell. */
    refusesDataUris: (provider: string, model: string): boolean | null => {
      const rows = db.all(
        `SELECT form, outcome FROM input_uses WHERE provider = ? AND model = ? GROUP BY form, outcome`,
        provider,
        model,
      )
      const was = (form: InputForm, outcome: Outcome) =>
        rows.some((row) => row['form'] === form && row['outcome'] === outcome)
      if (was('dataUri', 'succeeded')) return false
      return was('dataUri', 'refused') && was('url', 'succeeded') ? true : null
    },
  }
}

function learn(db: Database, task: TaughtTask, takesAddresses: boolean): void {
  const { request, updatedAt } = task
  const outcome = outcomeOf(task)
  if (outcome === null || request.model === UNKNOWN) return
  if (insertRow(db, 'OR IGNORE INTO tasks_learned', { seq: task.seq }) === 0) return
  const { provider, model, mediaType, inputs = [] } = request
  const onConflict = `ON CONFLICT DO UPDATE SET ${outcome} = ${outcome} + 1`
  insertRow(
    db,
    'INTO model_uses',
    { provider, model, mediaType, usedAt: task.createdAt, [outcome]: 1 },
    onConflict,
  )
  noteOptions(db, request, outcome, updatedAt)
  // Where a mask goes says nothing of where other images do.
  const media = inputs.filter(({ mask }) => mask === undefined)
  const formIn = (input: InputReference): InputForm => {
    const form = formOf(db, input)
    return form === 'url' && !takesAddresses ? 'dataUri' : form
  }
  const sent = new Map(media.map((input) => [`${input.option}\n${formIn(input)}`, input]))
  for (const input of sent.values()) {
    const { option } = input
    const use = { provider, model, option, form: formIn(input), outcome, uses: 1, lastAt: updatedAt }
    insertRow(db, 'INTO input_uses', use, ADD_USES)
  }
}

function formOf(db: Database, { inputId, shape }: InputReference): InputForm {
  if (shape?.form !== undefined) return shape.form
  const url = db.get('SELECT url FROM inputs WHERE id = ?', inputId)?.['url']
  return typeof url === 'string' ? 'url' : 'dataUri'
}

function readKnowledge(
  db: Database,
  provider: string,
  model: string,
): Pick<ModelKnowledge, 'options' | 'inputOption' | 'inputForm' | 'succeeded' | 'failed'> {
  const counts = db.get(
    `SELECT total(succeeded) AS succeeded, total(refused) AS refused FROM model_uses
     WHERE provider = ? AND model = ?`,
    provider,
    model,
  )
  const input = db.get(
    `SELECT option, form FROM input_uses WHERE provider = ? AND model = ? AND outcome = 'succeeded'
     ORDER BY last_at DESC, uses DESC LIMIT 1`,
    provider,
    model,
  )
  return {
    options: readOptions(db, provider, model),
    ...(input && {
      inputOption: String(input['option']),
      inputForm: parseRow('input_uses', () => inputFormSchema.parse(input['form'])),
    }),
    succeeded: Number(counts?.['succeeded'] ?? 0),
    failed: Number(counts?.['refused'] ?? 0),
  }
}

/** What an end says about the request; null where it says nothing. */
function outcomeOf({ state, error }: TaughtTask): Outcome | null {
  if (state === 'saved' || state === 'unsaved') return 'succeeded'
  const isRefused = state === 'failed' || state === 'rejected'
  return isRefused && error?.code === 'service_rejected' && !isAboutAccount(error) ? 'refused' : null
}

const NO_CREDIT: readonly Message['id'][] = ['service.noCredit', 'service.noCreditSaid']

function isAboutAccount({ id, values = {}, also = [] }: Message): boolean {
  // Older versions stored what the service said inside of a sentence.
  const said = id === 'shared.written' ? values['text'] : values['said']
  return NO_CREDIT.includes(id) || NOT_THE_REQUEST.test(String(said ?? '')) || also.some(isAboutAccount)
}

function noteOptions(
  db: Database,
  { provider, model, options = {} }: GenerateRequest,
  outcome: Outcome,
  at: number,
): void {
  for (const [key, option] of Object.entries(options).slice(0, MAX_KEYS_A_TASK)) {
    const value = rememberedValue(key, option)
    if (value === null) continue
    const place = { provider, model, key, outcome }
    insertRow(db, 'INTO option_uses', { ...place, value, uses: 1, lastAt: at }, ADD_USES)
    forgetSeldom(db, place)
  }
}

const ADD_USES =
  'ON CONFLICT DO UPDATE SET uses = uses + excluded.uses, last_at = max(last_at, excluded.last_at)'

/** Their uses still count for the key: they go to the value that stands for all others. */
function forgetSeldom(
  db: Database,
  place: Readonly<Record<'provider' | 'model' | 'key' | 'outcome', string>>,
): void {
  const at = 'provider = ? AND model = ? AND key = ? AND outcome = ?'
  const values = [place.provider, place.model, place.key, place.outcome]
  if (
    selectNumber(db, `SELECT count(*) FROM option_uses WHERE ${at} AND value <> ''`, ...values) <= MAX_VALUES
  )
    return
  const seldom = db.get(
    `DELETE FROM option_uses WHERE ${at} AND value =
       (SELECT value FROM option_uses WHERE ${at} AND value <> '' ORDER BY uses, last_at LIMIT 1) RETURNING uses, last_at`,
    ...values,
    ...values,
  )
  if (seldom) insertRow(db, 'INTO option_uses', { ...place, value: '', ...fieldsOf(seldom) }, ADD_USES)
}

/** By how often they succeeded. */
function readOptions(db: Database, provider: string, model: string): readonly OptionMemory[] {
  const rows = db.all(
    `SELECT key, outcome, value, uses FROM option_uses WHERE provider = ? AND model = ?
     ORDER BY uses DESC, last_at DESC LIMIT ${MAX_ROWS_READ}`,
    provider,
    model,
  )
  const keys = Map.groupBy(rows, (row) => String(row['key']))
  return [...keys]
    .map(([key, own]): OptionMemory => {
      const sum = (outcome: Outcome) =>
        own.reduce((total, row) => total + (row['outcome'] === outcome ? Number(row['uses']) : 0), 0)
      const values = own
        .filter((row) => row['outcome'] === 'succeeded' && row['value'] !== '')
        .slice(0, MAX_SHOWN_VALUES)
        .map((row) => parseRow('option_uses', () => jsonSchema.parse(JSON.parse(String(row['value'])))))
      return { key, values, succeeded: sum('succeeded'), refused: sum('refused') }
    })
    .toSorted((a, b) => b.succeeded - a.succeeded || (a.key < b.key ? -1 : 1))
}

/** Longer ones are texts of one task, not choices. */
const MAX_VALUE = 300
const SECRET_KEY =
  /(^|[_-])(api[_-]?key|key|token|secret|password|passwd|authorization|credentials?|bearer|cookie)$/i
const SECRET_VALUE =
  /^(sk|pk|rk|key|ghp|xox[a-z])[-_][\w-]{12,}$|^bearer\s|^eyJ[\w-]{10,}\.|^AKIA[A-Z0-9]{12,}$/i
const MEDIA = /^(data:|https?:|asset:|file:|blob:)/i
/** Long runs of base64 are bytes. */
const BYTES = /^[A-Za-z0-9+/_-]{120,}={0,2}$/

/**
 * Which values of options are remembered: those that may be offered again, exactly as they were.
 *
 * The value as JSON text, in which `"5"` is not `5`; empty where the key may be remembered and the value not (media, long
 * texts); null where nothing may be.
 */
function rememberedValue(key: string, value: Json): string | null {
  if (key.length > 200 || isSecret(key, value)) return null
  const strings = [...stringsIn(value)]
  if (strings.some((text) => MEDIA.test(text) || BYTES.test(text))) return ''
  const text = JSON.stringify(value)
  return text.length > MAX_VALUE ? '' : text
}

function isSecret(key: string, value: Json): boolean {
  if (typeof value === 'string') return camelToSnake(key).search(SECRET_KEY) >= 0 || SECRET_VALUE.test(value)
  if (Array.isArray(value)) return (value as readonly Json[]).some((inner) => isSecret(key, inner))
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([inner, one]) => isSecret(inner, one))
  )
}

function camelToSnake(key: string): string {
  return key.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
}

function* stringsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner)
}
