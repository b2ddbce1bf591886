import { expect, it } from 'vitest'
import type { QueueState } from '#contract/queue.ts'
import { createProfilesStore } from '#renderer/bridge/stores/profiles.ts'
import { createUsageStore } from '#renderer/bridge/stores/usage.ts'
import { createFakeBridge } from './fake-bridge.ts'

it('reads every profile while it is watched, again when the queue changes, and not at all afterwards', async () => {
  let sentToday = 1
  const { bridge, calls, raise } = createFakeBridge((route) =>
    route === 'queue.usage'
      ? { ok: true, data: { items: [], sentToday, dailyCap: null } }
      : { ok: false, error: { code: 'internal', message: '' } },
  )
  const profiles = createProfilesStore(bridge)
  profiles.setState({
    items: ['a', 'b'].map((id) => ({ id, name: id, baseUrl: '', keyState: 'saved', builtIn: false })),
  })
  const usage = createUsageStore(bridge, profiles)
  const sent = () => usage.getState().byProfile?.['b']?.sentToday
  const changed = () => raise({ name: 'queue.changed', data: { queue: {} as QueueState } })

  changed()
  expect(calls).toEqual([])
  const stop = usage.watch()
  await expect.poll(sent).toBe(1)
  expect(calls.map(([, input]) => input)).toEqual([
    { profileId: 'a', days: 7 },
    { profileId: 'b', days: 7 },
  ])
  sentToday = 2
  changed()
  await expect.poll(sent).toBe(2)
  stop()
  const before = calls.length
  changed()
  expect(calls).toHaveLength(before)
})
