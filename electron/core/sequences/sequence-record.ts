/** A sequence as it is stored, in library.db and in its file. */
import { z } from 'zod'
import { id } from '#contract/route.ts'
import { sequenceSchema, shotSchema, type Sequence } from '#contract/sequences.ts'
import { parseRow } from '../store/damage.ts'
import type { Row } from '../store/database.ts'
import { fieldsOf, jsonColumn } from '../store/reader.ts'

// What a newer Atelier knows besides is left out.
const storedShotSchema = shotSchema.strip().extend({ id })

const bodySchema = sequenceSchema
  .pick({ frameRate: true, width: true, height: true, sound: true, normalise: true })
  .strip()
  .extend({ shots: z.array(storedShotSchema) })

export type StoredShot = z.infer<typeof storedShotSchema>

export interface SequenceRecord
  extends
    z.infer<typeof bodySchema>,
    Pick<Sequence, 'id' | 'name' | 'revision' | 'createdAt' | 'updatedAt'> {}

const head = {
  id: z.string().regex(/^sequence_[0-9a-f-]{36}$/),
  name: z.string(),
  revision: z.int().min(0),
  createdAt: z.int(),
  updatedAt: z.int(),
}

const rowSchema = z.object({ ...head, body: jsonColumn(bodySchema) })
const fileSchema = z.object({ format: z.literal(1), ...head, ...bodySchema.shape })

/** @throws DamagedDatabase when the row is not one that Atelier wrote. */
export function toSequenceRecord(row: Row): SequenceRecord {
  const { body, ...facts } = parseRow('sequences', () => rowSchema.parse(fieldsOf(row)))
  return { ...facts, ...body }
}

export function sequenceFileText(record: SequenceRecord): string {
  return `${JSON.stringify({ format: 1, ...record }, null, 1)}\n`
}

/** Null for a text that is no sequence. */
export function readSequenceFile(text: string): SequenceRecord | null {
  try {
    const { format: _format, ...record } = fileSchema.parse(JSON.parse(text))
    return record
  } catch {
    return null
  }
}
