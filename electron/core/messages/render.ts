/** Says messages in one language. Hosts render what they show or send; the core hands on data. */
import { createIntl } from '@formatjs/intl'
import {
  type Failure,
  messageOf,
  type RenderedFailure,
  type RenderedResult,
  type Result,
} from '#contract/errors.ts'
import { LANGUAGES, type Language } from '#contract/messages/languages.ts'
import {
  type Message,
  type MessageValue,
  type Rendered,
  textOf,
  written,
} from '#contract/messages/message.ts'

/** A message in words: what happened, whether it was charged, what follows. */
export type Say = (message: Message) => string

export async function createSay(language: Language): Promise<Say> {
  const messages: Readonly<Record<string, string>> = await LANGUAGES[language]()
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- where the page's own ids are known too, they are the only ones
  const intl = createIntl({ locale: language, messages: messages as never, onError: () => undefined })
  const inWords = (value: MessageValue) =>
    typeof value === 'object' ? intl.formatList(value, { type: 'conjunction' }) : value
  return (message) =>
    textOf(message, (id, values) =>
      intl.formatMessage(
        { id: id as never },
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inWords(value)])),
      ),
    )
}

/** A message as it leaves the core. */
export function render(message: Message, say: Say): Rendered {
  return { ...message, text: say(message) }
}

/** A failure as it leaves the core. */
export function renderFailure(failure: Failure | RenderedFailure, say: Say): RenderedFailure {
  return 'message' in failure ? failure : { ...failure, message: say(failure) }
}

export function renderResult<Data>(
  result: Result<Data, Failure | RenderedFailure>,
  say: Say,
): RenderedResult<Data> {
  return result.ok ? result : { ok: false, error: renderFailure(result.error, say) }
}

/** What a failure says, also of one that has left the core. */
export function messageIn(failure: Failure | RenderedFailure): Message {
  if (!('message' in failure)) return messageOf(failure)
  const { id, message, code: _code, field: _field, retryAfterMs: _wait, ...more } = failure
  return id === undefined ? written(message) : { ...more, id }
}
