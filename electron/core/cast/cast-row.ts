/** A cast member as it is stored, in library.db and in `cast.json`. */
import { z } from 'zod'
import { parseRow } from '../store/damage.ts'
import type { Row } from '../store/database.ts'
import { fieldsOf, jsonColumn } from '../store/reader.ts'

const imageSchema = z.object({ sha256: z.string(), role: z.string().exactOptional() })

export const storedMemberSchema = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  sentence: z.string(),
  images: z.array(imageSchema).readonly(),
  voice: z.string().exactOptional(),
  createdAt: z.int(),
  updatedAt: z.int(),
})

export type StoredMember = z.infer<typeof storedMemberSchema>

const rowSchema = storedMemberSchema.extend({
  images: jsonColumn(z.array(imageSchema).readonly()),
})

export function readMember(row: Row): StoredMember {
  return parseRow('cast_members', () => rowSchema.parse(fieldsOf(row)))
}
