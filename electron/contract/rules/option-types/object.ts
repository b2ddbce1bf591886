import type { JsonObject } from '../../json.ts'
import { isObject, ownValue } from '../json-values.ts'
import type { AnyField, OptionFacts, OptionType } from './option-type.ts'

export interface ObjectField extends OptionFacts {
  readonly kind: 'object'
  readonly fields: readonly AnyField[]
}

export type ObjectProblem = { readonly kind: 'notObject' }

export const OBJECT: OptionType<ObjectField, ObjectProblem, JsonObject> = {
  read: ({ schema, allowed, fieldsOf }) => {
    if (allowed.by !== 'type' || allowed.name !== 'object') return null
    const fields = fieldsOf(schema)
    return fields.length === 0 ? null : { kind: 'object', fields }
  },
  fits: isObject,
  misfit: { kind: 'notObject' },
  check: ({ fields }, value, { inside }) =>
    fields.flatMap((field) => inside(field, ownValue(value, field.key), field.key)),
  offered: () => [{}],
  first: () => ({}),
  fields: ({ fields }) => fields,
  inside: ({ fields }, [step, ...rest], any) => {
    const field = fields.find(({ key }) => key === step)
    return field === undefined ? null : any.inside(field, rest)
  },
}
