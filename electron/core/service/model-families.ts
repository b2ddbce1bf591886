/** Families of a service's models, from a table of its documentation: where a listing has names alone, it is joined with this. */
import { z } from 'zod'
import { type JsonObject, jsonObjectSchema } from '#contract/json.ts'

const familySchema = z.strictObject({
  ids: z.array(z.string()).nonempty(),
  makes: z.enum(['image', 'video', 'speech']),
  promptCharacters: z.int().exactOptional(),
  takesImages: z.literal(true).exactOptional(),
  /** Of images to edit. */
  inputs: z.strictObject({ most: z.int(), bytes: z.int(), types: z.array(z.string()) }).exactOptional(),
  /** Names in the table's options. */
  options: z.array(z.string()),
})
export type Family = z.infer<typeof familySchema>

const tableSchema = z.object({
  families: z.array(familySchema),
  /** The key that is sent, and its JSON Schema. */
  options: z.record(z.string(), z.tuple([z.string(), jsonObjectSchema])),
})

/** The table is parsed when it is first asked. */
export function createFamilies(json: unknown) {
  let parsed: z.infer<typeof tableSchema> | undefined
  const table = () => (parsed ??= tableSchema.parse(json))
  return {
    /** Null for a model that the table does not know; of several families, the first. */
    familyOf: (id: string): Family | null =>
      table().families.find(({ ids }) => ids.some((pattern) => fitsPattern(pattern, id))) ?? null,
    propertiesOf: ({ options }: Family): JsonObject =>
      Object.fromEntries(options.flatMap((name) => pairOf(table().options[name]))),
  }
}

function pairOf<Pair>(pair: Pair | undefined): readonly Pair[] {
  return pair === undefined ? [] : [pair]
}

/** `*` in the pattern stands for anything. */
export function fitsPattern(pattern: string, id: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'u').test(id)
}
