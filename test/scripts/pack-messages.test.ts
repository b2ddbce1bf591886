import { expect, it } from 'vitest'
import { unpackMessages } from '#renderer/locales/messages.ts'
import { packMessages, parseMessage } from '../../electron/scripts/build/pack-messages.ts'
import { messageFiles } from '../renderer/message-files.ts'

const messages = Object.assign({}, ...messageFiles().map((file) => file.messages)) as Record<string, string>

it('gives every message of the page back as it was parsed', () => {
  const parsed = Object.fromEntries(
    Object.entries(messages).map(([name, text]) => [name, parseMessage(text)]),
  )
  const unpacked = unpackMessages(
    JSON.parse(JSON.stringify(packMessages(messages))) as Record<string, unknown>,
  )
  expect(told(unpacked)).toEqual(told(parsed))
})

it('keeps what is told of a plural and of a number', () => {
  const told =
    '{n, selectordinal, one {#st} other {#th}} {n, plural, offset:1 other {#}} {n, number, ::percent} {a}'
  expect(unpackMessages(packMessages({ told }))['told']).toMatchObject(parseMessage(told))
})

it('refuses a tag, which it does not pack', () => {
  expect(() => packMessages({ told: 'a <b>fox</b>' })).toThrow('tag')
})

/** Without what is null: the parser tells so of a number without a style. */
function told(messages: object): unknown {
  return JSON.parse(JSON.stringify(messages, (_, value: unknown) => value ?? undefined))
}
