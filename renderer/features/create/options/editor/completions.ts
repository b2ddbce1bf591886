/** What can stand at a place of the options: keys that the model takes, values that fit them. */
import type { Json } from '#contract/json.ts'
import type { OptionPath } from '../options-text.ts'
import { isOnlyRefused, type OptionKnowledge } from '../know-options.ts'
import type { OptionField } from '../option-fields.ts'

export interface OptionCompletion {
  /** As it stands in the text, quotes included. */
  readonly text: string
  readonly description?: string
  /** The model's own choice where nothing is said. */
  readonly isInitial?: boolean
  readonly isRequired?: boolean
}

/** The keys for the object at `path` that are not in `present`, those that are required first. */
export function completeKeys(
  knowledge: OptionKnowledge,
  path: OptionPath,
  present: ReadonlySet<string>,
): readonly OptionCompletion[] {
  const around = path.length === 0 ? null : fieldAt(knowledge.fields, path)
  const fields = path.length === 0 ? knowledge.fields : around?.kind === 'object' ? around.fields : []
  const named = new Set(fields.map(({ key }) => key))
  const others = path.length > 0 ? [] : [...(knowledge.schemaKeys ?? []), ...acceptedKeys(knowledge)]
  const keys = [
    ...fields.map(({ key, description, required }) => ({ key, description, required })),
    ...[...new Set(others)]
      .filter((key) => !named.has(key))
      .map((key) => ({ key, description: undefined, required: false })),
  ]
  return keys
    .filter(({ key }) => !present.has(key))
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ key, description, required }) => ({
      text: JSON.stringify(key),
      ...(description === undefined ? {} : { description }),
      ...(required ? { isRequired: true } : {}),
    }))
}

/** The values for the place at `path`, the model's own choice marked. */
export function completeValues(knowledge: OptionKnowledge, path: OptionPath): readonly OptionCompletion[] {
  const field = fieldAt(knowledge.fields, path)
  const remembered = path.length === 1 ? (knowledge.memory.get(String(path[0]))?.values ?? []) : []
  const values = [...(field === null ? [] : valuesOf(field)), ...remembered]
  const initial = field?.initial === undefined ? undefined : JSON.stringify(field.initial)
  const texts = new Set([
    ...(initial === undefined ? [] : [initial]),
    ...values.map((value) => JSON.stringify(value)),
  ])
  return [...texts].map((text) => ({ text, ...(text === initial ? { isInitial: true } : {}) }))
}

/** The field that describes the value at `path`. */
function fieldAt(fields: readonly OptionField[], path: OptionPath): OptionField | null {
  const [step, ...rest] = path
  const field = fields.find(({ key }) => key === step) ?? null
  return field === null || rest.length === 0 ? field : fieldInside(field, rest)
}

function fieldInside(field: OptionField, path: OptionPath): OptionField | null {
  const [step, ...rest] = path
  if (step === undefined) return field
  if (field.kind === 'object' && typeof step === 'string') return fieldAt(field.fields, path)
  if (field.kind === 'list' && typeof step === 'number') return fieldInside(field.item, rest)
  if (field.kind !== 'oneOf') return null
  return field.branches.map((branch) => fieldInside(branch, path)).find((found) => found !== null) ?? null
}

function valuesOf(field: OptionField): readonly Json[] {
  switch (field.kind) {
    case 'choice':
    case 'ratio':
      return field.values
    case 'switch':
      return [true, false]
    case 'text':
      return field.suggestions
    case 'number':
      return field.suggestions ?? []
    case 'oneOf':
      return field.branches.flatMap(valuesOf)
    case 'list':
      return [[]]
    case 'object':
      return [{}]
    case 'json':
      return []
  }
}

function acceptedKeys({ memory }: OptionKnowledge): readonly string[] {
  return [...memory.values()].filter((option) => !isOnlyRefused(option)).map(({ key }) => key)
}
