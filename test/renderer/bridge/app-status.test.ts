import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/app.ts'
import { createAppStatus } from '#renderer/bridge/stores/app-status.ts'
import { createFakeBridge } from './fake-bridge.ts'

const notice = (id: string): Notice => ({ id, code: 'disk_full', message: `${id}.` })

function createStatus() {
  const standing = [notice('disk')]
  const fake = createFakeBridge((route) =>
    route === 'notices.list'
      ? { ok: true, data: { items: [...standing] } }
      : route === 'notices.dismiss'
        ? { ok: true, data: {} }
        : { ok: false, error: { code: 'internal', message: '' } },
  )
  const status = createAppStatus(fake.bridge)
  return { ...fake, standing, status, ids: () => status.getState().notices.map(({ id }) => id) }
}

describe('notices', () => {
  it('that stand are shown from the start, and again after a reconnect', async () => {
    const { status, standing, reconnect, ids } = createStatus()
    await status.load()
    expect(ids()).toEqual(['disk'])
    standing.push(notice('settings'))
    reconnect()
    await expect.poll(ids).toEqual(['disk', 'settings'])
  })
  it('are dismissed at the host, for every window', async () => {
    const { status, calls, ids } = createStatus()
    await status.load()
    await status.dismiss('disk')
    expect(ids()).toEqual([])
    expect(calls).toContainEqual(['notices.dismiss', { id: 'disk' }])
  })
  it('raised while the list is on its way are not lost', async () => {
    const { status, standing, raise, ids } = createStatus()
    const loading = status.load()
    standing.push(notice('later'))
    raise({ name: 'notice.raised', data: notice('later') })
    await loading
    expect(ids()).toEqual(['disk', 'later'])
  })
})
