/** The size of each input when it is sent, and of the whole request. */
import { useEffect, useState } from 'react'
import type { InputReference, InputSize } from '#contract/inputs.ts'
import { useHost } from '../../../bridge/host.tsx'
import type { ChosenModel } from '../model/chosen-model.ts'

/** A limit that is being typed passes through many values on its way. */
const SETTLED_MS = 300

export interface InputSizes {
  /** In the order of the references; those of the last answer stay until the next one is here. */
  readonly items: readonly InputSize[]
  readonly bodyBytes: number
}

/** null while nothing is known. */
export function useInputSizes(
  model: ChosenModel | null,
  references: readonly InputReference[],
): InputSizes | null {
  const { bridge } = useHost()
  const [sizes, setSizes] = useState<InputSizes | null>(null)
  const asked =
    model === null || model.id.trim() === '' || model.provider.trim() === '' || references.length === 0
      ? null
      : JSON.stringify({ provider: model.provider.trim(), model: model.id.trim(), references })
  useEffect(() => {
    if (asked === null) return
    let isCurrent = true
    const timer = setTimeout(() => {
      void measure(asked)
    }, SETTLED_MS)
    async function measure(question: string): Promise<void> {
      const response = await bridge.call('inputs.measure', JSON.parse(question) as Question)
      if (isCurrent) setSizes(response.ok ? response.data : null)
    }
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [bridge, asked])
  return asked === null ? null : sizes
}

interface Question {
  readonly provider: string
  readonly model: string
  readonly references: InputReference[]
}
