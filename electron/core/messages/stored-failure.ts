/** Reads failures that were stored: as data, or by a version that stored a sentence. */
import { z } from 'zod'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { messageSchema, written } from '#contract/messages/message.ts'

const code = z.string().transform((code) => code as ErrorCode)
const charged = z.enum(['no', 'maybe', 'yes']).exactOptional()

export const failureSchema: z.ZodType<Failure> = z.union([
  z.intersection(z.object({ code }), messageSchema),
  z
    .object({ code, message: z.string(), charged })
    .transform(({ message, ...failure }) => ({ ...failure, ...written(message) })),
])
