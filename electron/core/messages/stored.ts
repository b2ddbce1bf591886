/** Messages and failures as they are stored: as JSON. Older versions stored a sentence, which is still shown. */
import { z } from 'zod'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { type Message, messageSchema, written } from '#contract/messages/message.ts'

const code = z.string().transform((code) => code as ErrorCode)
const charged = z.enum(['no', 'maybe', 'yes']).exactOptional()

export const failureSchema: z.ZodType<Failure> = z.union([
  z.intersection(z.object({ code }), messageSchema),
  z
    .object({ code, message: z.string(), charged })
    .transform(({ message, ...failure }) => ({ ...failure, ...written(message) })),
])

/** Empty where there is none. */
export function storedMessage(message: Message | undefined): string {
  return message ? JSON.stringify(message) : ''
}

export function readMessage(stored: string): Message | undefined {
  if (stored === '') return undefined
  return messageSchema.safeParse(parseObject(stored)).data ?? written(stored)
}

/** Anything that is no JSON of an object is a sentence. */
function parseObject(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : null
  } catch {
    return null
  }
}
