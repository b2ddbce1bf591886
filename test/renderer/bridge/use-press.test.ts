/** Two presses have two ids; a press after a response that was lost has the id of the lost one. */
import { written } from '#contract/messages/message.ts'
import { say } from '#test/stand-ins/say.ts'
import { renderResult } from '#core/messages/render.ts'
import { expect, test } from 'vitest'
import { fail, succeed, type RenderedResult } from '#contract/errors.ts'
import { createPressCall } from '#renderer/bridge/use-press.ts'

test('gives each press an id of its own, and one whose response was lost the same again', async () => {
  let made = 0
  const press = createPressCall(() => `press ${++made}`)
  const seen: string[] = []
  const send = (what: string, response: RenderedResult<null>) =>
    press(what, async (pressId) => {
      seen.push(`${what}: ${pressId}`)
      return response
    })
  await send('a', succeed(null))
  await send('a', renderResult(fail('not_available_here', written('The host cannot be reached.')), say))
  await send('b', renderResult(fail('conflict', written('There is nothing to retry.')), say))
  await send('a', renderResult(fail('internal', written('A mistake.')), say))
  await send('a', succeed(null))
  await send('a', succeed(null))
  await send('b', succeed(null))
  expect(seen).toEqual([
    'a: press 1',
    'a: press 2',
    'b: press 3',
    'a: press 2',
    'a: press 2',
    'a: press 4',
    'b: press 5',
  ])
})
