import { expect, it } from 'vitest'
import { oneAtATime } from '#renderer/bridge/use-call.ts'

it('lets what is asked end, and asks once more where that was wanted meanwhile', async () => {
  const ends: (() => void)[] = []
  const ask = oneAtATime(() => new Promise((resolve) => void ends.push(resolve)))
  const first = ask()
  void ask()
  void ask()
  expect(ends.length).toBe(1)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await first
  void ask()
  expect(ends.length).toBe(3)
})
