/** Between rows and objects: columns in snake_case and NULL there, fields in camelCase and absent ones here. */
import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Row } from './database.ts'

const fieldNames = new Map<string, string>()

function fieldOf(column: string): string {
  const known =
    fieldNames.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  fieldNames.set(column, known)
  return known
}

/** The fields of a row, to be parsed. */
export function fieldsOf(row: Row): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for (const column in row) if (row[column] !== null) fields[fieldOf(column)] = row[column]
  return fields
}

/** The values of these columns: objects as JSON, truth as 1 and 0. */
export function valuesOf(record: object, columns: readonly string[]): SQLInputValue[] {
  const fields = record as Readonly<Record<string, unknown>>
  return columns.map((column) => {
    const value = fields[fieldOf(column)] ?? null
    if (typeof value === 'boolean') return Number(value)
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as SQLInputValue)
  })
}

/** A column that holds JSON of this shape. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}
