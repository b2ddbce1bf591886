import { afterEach, expect, it, vi } from 'vitest'
import { loadPart } from '#renderer/locales/load-part.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('waits while the host is away, and loads once more when it is back', async () => {
  vi.useFakeTimers()
  const host = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue({})
  vi.stubGlobal('fetch', host)
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('a part')
  const part = loadPart(load)
  await vi.advanceTimersByTimeAsync(5_000)
  await expect(part).resolves.toBe('a part')
  expect([host.mock.calls.length, load.mock.calls.length]).toEqual([2, 2])
})

it('says that a part is missing where the host responds', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve({}))
  await expect(loadPart(() => Promise.reject(new TypeError('Not found')))).rejects.toThrow('Not found')
})
