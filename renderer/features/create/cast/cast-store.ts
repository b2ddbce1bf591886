/** The cast as the host has it: its members, the oldest first. */
import type { CastMember } from '#contract/cast.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { createMirror, type Mirror } from '../../../bridge/stores/mirror.ts'

export type CastStore = Mirror<{ readonly items: readonly CastMember[] }>

export function createCastStore(bridge: Bridge): CastStore {
  return createMirror(
    bridge,
    'cast.list',
    { items: [] as readonly CastMember[] },
    ({ items }) => ({ items }),
    ({ name, data }) => (name === 'cast.changed' ? { items: data.items } : null),
  )
}
