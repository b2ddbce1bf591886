/** Says messages in one language. Hosts render what they show or send; the core hands on data. */
import { createIntl } from '@formatjs/intl'
import {
  type Failure,
  messageOf,
  type RenderedFailure,
  type RenderedResult,
  type Result,
} from '#contract/errors.ts'
import { CATALOGUES } from '#contract/messages/catalogues.ts'
import type { Language } from '#contract/rules/languages.ts'
import {
  isMessageId,
  messageSchema,
  type Message,
  type MessageValue,
  type Rendered,
  textOf,
  written,
} from '#contract/messages/message.ts'

/** A message in words: what happened, whether it was charged, what follows. */
export type Say = ((message: Message) => string) & {
  /** What the core renders is English already. */
  readonly isEnglish?: boolean
}

/** Between two sentences of these nothing stands. */
const UNSPACED: ReadonlySet<string> = new Set(['ja', 'zh'])

export async function createSay(language: Language): Promise<Say> {
  const messages: Readonly<Record<string, string>> = Object.assign({}, ...(await CATALOGUES[language]()))
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- where the page's own ids are known too, they are the only ones
  const intl = createIntl({ locale: language, messages: messages as never, onError: () => undefined })
  const between = UNSPACED.has(new Intl.Locale(language).language) ? '' : ' '
  const toText = (value: MessageValue) =>
    typeof value === 'object' ? intl.formatList(value, { type: 'conjunction' }) : value
  const say = (said: Message): string =>
    textOf(
      said,
      (id, values) =>
        intl.formatMessage(
          { id: id as never },
          Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toText(value)])),
        ),
      between,
    )
  return Object.assign(say, { isEnglish: language === 'en' })
}

/** A message as it leaves the core. */
export function render(message: Message, say: Say): Rendered {
  return { ...message, text: say(message) }
}

/** A failure as it leaves the core. One that has left it is said anew, for a reader of another language. */
export function renderFailure(failure: Failure | RenderedFailure, say: Say): RenderedFailure {
  if (!('message' in failure)) return { ...failure, message: say(failure) }
  return failure.id === undefined || say.isEnglish
    ? failure
    : { ...failure, message: say(messageIn(failure)) }
}

/** What a call answers, in the words of whoever reads it: what it holds was rendered in English. */
export function renderResult<Data>(
  result: Result<Data, Failure | RenderedFailure>,
  say: Say,
): RenderedResult<Data> {
  return result.ok
    ? { ok: true, data: saidAnew(result.data, say) }
    : { ok: false, error: renderFailure(result.error, say) }
}

/** A value as it left the core with every message in it in other words. Its messages know what they say: only their texts change. */
export function saidAnew<Value>(value: Value, say: Say): Value {
  return say.isEnglish ? value : (translated(value, say) as Value)
}

function translated(value: unknown, say: Say): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, say))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const own: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) own[name] = translated(part, say)
  const place = ['text', 'message'].find((name) => typeof own[name] === 'string')
  const said = place !== undefined && messageSchema.safeParse(own)
  if (place === undefined || !said || !said.success || !isMessageId(said.data.id)) return own
  const text = say(said.data)
  // A catalogue says an id that it does not know as it stands.
  return text === said.data.id ? own : { ...own, [place]: text }
}

/** No bytes, dates or maps, which are handed on as they are. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What a failure says, also of one that has left the core. */
export function messageIn(failure: Failure | RenderedFailure): Message {
  if (!('message' in failure)) return messageOf(failure)
  const { id, message, code: _code, field: _field, retryAfterMs: _wait, ...more } = failure
  return id === undefined ? written(message) : { ...more, id }
}
