/**
 * What is said to a person, as data: an id of the catalogue, the values in it, and whether money was spent.
 *
 * A message travels from where something happens to the edge that shows it; no sentence is made on the way.
 */
import { z } from 'zod'
import type { MessageValues } from './message-values.ts'

/** The ids of the English catalogue, `<file>.<name>`. */
export type MessageId = keyof MessageValues

/** The ids of the messages that need no values. */
export type PlainMessageId = {
  [Id in MessageId]: MessageValues[Id] extends undefined ? Id : never
}[MessageId]

/** Numbers are formatted in the reader's language, and a list of texts is joined in it. */
export type MessageValue = string | number | readonly string[]

/** Whether what happened cost the user money. */
export type Charged = 'no' | 'maybe' | 'yes'

export interface Message {
  readonly id: MessageId
  readonly values?: Readonly<Record<string, MessageValue>>
  /** Said in one place, always the same way, after the message itself. */
  readonly charged?: Charged
  /** It costs nothing: in no language is anything said of a charge. */
  readonly isFree?: boolean
  /** What is said after it, in this order. */
  readonly also?: readonly Message[]
}

/** A message as it leaves the core: with its English text, for scripts and for a page that speaks English. */
export type Rendered<Said extends Message = Message> = Said & { readonly text: string }

type Values<Id extends MessageId> = MessageValues[Id] extends undefined ? [] : [values: MessageValues[Id]]

export function message<Id extends MessageId>(id: Id, ...[values]: Values<Id>): Message {
  return { id, ...(values && { values }) }
}

/** A text that was written before messages were data, or that stands in nobody's catalogue. */
export function written(text: string): Message {
  return message('shared.written', { text })
}

/** For what costs nothing, whatever is said of it elsewhere. */
export function withoutCharge<Said extends Message>({
  charged: _charged,
  ...said
}: Said): Omit<Said, 'charged'> {
  return said
}

const ID = /^[a-z][a-z-]*(?:\.\w+)+$/

export function isMessageId(text: string): text is MessageId {
  return ID.test(text)
}

/** Others may have changed what is stored: a value that is none leaves its place empty. */
const valueSchema = z.union([z.string(), z.number(), z.array(z.string())]).catch('')

export function followedBy(first: Message, ...more: readonly Message[]): Message {
  return { ...first, also: [...(first.also ?? []), ...more] }
}

/** A message that was stored. One of a newer version may have an id that is not known here. */
export const messageSchema: z.ZodType<Message> = z.object({
  id: z.string().transform((id) => id as MessageId),
  values: z.record(z.string(), valueSchema).exactOptional(),
  charged: z.enum(['no', 'maybe', 'yes']).exactOptional(),
  isFree: z.boolean().exactOptional(),
  get also() {
    return z.array(messageSchema).exactOptional()
  },
})

/** How one language says a message without what follows it. */
export type Format = (id: MessageId, values: Readonly<Record<string, MessageValue>>) => string

/**
 * The message in words: what happened, whether it was charged, and what follows.
 *
 * `between` stands between two sentences, which is nothing in Chinese and Japanese.
 */
export function textOf(said: Message, format: Format, between = ' '): string {
  const { id, values = {}, charged, isFree = false, also = [] } = said
  const own = format(id, values)
  return [
    own,
    ...(charged && !isFree && id !== 'shared.written' ? [format(`shared.charged.${charged}`, {})] : []),
    ...also.map((one) => textOf(one, format, between)),
  ]
    .filter((part) => part !== '')
    .join(between)
}
