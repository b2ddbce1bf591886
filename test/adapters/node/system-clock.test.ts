import { afterEach, expect, test, vi } from 'vitest'
import { createSystemClock } from '#adapters/node/system-clock.ts'

afterEach(() => vi.useRealTimers())

test('wakes once, and not when cancelled', async () => {
  const clock = createSystemClock()
  const woken: string[] = []
  const cancel = clock.after(1, () => woken.push('cancelled'))
  cancel()
  await new Promise<void>((resolve) => clock.after(5, resolve))
  expect(woken).toEqual([])
})

test('waits longer than a timer can', () => {
  vi.useFakeTimers()
  const wake = vi.fn<() => void>()
  const waitMs = 2 ** 31 * 3
  const cancel = createSystemClock().after(waitMs, wake)
  vi.advanceTimersByTime(waitMs - 1)
  expect(wake).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(wake).toHaveBeenCalledOnce()
  cancel()
})

test('cancels a long wait in its second step', () => {
  vi.useFakeTimers()
  const wake = vi.fn<() => void>()
  const cancel = createSystemClock().after(2 ** 32, wake)
  vi.advanceTimersByTime(2 ** 31 + 5)
  cancel()
  vi.advanceTimersByTime(2 ** 33)
  expect(wake).not.toHaveBeenCalled()
})
