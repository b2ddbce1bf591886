/** The agents, and what they wait for the user's word on. */
import type { Agent, WaitingQuote } from '#contract/agents.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

export function createAgentsStore(bridge: Bridge) {
  return createMirror<'agents.list', { readonly items: readonly Agent[] }>(
    bridge,
    'agents.list',
    { items: [] },
    (list) => list,
    (event) => (event.name === 'agents.changed' ? event.data : null),
  )
}

export function createQuotesStore(bridge: Bridge) {
  return createMirror<'agents.waiting', { readonly items: readonly WaitingQuote[] }>(
    bridge,
    'agents.waiting',
    { items: [] },
    (list) => list,
    (event) => (event.name === 'quotes.changed' ? event.data : null),
  )
}

/** Whether the user looks at what waits. */
export function createApprovalStore() {
  return createStore<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
}

/** Those whose agents want to send them now, the oldest first. */
export function askedQuotes(items: readonly WaitingQuote[]): readonly WaitingQuote[] {
  return items.filter(({ asked }) => asked).toSorted((a, b) => a.createdAt - b.createdAt)
}
