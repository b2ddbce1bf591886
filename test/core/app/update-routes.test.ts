import { expect, test } from 'vitest'
import type { UpdateState } from '#contract/app.ts'
import type { EventMessage } from '#contract/events.ts'
import { createEventBus } from '#core/events.ts'
import type { Updates } from '#core/ports/updates.ts'
import { createUpdateHandlers } from '#core/app/app-routes.ts'

const ROUTES = ['app.updates', 'app.checkForUpdates', 'app.downloadUpdate', 'app.installUpdate'] as const

test('a host that cannot replace the program says so', async () => {
  const handlers = createUpdateHandlers(
    undefined,
    createEventBus(() => undefined),
  )
  for (const route of ROUTES) {
    expect(await handlers[route]({})).toMatchObject({ ok: false, error: { code: 'not_available_here' } })
  }
})

test('each call answers with what came of it, and every state is announced', async () => {
  const events = createEventBus(() => undefined)
  const seen: EventMessage[] = []
  events.subscribe((event) => seen.push(event))
  let tell = (_state: UpdateState): void => undefined
  const updates: Updates = {
    current: () => ({ state: 'current', checkedAt: 5 }),
    check: async () => ({ state: 'available', version: '2.0.0' }),
    download: async () => ({ state: 'ready', version: '2.0.0' }),
    install: () => ({ state: 'installing', version: '2.0.0' }),
    follow: (listener) => {
      tell = listener
      return () => undefined
    },
  }
  const handlers = createUpdateHandlers(updates, events)
  const states = []
  for (const route of ROUTES) {
    const answer = await handlers[route]({})
    states.push(answer.ok && answer.data.state)
  }
  expect(states).toEqual(['current', 'available', 'ready', 'installing'])
  tell({ state: 'checking' })
  expect(seen).toEqual([{ name: 'update.changed', data: { update: { state: 'checking' } } }])
})
