/** Listings of some megabytes of which one member is made to cost far more than its length. */
import type { Json } from '#contract/json.ts'
import { readModels } from '#core/catalog/listings/read-models.ts'

const ENTRIES = 1_990
const LONG = 'aB'.repeat(2_000_000)
const TASK_KEYS =
  'tasks tasktypes categories capabilities features modes types operations outputs group'.split(' ')

const listOf = (count: number, member: (at: number) => Json): readonly Json[] =>
  Array.from({ length: count }, (_, at) => member(at))
const fields = (count: number, name: string, value: Json): { readonly [key: string]: Json } =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name} ${at}`, value]))
const withOne = (entry: object): Json => ({ models: [{ id: 'm', ...entry }] })
const withMany = (count: number, entry: object): Json => ({
  models: listOf(count, (at) => ({ id: `m-${at}`, ...entry })),
})
const referring = (a: Json): Json =>
  withOne({
    schema: { definitions: { a }, properties: fields(2_000, 'p', { $ref: '#/definitions/a' }) },
  })

const LISTINGS: Readonly<Record<string, () => Json>> = {
  'entries of ninety fields': () => withMany(ENTRIES, fields(90, 'Some_long name-of-a-field', 1)),
  'texts that may be scenes': () =>
    withMany(ENTRIES, Object.fromEntries(TASK_KEYS.map((key) => [key, 'to,'.repeat(20)]))),
  'maps of many names': () => withMany(6, { type: fields(28_000, 'text to', true) }),
  'many prices': () => withMany(100, fields(90, 'price', fields(20, 'p', 'x'))),
  'a long name': () => ({ [LONG]: [{ id: 'm', [LONG]: 1 }] }),
  'a long type': () => withOne({ type: LONG }),
  'a long modality': () => withOne({ mode: `a->${LONG.replaceAll('B', '+')}` }),
  'references of many parts': () => referring({ $ref: `#/${'/'.repeat(20_000)}` }),
  'references with much beside them': () => referring({ $ref: '#/none', ...fields(2_000, 'p', 1) }),
  'scripts without end': () =>
    `<p>${'<script type="application/json">["'.repeat(50)}${'\\"'.repeat(2_000_000)}`,
}

/** What reading each takes of the thread, with its parsing. */
export function readHostileListings() {
  return Object.entries(LISTINGS).map(([listing, make]) => {
    const made = make()
    const text = typeof made === 'string' ? made : JSON.stringify(made)
    const before = process.threadCpuUsage()
    readModels(text)
    const { user, system } = process.threadCpuUsage(before)
    return {
      listing,
      megabytes: Math.round(text.length / 1e5) / 10,
      cpuMs: Math.round((user + system) / 1_000),
    }
  })
}
