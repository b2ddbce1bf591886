import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { messageIn, render, renderResult, saidAnew } from '#core/messages/render.ts'
import { say } from '#test/stand-ins/say.ts'

const SAID = followedBy(
  { ...message('hosts.fileTooLarge', { megabytes: 2_000 }), charged: 'no' },
  message('hosts.importForRecipe'),
)
const TEXT = "The file is larger than 2,000 MB. You weren't charged. Import it to see its recipe."

test('a failure leaves in the words of the edge, with its id and values', () => {
  expect(renderResult(fail('conflict', SAID), say)).toEqual({
    ok: false,
    error: { code: 'conflict', ...SAID, message: TEXT },
  })
  expect(renderResult(fail('conflict', SAID), ({ id }) => id)).toMatchObject({
    error: { message: 'hosts.fileTooLarge' },
  })
})

test('what left already is said again, in whatever words', () => {
  const left = renderResult(fail('conflict', SAID), say)
  expect(left.ok || say(messageIn(left.error))).toBe(TEXT)
  expect(say(messageIn({ code: 'internal', message: 'As the page wrote it.' }))).toBe('As the page wrote it.')
})

/** Another language, with the ids as its words. */
const other = ({ id, charged, also = [] }: Message): string =>
  [id, charged, ...also.map(other)].filter(Boolean).join(' + ')

test('an answer is said anew in the language of whoever reads it, wherever messages stand in it', () => {
  const bytes = new Uint8Array([1])
  const kept = { id: 'tasks.gone', text: 7 }
  const response = {
    items: [{ id: 'task_1', error: { code: 'conflict', ...SAID, message: TEXT } }],
    why: render(SAID, say),
    preset: { id: 'no.suchMessage', text: 'a prompt' },
    snippet: { id: 'snippet', text: 'a prompt' },
    kept,
    bytes,
  }
  const again = saidAnew(response, other)
  const words = 'hosts.fileTooLarge + no + hosts.importForRecipe'
  expect(again).toEqual({
    ...response,
    items: [{ id: 'task_1', error: { code: 'conflict', ...SAID, message: words } }],
    why: { ...SAID, text: words },
  })
  expect(again.bytes).toBe(bytes)
  expect(saidAnew(response, say)).toBe(response)
})

test('a failure that left is said anew, and one that only the page met stays', () => {
  const left = renderResult(fail('conflict', SAID), say)
  expect(renderResult(left, other)).toMatchObject({
    error: { message: 'hosts.fileTooLarge + no + hosts.importForRecipe' },
  })
  const own = { ok: false, error: { code: 'internal', message: 'Written by hand.' } } as const
  expect(renderResult(own, other)).toEqual(own)
})
