/** Inputs that were under way when the form turned to another request: kept for the one that they were added to. */
import type { InputReference } from '#contract/inputs.ts'
import type { DraftInput } from '../draft.ts'
import { type InputKnowledge, inputReferences } from './plan-inputs.ts'

interface LateInputs {
  readonly inputs: readonly DraftInput[]
  /** Those that the request has. */
  readonly told: readonly DraftInput[]
  readonly knowledge: InputKnowledge
  onChange(change: { readonly inputs: readonly InputReference[] }): void
}

export function createLateInputs() {
  /** By the id of the request. */
  const left = new Map<string, LateInputs>()
  function tellSettled(id: string): void {
    const late = left.get(id)
    if (late === undefined || late.inputs.some(isUnderWay)) return
    left.delete(id)
    const { inputs, knowledge, onChange } = late
    const added = untold(late)
    // Those that the request has stay, although one of them could not be read.
    const isKnown = inputs.every((input) => input.media !== null || added.includes(input))
    if (isKnown && added.some(({ media }) => media !== null))
      onChange({ inputs: inputReferences(inputs, knowledge) })
  }
  return {
    keep: (id: string, late: LateInputs): unknown => left.set(id, late),
    tellSettled,
    /** The host has answered. */
    settle(key: string, to: (input: DraftInput) => DraftInput): void {
      for (const [id, late] of Array.from(left)) {
        left.set(id, { ...late, inputs: late.inputs.map((input) => (input.key === key ? to(input) : input)) })
        tellSettled(id)
      }
    },
    /** Those that the request does not have yet: they are the form's again. */
    take(id: string): readonly DraftInput[] {
      const late = left.get(id)
      left.delete(id)
      return late === undefined ? [] : untold(late)
    },
  }
}

function isUnderWay({ media, problem }: DraftInput): boolean {
  return media === null && problem === null
}

function untold({ inputs, told }: LateInputs): readonly DraftInput[] {
  return inputs.filter(({ key }) => !told.some((input) => input.key === key))
}
