/**
 * The page's messages, parsed when it is built and written short: the parser and the names of its parts would be a hundredth of what a
 * first view loads. `renderer/locales/messages.ts` reads them.
 */
import { createIntl } from 'react-intl'

/** As the parser tells a part of a message. */
interface Part {
  readonly type: number
  readonly value?: string
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>
}

/** `PackedPart` of messages.ts. */
type PackedPart = string | number | readonly unknown[]

const LITERAL = 0
const POUND = 7
const TAG = 8
/** What a plural says of itself where nothing else is written. */
const USUAL: Readonly<Record<string, unknown>> = { offset: 0, pluralType: 'cardinal' }

const intl = createIntl({ locale: 'en' })

/** @throws Error for a message that is wrong, or has a part that is not packed. */
export function packMessages(
  messages: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly PackedPart[]>> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, text]) => [name, parseMessage(text).map(pack)]),
  )
}

/** The parts of a message, as react-intl takes them. */
export function parseMessage(text: string): readonly Part[] {
  return intl.formatters.getMessageFormat(text, 'en').getAst()
}

function pack(part: Part): PackedPart {
  const { type, value = '', options = {}, ...more } = part
  if (type === LITERAL) return value
  if (type === POUND) return type
  if (type === TAG) throw new Error('A message has a tag, which is not packed.')
  const unusual = Object.entries(more).filter(([key, told]) => told !== USUAL[key] && told != null)
  const chosen = Object.entries(options).map(([name, option]) => [name, option.value.map(pack)] as const)
  const cases = chosen.length > 0 ? Object.fromEntries(chosen) : null
  if (unusual.length > 0) return [type, value, cases, Object.fromEntries(unusual)]
  return cases === null ? [type, value] : [type, value, cases]
}
