/** How the tasks of this computer fared with a model. */
import { useEffect, useState } from 'react'
import type { ModelKnowledge } from '#contract/models.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { useHost } from './host.tsx'

export type ModelRecord = Pick<ModelKnowledge, 'succeeded' | 'failed'>

/** As it is when this is first shown; null until it is known. */
export function useModelRecord({
  provider,
  model,
}: Pick<GenerateRequest, 'provider' | 'model'>): ModelRecord | null {
  const { bridge } = useHost()
  const [record, setRecord] = useState<ModelRecord | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function load(): Promise<void> {
      const response = await bridge.call('models.knowledge', { provider, model })
      if (isCurrent && response.ok) setRecord(response.data)
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [bridge, provider, model])
  return record
}
