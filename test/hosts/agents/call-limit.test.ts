/** What one agent can take of the host at a time. */
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCallLimit } from '#hosts/agents/call-limit.ts'

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await yieldToLoop()
}

test('takes 36 messages of an agent, and the next when one is answered; another agent has its own', () => {
  const limit = createCallLimit()
  const taken = Array.from({ length: 50 }, () => limit.enter('a')).filter(Boolean)
  expect(taken).toHaveLength(36)
  expect(limit.enter('b')).toBe(true)
  limit.leave('a')
  expect([limit.enter('a'), limit.enter('a')]).toEqual([true, false])
})

test('works on four calls of an agent at once, in the order in which they came, also after one failed', async () => {
  const limit = createCallLimit()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const calls = Array.from({ length: 7 }, (_, call) =>
    limit
      .run('a', async () => {
        begun.push(call)
        await new Promise<void>((resolve) => ends.push(resolve))
        if (call === 0) throw new Error('no')
      })
      .catch(() => undefined),
  )
  await settled()
  expect(begun).toEqual([0, 1, 2, 3])
  ends[0]?.()
  await settled()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (let call = 1; call < 7; call++) {
    ends[call]?.()
    await settled()
  }
  await Promise.all(calls)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a call that only waits leaves its place to others', async () => {
  const limit = createCallLimit()
  const waits = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 4 }, () => limit.run('a', () => limit.rest('a', () => waits.promise)))
  await settled()
  expect(await limit.run('a', () => 'done')).toBe('done')
  waits.resolve()
  await Promise.all(waiting)
})
