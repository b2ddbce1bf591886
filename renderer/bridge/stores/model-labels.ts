/** What models are called, of all profiles: tasks and assets name a model by its id. */
import type { ModelLabel } from '#contract/models.ts'
import type { Bridge } from '../bridge.ts'
import { createMirror } from './mirror.ts'

interface ModelLabels {
  /** By `labelKey`, and by the id alone where all who list it agree. */
  readonly labels: ReadonlyMap<string, string>
}

export function createModelLabels(bridge: Bridge) {
  return createMirror<'models.labels', ModelLabels>(
    bridge,
    'models.labels',
    { labels: new Map() },
    ({ items }) => ({ labels: readLabels(items) }),
    () => null,
  )
}

function readLabels(items: readonly ModelLabel[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  for (const { provider, id, label } of items) {
    labels.set(labelKey(id, provider), label)
    const known = labels.get(id) ?? label
    labels.set(id, known === label ? label : id)
  }
  return labels
}

function labelKey(id: string, provider: string): string {
  return JSON.stringify([provider, id])
}

/** The name of a model for a person: its label, or its id where nobody lists it. */
export function modelLabel({ labels }: ModelLabels, id: string, provider?: string): string {
  const own = provider === undefined ? undefined : labels.get(labelKey(id, provider))
  return own ?? labels.get(id) ?? id
}
