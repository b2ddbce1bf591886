import { expect, it } from 'vitest'
import { createModelLabels, modelLabel } from '#renderer/bridge/stores/model-labels.ts'
import { createFakeBridge } from '../fake-bridge.ts'

it('calls a model by its label, by its id alone where all agree, and else by its id', async () => {
  const items = [
    { provider: 'a', id: 'ink', label: 'Ink wash' },
    { provider: 'a', id: 'oil', label: 'Oil' },
    { provider: 'b', id: 'oil', label: 'Oil paint' },
  ]
  const labels = createModelLabels(createFakeBridge(() => ({ ok: true, data: { items } })).bridge)
  await labels.load()
  const said = (id: string, provider?: string) => modelLabel(labels.getState(), id, provider)
  expect([said('ink', 'a'), said('ink'), said('oil', 'b'), said('oil'), said('none', 'a')]).toEqual([
    'Ink wash',
    'Ink wash',
    'Oil paint',
    'oil',
    'none',
  ])
})
