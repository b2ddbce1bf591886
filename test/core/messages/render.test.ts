import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { messageIn, renderResult } from '#core/messages/render.ts'
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
